"""What one match is played with, and one transition of it."""

from __future__ import annotations

from typing import TypeVar

from games.engines import codec
from games.engines.base import Chance, Event, Setup
from games.engines.interop.options import InteropContent, InteropOptions

T = TypeVar("T")


class Game:
    """Seats and options of one match. Never changes."""

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.options = _typed(setup.options, InteropOptions)
        self.content = _typed(setup.content, InteropContent)

    @property
    def rounds(self) -> int:
        return self.options.rounds


class Turn:
    """One transition under way: the match, its chance, and what there is to tell so far."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)


def _typed(value: object, kind: type[T]) -> T:
    """As given, or built from plain data (a stored setup)."""
    return value if isinstance(value, kind) else codec.build(value, kind)
