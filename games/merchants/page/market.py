"""The marketplace, and a purchase under way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chat.core.translation import gettext as _
from games.merchants.page import card_faces
from games.merchants.page.card_faces import Face, face, faces
from games.merchants.page.typed_view import percent
from games.merchants.rules import cards
from games.merchants.rules.view import MerchantsView, PurchaseView, StockView
from games.page.presentation import Who, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Good:
    """`change`: how the event moves its price, 0 where it costs what is printed."""

    face: Face
    price: int
    change: int


@dataclass(frozen=True)
class Stall:
    """A Stock. `pays`, `pays_name`, `pays_art`: the suit that buys here, and its picture."""

    suit: str
    name: str
    goods: tuple[Good, ...]
    pays: str
    pays_name: str
    pays_art: str


@dataclass(frozen=True)
class Piles:
    """What lies beside the stalls. `full`: in a quick start there are only deck and exile."""

    deck: int
    discard: int
    top: Face | None
    nest: int
    exile: int
    full: bool


def stalls(view: MerchantsView) -> list[Stall]:
    return [_stall(stock) for stock in view.markets.stocks]


def _stall(stock: StockView) -> Stall:
    return Stall(
        suit=stock.suit,
        name=card_faces.suit_name(stock.suit),
        goods=tuple(
            Good(face(good.card), good.price, good.price - good.value) for good in stock.goods
        ),
        pays=stock.primary,
        pays_name=card_faces.suit_name(stock.primary),
        pays_art=card_faces.SUIT_ART[stock.primary],
    )


def piles(view: MerchantsView) -> Piles:
    top = view.piles.discard_top
    return Piles(
        deck=view.piles.deck,
        discard=view.piles.discard,
        top=None if top is None else face(top),
        nest=view.piles.nest,
        exile=view.piles.exile,
        full=view.mode != "quick",
    )


# --- A purchase under way: what is declared, who commits what, and whose answer is due. ---


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
        value=card_faces.number(purchase.value),
        gain=percent(purchase.gain),
        loss=100 - percent(purchase.gain),
        due=_due(view, purchase),
    )


def _suit(letter: str) -> Suit:
    return Suit(letter, card_faces.suit_name(letter), card_faces.SUIT_ART[letter])


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
    return _("from the stall of %(suit)s") % {"suit": card_faces.suit_name(purchase.suit)}


def _bids(snapshot: MatchSnapshot, purchase: PurchaseView) -> tuple[Bid, ...]:
    return tuple(
        Bid(who(snapshot, bid.seat), faces(bid.cards), bid.total, bid.seat == purchase.seizer)
        for bid in purchase.bids
        if bid.cards
    )
