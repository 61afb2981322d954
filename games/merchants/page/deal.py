"""A purchase under way: what is declared, who commits what, and whose answer is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chat.core.translation import gettext as _
from games.merchants.page import naming
from games.merchants.page.faces import Face, faces
from games.merchants.page.viewer import percent
from games.merchants.rules import cards
from games.merchants.rules.view import MerchantsView, PurchaseView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot

Due = Literal["bids", "buyer", "seizer", "dice"]


@dataclass(frozen=True)
class Bid:
    who: Who
    cards: tuple[Face, ...]
    total: int
    won: bool


@dataclass(frozen=True)
class Suit:
    """A suit that counts here: its letter, its name and that of its picture."""

    letter: str
    name: str
    art: str


@dataclass(frozen=True)
class Deal:
    """`due`: what is awaited. `gain`, `loss`: per cent that buyer and seizer get the goods.

    `paid`, `struck`, `added`: the sums of what the buyer committed to lower the value, of what they
    committed to strike the seizer's cards out, and of the seizer's cards. `counts`: what of those
    is left after striking out.
    """

    buyer: Who
    seizer: Who | None
    goods: tuple[Face, ...]
    suit: Suit
    pays: Suit
    strikes: Suit
    source: str
    base: int
    bonus: int
    paid: int
    struck: int
    added: int
    counts: int
    primary: tuple[Face, ...]
    secondary: tuple[Face, ...]
    counter: tuple[Face, ...]
    bids: tuple[Bid, ...]
    value: str
    gain: int
    loss: int
    due: Due


def deal(snapshot: MatchSnapshot, view: MerchantsView) -> Deal | None:
    purchase = view.purchase
    if purchase is None:
        return None
    added, struck = cards.total(purchase.counter), cards.total(purchase.secondary)
    return Deal(
        buyer=who(snapshot, purchase.buyer),
        seizer=None if purchase.seizer is None else who(snapshot, purchase.seizer),
        goods=faces(purchase.cards),
        suit=_suit(purchase.suit),
        pays=_suit(purchase.primary_suit),
        strikes=_suit(purchase.secondary_suit),
        source=_source(snapshot, purchase),
        base=purchase.base,
        bonus=purchase.bonus,
        paid=cards.total(purchase.primary),
        struck=struck,
        added=added,
        counts=max(0, added - struck),
        primary=faces(purchase.primary),
        secondary=faces(purchase.secondary),
        counter=faces(purchase.counter),
        bids=_bids(snapshot, purchase),
        value=naming.number(purchase.value),
        gain=percent(purchase.gain),
        loss=100 - percent(purchase.gain),
        due=_due(view, purchase),
    )


def _suit(letter: str) -> Suit:
    return Suit(letter, naming.suit_name(letter), naming.SUIT_ART[letter])


def _due(view: MerchantsView, purchase: PurchaseView) -> Due:
    if view.phase == "seize":
        return "bids"
    if purchase.duelist is None or view.phase != "duel":
        return "dice"
    return "buyer" if purchase.duelist == purchase.buyer else "seizer"


def _source(snapshot: MatchSnapshot, purchase: PurchaseView) -> str:
    """Where the goods come from."""
    if purchase.origin == "emblem" and purchase.owner is not None:
        return _("an emblem of %(name)s") % {"name": who(snapshot, purchase.owner).name}
    if purchase.origin == "event":
        return _("the guild of the Grand Opening")
    return _("from the stall of %(suit)s") % {"suit": naming.suit_name(purchase.suit)}


def _bids(snapshot: MatchSnapshot, purchase: PurchaseView) -> tuple[Bid, ...]:
    return tuple(
        Bid(who(snapshot, bid.seat), faces(bid.cards), bid.total, bid.seat == purchase.seizer)
        for bid in purchase.bids
        if bid.cards
    )
