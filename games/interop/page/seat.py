"""What one player works with: their market, their deployment, what is asked of them now."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from chat.core.translation import gettext as _
from games.interop.page import words
from games.interop.page.allocating import crowd, rooms
from games.interop.page.deployment import site
from games.interop.page.faces import Trait
from games.interop.page.founding import kits
from games.interop.page.income import sums
from games.interop.page.licences import owned
from games.interop.page.market import Offer, adoptable, card_offer, decks
from games.interop.page.parts import part
from games.interop.page.verdict import Ways
from games.interop.page.viewer import key_of, view_of
from games.interop.rules.cards import DECKS
from games.interop.rules.view import InteropView
from games.page.kit import who
from games.page.snapshot import MatchSnapshot


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
        "site": site(snapshot, view, seat, moves=True),
        "kits": kits(view),
        "decks": decks(snapshot, seat),
        "adoptable": adoptable(snapshot, seat),
        "owned": own,
        "features": tuple(Trait(name, words.feature(name)) for name in mine.features),
        "drawn": _drawn(snapshot, view),
        "rooms": rooms(snapshot, view),
        "user_card": crowd(view),
        "leaves": _leaves(may),
        "ends": "end_turn" in may,
        "prospect": sums(snapshot, [app.revenue for app in mine.apps if app.revenue.money]),
        "uses": tuple((str(words.DECKS[deck]), deck in view.used) for deck in DECKS[::-1]),
        "turn": "" if view.turn in (None, seat) else who(snapshot, view.turn or 0).name,
    }


def _leaves(may: set[str]) -> dict[str, str]:
    """The action that answers with nothing, and its words, where there is one beside the cards."""
    if "pass" in may:
        return {"action": "pass", "words": _("Place no users")}
    if "keep" in may:
        return {"action": "keep", "words": _("Keep none")}
    return {}


def _drawn(snapshot: MatchSnapshot, view: InteropView) -> tuple[Offer, ...]:
    """The drawn cards, for their drawer alone."""
    if view.drawn is None or view.drawn.cards is None:
        return ()
    ways = Ways(snapshot, view)
    return tuple(
        card_offer(ways, one, "keep", f"drawn-{number}")
        for number, one in enumerate(view.drawn.cards, 1)
    )
