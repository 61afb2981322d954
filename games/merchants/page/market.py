"""The marketplace as everybody sees it: stalls, crates, piles."""

from __future__ import annotations

from dataclasses import dataclass

from games.merchants.page import naming
from games.merchants.page.faces import Face, face
from games.merchants.rules.view import MerchantsView, StockView


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
        name=naming.suit_name(stock.suit),
        goods=tuple(
            Good(face(good.card), good.price, good.price - good.value) for good in stock.goods
        ),
        pays=stock.primary,
        pays_name=naming.suit_name(stock.primary),
        pays_art=naming.SUIT_ART[stock.primary],
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
