"""What the rules of any game are written with: a setup with types, and a transition under way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.engine import codec
from games.engine.base import Chance, Event, SeatSetup, Setup, Step

Options = TypeVar("Options")
Content = TypeVar("Content")
Game = TypeVar("Game")


@dataclass(frozen=True)
class TypedSetup(Generic[Options, Content]):
    """Seats, options and content of one match, as the game's own types. Never changes."""

    seats: tuple[SeatSetup, ...]
    options: Options
    content: Content


def typed_setup(
    setup: Setup, options: type[Options], content: type[Content]
) -> TypedSetup[Options, Content]:
    """The setup with options and content of these types.

    Both may come as values or as plain data (a stored setup); raises `msgspec.ValidationError`
    where they are of neither kind.
    """
    return TypedSetup(
        seats=setup.seats,
        options=codec.typed(setup.options, options),
        content=codec.typed(setup.content, content),
    )


class Turn(Generic[Game]):
    """One transition under way: the match, its chance, and what there is to tell so far."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Adds what is to be told when the transition is complete, in this order."""
        self.events.append(event)

    def step(self, state: Any, chapter: int) -> Step:
        """The result: this state, in this chapter of the log, and all that was told."""
        return Step(state, tuple(self.events), chapter)
