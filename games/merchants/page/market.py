"""The marketplace, and a purchase in progress."""

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
    """A good at a stall."""

    face: Face
    price: int
    change: int  # what the event adds to the printed price; 0 if nothing


@dataclass(frozen=True)
class Stall:
    """A Stock as a stall."""

    suit: str
    name: str
    goods: tuple[Good, ...]
    pays: str  # the suit that buys here, with its name and its picture
    pays_name: str
    pays_art: str


@dataclass(frozen=True)
class Piles:
    """The piles beside the stalls."""

    deck: int
    discard: int
    top: Face | None
    nest: int
    exile: int
    full: bool  # False in a quick start, which has only a deck and exile


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


# --- Purchase in progress


Due = Literal["bids", "buyer", "seizer", "dice"]


@dataclass(frozen=True)
class Bid:
    who: Who
    cards: tuple[Face, ...]
    total: int
    won: bool


@dataclass(frozen=True)
class Suit:
    """A suit of the purchase: its letter, its name and the name of its picture."""

    letter: str
    name: str
    art: str


@dataclass(frozen=True)
class Deal:
    """A purchase as it is shown."""

    buyer: Who
    seizer: Who | None
    goods: tuple[Face, ...]
    suit: Suit
    pays: Suit
    strikes: Suit
    source: str
    base: int
    bonus: int
    paid: int  # the sum the buyer committed to lower the value
    struck: int  # the sum the buyer committed to cancel cards of the seizer
    added: int  # the sum of the seizer's cards
    counts: int  # the part of `added` that is not cancelled
    primary: tuple[Face, ...]
    secondary: tuple[Face, ...]
    counter: tuple[Face, ...]
    bids: tuple[Bid, ...]
    value: str
    gain: int  # per cent: the buyer gets the goods
    loss: int  # per cent: the seizer gets the goods
    due: Due  # the answers awaited, or the dice


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
    """Return the origin of the goods, in words."""
    if purchase.origin == "emblem" and purchase.owner is not None:
        return _("an emblem of %(name)s") % {"name": who(snapshot, purchase.owner).name}
    if purchase.origin == "event":
        return _("the guild of the Grand Opening")
    return _("from the %(suit)s stall") % {"suit": card_faces.suit_name(purchase.suit)}


def _bids(snapshot: MatchSnapshot, purchase: PurchaseView) -> tuple[Bid, ...]:
    return tuple(
        Bid(who(snapshot, bid.seat), faces(bid.cards), bid.total, bid.seat == purchase.seizer)
        for bid in purchase.bids
        if bid.cards
    )
