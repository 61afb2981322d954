"""The player's own fragment: market, deployment, licences, kits and forms."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from chat.core.translation import gettext as _
from games.interop.page import words
from games.interop.page.allocation import crowd, rooms, sums
from games.interop.page.card_faces import Face, Trait, face, part
from games.interop.page.deployment import site
from games.interop.page.market import Offer, Ways, adoptable, card_offer, decks
from games.interop.page.typed_view import key_of, view_of
from games.interop.rules.box import KITS, users_of
from games.interop.rules.cards import DECKS, Kit
from games.interop.rules.view import InteropView, ProtocolView
from games.page.presentation import Who, who
from games.page.snapshot import MatchSnapshot

# --- Founder kits (rules 4.4)


@dataclass(frozen=True)
class KitFace:
    """A founder kit, named by its protocol."""

    protocol: Face
    application: Face
    cards: int = 0  # of this era's users that want the application
    users: int = 0  # the most of them on one card
    of: int = 0  # all user cards of this era


def kits(view: InteropView) -> tuple[KitFace, ...]:
    return tuple(_kit(view, kit) for kit in KITS if kit.protocol in view.kits)


def _kit(view: InteropView, kit: Kit) -> KitFace:
    application, crowds = face(kit.application), users_of(view.era)
    wanted = {application.gives[0].name}
    found = [line.users for card in crowds for line in card.lines if set(line.wants) == wanted]
    most = max(found, default=0)
    return KitFace(face(kit.protocol), application, len(found), most, len(crowds))


# --- Own protocols


@dataclass(frozen=True)
class Own:
    """A protocol that the viewer deployed."""

    face: Face
    licence: str
    terms: str
    fee: int
    adopters: tuple[Who, ...]
    got: int  # the fees received
    relax: tuple[str, ...]  # the licences it can have now
    why: str  # the reason why it cannot be relaxed (yet)


def owned(snapshot: MatchSnapshot, view: InteropView) -> tuple[Own, ...]:
    """Return the viewer's own protocols, in order of deployment."""
    may = any(choice.action == "relicense" for choice in view.choices)
    mine = [protocol for protocol in view.protocols if protocol.deployer == view.seat]
    return tuple(_own(snapshot, one, may=may) for one in mine)


def _own(snapshot: MatchSnapshot, protocol: ProtocolView, *, may: bool) -> Own:
    return Own(
        face=face(protocol.card),
        licence=protocol.licence,
        terms=words.licence(protocol.licence, protocol.fee),
        fee=protocol.fee,
        adopters=tuple(who(snapshot, seat) for seat in protocol.adopters),
        got=protocol.fee * len(protocol.adopters) if protocol.licence == "rand" else 0,
        relax=tuple(protocol.relax) if may and protocol.relax_code == "" else (),
        why=_why(protocol, may=may),
    )


def _why(protocol: ProtocolView, *, may: bool) -> str:
    match protocol.relax_code:
        case "too_soon":
            return _("Its licence was set this round. You can relax it from the next round.")
        case "not_less_restrictive":
            return _("It is already open.")
    return "" if may else _("You can relax it on your own turn.")


def key(snapshot: MatchSnapshot, seat: int) -> Hashable:
    return key_of(snapshot, seat)


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    if seat is None:
        return {"view": view}
    mine, own = view.players[seat], owned(snapshot, view)
    may = {choice.action for choice in view.choices}
    return {
        "part": part,
        "terms": words.TERMS,
        "view": view,
        "mine": mine,
        "decision": view.decision if view.mine else "",
        "site": site(snapshot, view, seat, moves=True),
        "kits": kits(view),
        "decks": decks(snapshot, seat),
        "adoptable": adoptable(snapshot, seat),
        "owned": own,
        "features": tuple(Trait(name, words.feature(name)) for name in mine.features),
        "drawn": _drawn(snapshot, view),
        "rooms": rooms(snapshot, view),
        "user_card": crowd(view),
        "leaves": _decline_action(may),
        "ends": "end_turn" in may,
        "prospect": sums(snapshot, [app.revenue for app in mine.apps if app.revenue.money]),
        "uses": tuple((str(words.DECKS[deck]), deck in view.used) for deck in DECKS[::-1]),
        "turn": "" if view.turn in (None, seat) else who(snapshot, view.turn or 0).name,
    }


def _decline_action(may: set[str]) -> dict[str, str]:
    """Return the action that declines, and its label; empty if there is none."""
    if "pass" in may:
        return {"action": "pass", "words": _("Place no users")}
    if "keep" in may:
        return {"action": "keep", "words": _("Keep none")}
    return {}


def _drawn(snapshot: MatchSnapshot, view: InteropView) -> tuple[Offer, ...]:
    """Return the drawn cards; only the drawer sees them."""
    if view.drawn is None or view.drawn.cards is None:
        return ()
    ways = Ways(snapshot, view)
    return tuple(
        card_offer(ways, one, "keep", f"drawn-{number}")
        for number, one in enumerate(view.drawn.cards, 1)
    )
