"""Chance for examples: cards come in the order of the given decks; all else in some order."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.base import Item
from games.engine.dealer import Seeded


class Scripted:
    """The pools are in canonical order, which in an example is the order of its decks."""

    def __init__(self) -> None:
        self._random = Seeded("blanks-examples")
        self._tokens = 0

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        if count > len(pool):
            raise ValueError(f"{name}: {count} of {len(pool)}")
        return tuple(pool[:count])

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        left = list(items)
        return tuple(left.pop(self._random.below(len(left))) for _ in range(len(items)))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(1 + self._random.below(sides) for _ in range(dice))

    def token(self, name: str) -> str:
        self._tokens += 1
        return f"handle-{self._tokens}"
