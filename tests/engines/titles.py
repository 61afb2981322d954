"""The games the contract tests are run on: small and odd forms of each in `TRIALS`.

A game of the house that has none there is tried as it is, with fewest and most seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from games.engines.base import Engine, SeatSetup, Setup, TableTitle
from games.engines.blanks.engine import BlanksEngine
from games.engines.blanks.options import BlanksOptions
from games.engines.blanks.title import BLANKS, sample_content
from games.engines.interop.engine import InteropEngine
from games.engines.interop.options import InteropContent, InteropOptions
from games.engines.interop.title import INTEROP
from games.engines.merchants.engine import MerchantsEngine
from games.engines.merchants.options import MerchantsOptions, Mode
from games.engines.merchants.title import MERCHANTS
from games.engines.simulate import engine_for
from games.registry import games
from tests.example_game.engine.engine import ExampleEngine
from tests.example_game.engine.state import ExampleOptions
from tests.example_game.engine.title import EXAMPLE


@dataclass(frozen=True)
class Trial:
    """A game in a small form: short matches with many things in them.

    `actions`: within how many actions every match of it is over.
    """

    name: str
    title: TableTitle
    engine: Callable[[], Engine]
    actions: int


def blanks(seats: int, **options: Any) -> Callable[[], BlanksEngine]:
    setup = Setup(
        seats=tuple(SeatSetup() for _ in range(seats)),
        options=BlanksOptions(**options),
        content=sample_content(blacks=10, whites=8 * 14),
    )
    return lambda: BlanksEngine(setup)


def merchants(seats: int, mode: Mode) -> Callable[[], MerchantsEngine]:
    setup = Setup(
        seats=tuple(SeatSetup() for _ in range(seats)), options=MerchantsOptions(mode=mode)
    )
    return lambda: MerchantsEngine(setup)


def interop(seats: int) -> Callable[[], InteropEngine]:
    setup = Setup(
        seats=tuple(SeatSetup() for _ in range(seats)),
        options=InteropOptions(rounds=6),
        content=InteropContent(),
    )
    return lambda: InteropEngine(setup)


def example(seats: int) -> Callable[[], ExampleEngine]:
    setup = Setup(seats=tuple(SeatSetup() for _ in range(seats)), options=ExampleOptions())
    return lambda: ExampleEngine(setup)


OWN = [
    Trial("example-2", EXAMPLE, example(2), 10),
    Trial("example-4", EXAMPLE, example(4), 20),
    Trial("blanks-4", BLANKS, blanks(4, target_score=3), 2000),
    Trial("blanks-2", BLANKS, blanks(2, target_score=0, round_limit=0), 2000),
    Trial("blanks-7", BLANKS, blanks(7, target_score=2, away_after=1), 2000),
    Trial("merchants-full-4", MERCHANTS, merchants(4, "full"), 2000),
    Trial("merchants-full-3", MERCHANTS, merchants(3, "full"), 2000),
    Trial("merchants-quick-4", MERCHANTS, merchants(4, "quick"), 1000),
    Trial("merchants-quick-3", MERCHANTS, merchants(3, "quick"), 1000),
    Trial("merchants-hard-4", MERCHANTS, merchants(4, "hard"), 2000),
    Trial("interop-2", INTEROP, interop(2), 400),
    Trial("interop-4", INTEROP, interop(4), 600),
    Trial("interop-6", INTEROP, interop(6), 800),
]


def _as_they_are() -> Iterator[Trial]:
    """A title whose matches copy content needs trials of its own: here it begins without any."""
    tried = {trial.title.slug for trial in OWN}
    for slug, game in games().items():
        if slug not in tried and hasattr(game.title, "engines"):
            title = cast(TableTitle, game.title)
            for seats in sorted({*title.seats}):
                engine = partial(engine_for, title, seats=seats, options={})
                yield Trial(f"{slug}-{seats}", title, engine, 2000)


TRIALS = [*OWN, *_as_they_are()]
