"""Positions of Merchant Kings that its page must show, found by playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.merchants.rules.options import Mode
from games.merchants.rules.state import Phase
from tests.games.merchants.table import Table

_TRIES = 120


@dataclass(frozen=True)
class Position:
    """A match at some point, and a seat that has something to see or do there."""

    table: Table
    seat: int


@dataclass(frozen=True)
class Wanted:
    """The criteria that a position must meet."""

    phase: Phase
    # Must hold for the pending seat.
    reached: Callable[[Table, int], bool] = lambda _table, _seat: True
    # The bots play at random.
    wild: bool = False
    mode: Mode = "full"
    seats: int = 4
    # The number of the first match to search, known to reach the position.
    start: int = 0


def _usable(table: Table, seat: int) -> int:
    own = table.engine.view(table.state, seat).own
    return len(own.usable) if own else 0


def _buys(table: Table, seat: int) -> bool:
    """Return True if the seat can pay for something and has a crate and an action."""
    view = table.engine.view(table.state, seat)
    paying = any(offer.commit for offer in view.markets.offers)
    return paying and bool(view.markets.black) and view.round > 1


def _plays(table: Table, seat: int) -> bool:
    kinds = {choice.action for choice in table.engine.choices(table.state, seat)}
    offers = table.engine.view(table.state, seat).markets.offers
    emblem = any(offer.owner is not None for offer in offers)
    return {"play", "callback", "visit"} <= kinds and emblem


def _struck(table: Table, seat: int) -> bool:
    event = table.state.event
    hit = event.hit if event else ()
    kinds = {choice.action for choice in table.engine.choices(table.state, seat)}
    return seat in hit and len(hit) > 1 and {"callback", "visit"} <= kinds


def _answers(table: Table, seat: int) -> bool:
    stack = table.state.stack
    return stack is not None and len(stack.cards) > 1 and _usable(table, seat) > 0


def _opens(table: Table, seat: int) -> bool:
    stack = table.state.stack
    return stack is not None and not stack.cards and _usable(table, seat) > 1


WANTED: dict[str, Wanted] = {
    "market": Wanted(Phase.MARKET, _buys),
    "market with everything": Wanted(Phase.MARKET, _plays, wild=True, start=5),
    "market after an event": Wanted(Phase.MARKET, _struck, wild=True, start=18),
    "market of a quick start": Wanted(Phase.MARKET, mode="quick", seats=3),
    "market in hard mode": Wanted(Phase.MARKET, _buys, mode="hard"),
    "seize": Wanted(Phase.SEIZE, lambda table, seat: _usable(table, seat) > 1),
    "seize with nothing": Wanted(Phase.SEIZE, lambda table, seat: not _usable(table, seat)),
    "duel of the buyer": Wanted(
        Phase.DUEL, lambda table, seat: seat == table.state.active and _usable(table, seat) > 0
    ),
    "duel of the seizer": Wanted(
        Phase.DUEL, lambda table, seat: seat != table.state.active and _usable(table, seat) > 0
    ),
    "reroll": Wanted(Phase.REROLL),
    "callback": Wanted(Phase.CALLBACK_TAKE, wild=True),
    "stack": Wanted(Phase.STACK, _answers, wild=True),
    "powers": Wanted(Phase.STACK, _opens),
    "herald": Wanted(Phase.PICK_EMBLEM, wild=True, start=16),
    "justice": Wanted(Phase.PICK_STACK_CARD, wild=True, start=30),
    "clerk": Wanted(Phase.PICK_BLACK_MARKET, wild=True),
    "clerk's card": Wanted(Phase.PICK_BLACK_MARKET_CARD, wild=True, start=10),
    "toll": Wanted(Phase.GIVE, lambda table, seat: len(table.asked) > 1, wild=True),
    "magnate": Wanted(Phase.PICK_STOCK, wild=True),
    "cutpurse": Wanted(Phase.CUTPURSE, lambda table, seat: _usable(table, seat) > 1, wild=True),
}


def _played(seed: str, *, wild: bool = False, start: int = 0, **options: Any) -> Iterator[Table]:
    """Yield matches, one after the other, at each point they reach."""
    for number in range(start, start + _TRIES):
        table = Table(seed=f"{seed} {number}", **options)
        yield table
        while not table.over:
            table.go_on(wild=wild)
            yield table
    raise AssertionError(f"no match came to: {seed}")


@cache
def position(name: str) -> Position:
    """Play matches until one reaches the position of this name."""
    wanted = WANTED[name]
    options = {"seats": wanted.seats, "mode": wanted.mode}
    return next(
        Position(table, seat)
        for table in _played(name, wild=wanted.wild, start=wanted.start, **options)
        if table.state.phase is wanted.phase
        for seat in table.asked
        if wanted.reached(table, seat)
    )


@cache
def ended(mode: Mode = "full", seats: int = 4) -> Position:
    """Return a match whose points were counted."""
    played = _played("end", mode=mode, seats=seats)
    return next(
        Position(table, 0) for table in played if table.over and table.state.cause == "deck"
    )


@cache
def ruined() -> Position:
    """Return a match in hard mode with one player out and another to act."""
    return next(
        Position(table, table.asked[0])
        for table in _played("ruin", mode="hard", wild=True)
        if table.state.phase is Phase.MARKET and any(one.out for one in table.state.players)
    )
