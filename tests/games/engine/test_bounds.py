"""Each game ends at both bounds of every option, not only with its presets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from games.blanks.title import BLANKS
from games.engine import choices
from games.engine.base import TableTitle
from games.engine.codec import struct_fields
from games.engine.dealer import Seeded
from games.engine.simulate import Run
from tests.games.engine.titles import CARDS, TRIALS, of

MOST = 4000  # answers
TITLES = {trial.title.slug: trial.title for trial in TRIALS}


def _extremes(option: inspect.Field) -> Iterator[Any]:
    """Yield the bounds of an option, or all its values if they have no order."""
    kind: Any = option.type.type if isinstance(option.type, inspect.Metadata) else option.type
    match kind:
        case inspect.IntType(ge=int() as least, le=int() as most):
            yield from (least, most)
        case inspect.BoolType():
            yield from (False, True)
        case inspect.LiteralType():
            yield from kind.values


def _every() -> Iterator[Any]:
    for slug, title in TITLES.items():
        for option in struct_fields(title.options_type):
            for value in _extremes(option):
                yield pytest.param(title, option.name, value, id=f"{slug}-{option.name}-{value}")


@pytest.mark.parametrize(("title", "option", "value"), [*_every()])
def test_a_match_ends_at_the_bounds_of_its_options(
    title: TableTitle, option: str, value: Any
) -> None:
    content = CARDS if title is BLANKS else title.content_type()  # `NoneType()` is None
    run = Run(of(title, title.seats[0], content, **{option: value})(), "bounds")
    chance = Seeded(f"{option} {value}")
    # No timeouts: players answer each decision. The contract test covers matches of defaults alone.
    while (decision := run.engine.pending(run.state)) is not None:
        assert len(run.lines) < MOST, "the match does not end"
        seat = decision.asked[chance.below(len(decision.asked))]
        answer = choices.sample_any(run.engine.choices(run.state, seat), chance)
        assert answer is not None
        run.post(seat, answer)
