"""Choices as data: samples are allowed, and everything else is not."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.base import Bound, Choice, Number, Pick, Text
from games.engine.choices import allows, sample, sample_any
from games.engine.dealer import Seeded

PAY = Choice(
    action="pay",
    given={"round": 3},
    fields=(
        Pick(name="cards", of=("a", "b", "c"), least=1, most=3),
        Number(name="coins", least=0, most=5),
    ),
    bound=Bound(weights={"cards": (1, 2, 3), "coins": (1,)}, least=4, most=5),
)
SWAP = Choice(
    action="swap",
    fields=(
        Pick(name="of", of=("x", "y"), least=2, most=2, ordered=True, modes=("up", "down")),
        Text(name="say", least=0, most=5),
    ),
)
GO = Choice(
    action="go",
    fields=(
        Pick(
            name="of",
            of=("x", "y", "z"),
            least=1,
            most=3,
            ordered=True,
            modes=("up", "down"),
            modes_of=(("up",), ("up", "down"), ("down",)),
        ),
    ),
)
ONE = Choice(action="one", fields=(Pick(name="it", of=("x",), least=1, most=1, single=True),))


@pytest.mark.parametrize("choice", [PAY, SWAP, GO, ONE])
def test_a_sample_is_allowed(choice: Choice) -> None:
    chance = Seeded("choices")
    for _ in range(200):
        answer = sample(choice, chance)
        assert answer is not None
        assert allows(choice, answer)


@pytest.mark.parametrize(
    ("choice", "answer"),
    [
        (PAY, {"action": "pay", "round": 3, "cards": ["b"], "coins": 5}),
        (PAY, {"action": "pay", "round": 2, "cards": ["c"], "coins": 1}),
        (PAY, {"action": "pay", "round": 3, "cards": ["c"], "coins": 0}),
        (PAY, {"action": "pay", "round": 3, "cards": ["c", "c"], "coins": 0}),
        (PAY, {"action": "pay", "round": 3, "cards": ["z"], "coins": 4}),
        (PAY, {"action": "pay", "round": 3, "cards": 3, "coins": 4}),
        (PAY, {"action": "pay", "round": 3, "cards": "c", "coins": 1}),
        (PAY, {"action": "pay", "round": 3, "cards": [3], "coins": 4}),
        (PAY, {"action": "pay", "round": 3, "cards": ["c"], "coins": True}),
        (PAY, {"action": "pay", "cards": ["c"], "coins": 1}),
        (PAY, {"action": "pay", "round": 3, "cards": ["c"], "coins": 1, "more": 1}),
        (SWAP, {"action": "swap", "of": ["x:up", "y"], "say": ""}),
        (SWAP, {"action": "swap", "of": ["x:up", "x:down"], "say": ""}),
        (SWAP, {"action": "swap", "of": ["x:up", "y:up"], "say": "too long"}),
        (GO, {"action": "go", "of": ["x:down"]}),
        (GO, {"action": "go", "of": ["y:up", "z:up"]}),
        (GO, {"action": "go", "of": ["y:up", "y:down"]}),
        (ONE, {"action": "one", "it": ["x"]}),
        (ONE, {"action": "one", "it": None}),
    ],
)
def test_anything_else_is_not_allowed(choice: Choice, answer: dict[str, Any]) -> None:
    assert not allows(choice, answer)


def test_an_impossible_bound_gives_no_sample() -> None:
    never = Choice(
        action="pay",
        fields=(Number(name="coins", least=0, most=1),),
        bound=Bound(weights={"coins": (1,)}, least=5, most=6),
    )
    assert sample(never, Seeded("x")) is None
    assert sample_any([never], Seeded("x")) is None
    answer = sample_any([never, ONE], Seeded("x"))
    assert answer == {"action": "one", "it": "x"}
