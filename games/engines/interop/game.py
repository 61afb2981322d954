"""What one match is played with, and one transition of it."""

from __future__ import annotations

from games.engines import codec
from games.engines.base import Chance, Event, Setup
from games.engines.interop.options import InteropContent, InteropOptions


class TypedSetup:
    """Seats and options of one match. Never changes."""

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.options = codec.typed(setup.options, InteropOptions)
        self.content = codec.typed(setup.content, InteropContent)

    @property
    def rounds(self) -> int:
        return self.options.rounds


class Turn:
    """One transition under way: the match, its chance, and what there is to tell so far."""

    def __init__(self, game: TypedSetup, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
