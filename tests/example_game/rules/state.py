"""The values of a match: its options, what a seat may do, the truth, and what is shown of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine import transition
from games.engine.base import HouseAction, Value, View

ROUNDS = 3
DECK = tuple(f"{number:02}" for number in range(1, 41))  # as text, since fields of a choice are


class ExampleOptions(Value):
    """What the table may choose. Title and description are what the form says."""

    seconds: Annotated[
        int,
        Meta(ge=5, le=7200, title="Time", description="Seconds for each card."),
    ] = 20


class ExamplePreferences(Value):
    """When a seat answers by itself. `lowest`: its lowest card is put down."""

    lowest: bool = False


class Put(Value, tag="put", tag_field="action"):
    """Put this card of the hand face down (rules 2). `decision`: the one this answers."""

    decision: str
    card: str


AnyAction = Put | HouseAction


class Player(Value):
    """`down`: the card that lies face down, "" for none."""

    seat: int
    hand: tuple[str, ...]
    down: str = ""
    score: int = 0


class State(Value):
    """The whole truth. Every card is in a hand, face down, turned up or in the rest of the deck.

    `turned`: of each round that is over, the cards in seat order. `end`: why it is over, "" while
    it runs.
    """

    round: int
    players: tuple[Player, ...]
    deck: tuple[str, ...]
    turned: tuple[tuple[str, ...], ...] = ()
    end: str = ""


class PlayerView(Value):
    """A player as everybody may see them: not whether they have put a card down (rules 6)."""

    seat: int
    bot: bool
    score: int
    winner: bool


class ExampleView(View):
    """What one viewer may see. `hand` and `down` are the viewer's own."""

    round: int
    players: tuple[PlayerView, ...]
    turned: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...] = ()
    down: str = ""


TypedSetup = transition.TypedSetup[ExampleOptions, None]
Turn = transition.Turn[TypedSetup]
