"""The games that the contract tests run on: small and unusual forms in `TRIALS`.

A game of the site that has none there is tried as it is, with fewest and most seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from games.blanks.title import BLANKS, sample_content
from games.engine.base import Engine, TableTitle
from games.engine.simulate import engine_for
from games.interop.rules.options import InteropContent
from games.interop.title import INTEROP
from games.merchants.title import MERCHANTS
from games.registry import games
from tests.example_game.title import EXAMPLE


@dataclass(frozen=True)
class Trial:
    """A game in a small form: short matches in which much happens."""

    name: str
    title: TableTitle
    engine: Callable[[], Engine]
    # An upper bound on the number of actions in a match.
    actions: int


def of(title: TableTitle, seats: int, content: Any = None, **options: Any) -> Callable[[], Engine]:
    """Return a factory of engines for this number of seats."""
    return partial(engine_for, title, seats=seats, options=options, content=content)


CARDS = sample_content(blacks=10, whites=8 * 14)
OWN = [
    Trial("example-2", EXAMPLE, of(EXAMPLE, 2), 10),
    Trial("example-4", EXAMPLE, of(EXAMPLE, 4), 20),
    Trial("blanks-4", BLANKS, of(BLANKS, 4, CARDS, target_score=3), 2000),
    Trial("blanks-2", BLANKS, of(BLANKS, 2, CARDS, target_score=0, round_limit=0), 2000),
    Trial("blanks-breaks", BLANKS, of(BLANKS, 3, CARDS, break_seconds=60), 2000),
    Trial("blanks-7", BLANKS, of(BLANKS, 7, CARDS, target_score=2, away_after=1), 2000),
    Trial("merchants-full-4", MERCHANTS, of(MERCHANTS, 4, mode="full"), 2000),
    Trial("merchants-full-3", MERCHANTS, of(MERCHANTS, 3, mode="full"), 2000),
    Trial("merchants-quick-4", MERCHANTS, of(MERCHANTS, 4, mode="quick"), 1000),
    Trial("merchants-quick-3", MERCHANTS, of(MERCHANTS, 3, mode="quick"), 1000),
    Trial("merchants-hard-4", MERCHANTS, of(MERCHANTS, 4, mode="hard"), 2000),
    Trial("interop-2", INTEROP, of(INTEROP, 2, InteropContent(), rounds=6), 400),
    Trial("interop-4", INTEROP, of(INTEROP, 4, InteropContent(), rounds=6), 600),
    Trial("interop-6", INTEROP, of(INTEROP, 6, InteropContent(), rounds=6), 800),
]


def _as_they_are() -> Iterator[Trial]:
    """Yield trials of the other games, with the fewest and the most seats."""
    # They start without content: a title whose matches copy content needs trials of its own.
    tried = {trial.title.slug for trial in OWN}
    for slug, game in games().items():
        if slug not in tried and hasattr(game.title, "engines"):
            title = cast(TableTitle, game.title)
            for seats in sorted({*title.seats}):
                yield Trial(f"{slug}-{seats}", title, of(title, seats), 2000)


TRIALS = [*OWN, *_as_they_are()]
