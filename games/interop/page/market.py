"""What can be bought: the four rows of the table, and the protocols of others to adopt."""

from __future__ import annotations

from dataclasses import dataclass

from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.page.faces import Face, face
from games.interop.page.prospects import prospects
from games.interop.page.verdict import Verdict, Ways, verdict
from games.interop.page.viewer import mine_in, view_of
from games.interop.rules.box import CARDS, DRAWN
from games.interop.rules.cards import DeckName
from games.interop.rules.view import FaceUpView, InteropView, ProtocolView, RowView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Offer:
    """A card and what the viewer may do about it.

    `key` names its place on the page, `flip` the card as it travels into the tree. `action` and
    `field` are what is sent; `licensed`: its licence is decided with it. `serves`: cards of
    the tree that it would stand on. `owner`, `licence`, `fee`, `terms`: of a protocol to adopt.
    """

    key: str
    face: Face
    action: str
    field: str
    price: int
    verdict: Verdict
    prospects: tuple[str, ...] = ()
    licensed: bool = False
    serves: str = ""
    rest: int = 0
    owner: Who | None = None
    licence: str = ""
    fee: int = 0
    terms: str = ""
    flip: str = ""


@dataclass(frozen=True)
class Deck:
    """A research deck with its row. `draw`: what the button says, "" when it cannot be pressed now,
    and then `why` says why not (or that it is not one's turn). `vain`: why a draw would be of no
    use.
    """

    name: DeckName
    label: str
    left: int
    discards: int
    offers: tuple[Offer, ...]
    draw: str
    why: str
    used: bool
    vain: str = ""

    @property
    def useful(self) -> bool:
        """Whether a card of its row can be bought, if need be when it is the viewer's turn."""
        return any(offer.verdict.can in {"now", "soon"} for offer in self.offers)


def decks(snapshot: MatchSnapshot, seat: int | None) -> tuple[Deck, ...]:
    """From the top layer to the bottom one, as the tree stands."""
    view = view_of(snapshot, seat)
    may = {choice.action for choice in view.choices}
    ways = Ways(snapshot, view)
    return tuple(_deck(ways, row, "draw" in may) for row in reversed(view.rows))


def _deck(ways: Ways, row: RowView, may: bool) -> Deck:
    view = ways.view
    count = min(DRAWN, row.left)
    draw = ngettext("Draw %(n)d", "Draw %(n)d", count) % {"n": count}
    why = _why_not(view, row)
    return Deck(
        name=row.deck,
        label=str(words.DECKS[row.deck]),
        left=row.left,
        discards=row.discards,
        offers=_row_offers(ways, row),
        draw=draw if may and not why else "",
        why=why,
        used=view.turn == view.seat and row.deck in view.used,
        vain=_in_vain(view, row.deck) if may and not why else "",
    )


def _in_vain(view: InteropView, deck: DeckName) -> str:
    """Said before a draw of which nothing could be kept: all know what a deck may hold at best."""
    mine = mine_in(view)
    deployed = {protocol.card for protocol in view.protocols}
    costs = [c.cost for c in CARDS.values() if c.deck == deck and c.id not in deployed]
    least = min(costs, default=0)
    if mine is None or mine.money >= least:
        return ""
    text = _("You have %(money)d money, and no card here costs less than %(least)d: none to keep.")
    return text % {"money": mine.money, "least": least}


def _why_not(view: InteropView, row: RowView) -> str:
    if row.draw_code == "deck_used":
        return _("used in this turn")
    if row.draw_code == "deck_empty":
        return _("no cards left")
    return ""


def _row_offers(ways: Ways, row: RowView) -> tuple[Offer, ...]:
    found, seen = [], dict[str, int]()
    for one in row.cards:
        seen[one.card] = seen.get(one.card, 0) + 1  # links may lie there twice
        found.append(card_offer(ways, one, "buy", f"{one.card}-{seen[one.card]}"))
    return tuple(found)


def card_offer(ways: Ways, one: FaceUpView, action: str, key: str) -> Offer:
    """A face-up card, or a drawn one (`action` keep)."""
    view = ways.view
    mine = mine_in(view)
    if mine is None or one.terms is None:
        return Offer(key, face(one.card), action, "card", CARDS[one.card].cost, Verdict("", ""))
    shown = face(one.card, mine.features)
    return Offer(
        key=key,
        face=shown,
        action=action,
        field="card",
        price=one.terms.price,
        verdict=verdict(ways, one.card, one.terms),
        prospects=prospects(ways.snapshot, view, one.card),
        licensed=shown.kind == "protocol",
        serves=_serves(view, one.card),
        rest=mine.money - one.terms.price,
        flip=_flip(one, key),
    )


def _flip(one: FaceUpView, key: str) -> str:
    """A card that joins the tree travels there; the second one of a title has a name of its own."""
    owned = one.terms is not None and one.terms.code == "already_owned"
    return one.card if key in (f"{one.card}-1", "") and not owned else key


def adoptable(snapshot: MatchSnapshot, seat: int | None) -> tuple[Offer, ...]:
    """Protocols of others that the viewer does not have, in order of deployment."""
    view = view_of(snapshot, seat)
    found = [one for one in view.protocols if seat not in (one.deployer, *one.adopters)]
    ways = Ways(snapshot, view)
    return tuple(_adoption(ways, one) for one in found)


def _adoption(ways: Ways, one: ProtocolView) -> Offer:
    snapshot, view = ways.snapshot, ways.view
    mine = mine_in(view)
    price = CARDS[one.card].cost + one.fee
    judged = Verdict("", "") if one.terms is None else verdict(ways, one.card, one.terms)
    return Offer(
        key=f"adopt-{one.card}",
        face=face(one.card, mine.features if mine else None),
        action="adopt",
        field="protocol",
        price=price,
        verdict=judged,
        prospects=prospects(ways.snapshot, view, one.card),
        serves=_serves(view, one.card),
        rest=mine.money - price if mine else 0,
        owner=who(snapshot, one.deployer, view.seat),
        licence=one.licence,
        fee=one.fee,
        terms=words.licence(one.licence, one.fee),
        flip=one.card,
    )


def _serves(view: InteropView, card: str) -> str:
    """Ids of the viewer's own cards that give what this one needs."""
    mine = mine_in(view)
    needs = set(CARDS[card].needs)
    found = [one for one in mine.protocols if needs & set(CARDS[one].provides)] if mine else []
    return " ".join([*found, *(["board"] if needs & {"routing", "stream"} else [])])
