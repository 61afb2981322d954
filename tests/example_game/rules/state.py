"""The types of the example: its options, actions, state and view."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine import transition
from games.engine.base import HouseAction, Value, View

ROUNDS = 3
# Text, because the fields of a choice are text.
DECK = tuple(f"{number:02}" for number in range(1, 41))


class ExampleOptions(Value):
    """The options of a table. The form shows `title` and `description`."""

    seconds: Annotated[
        int,
        Meta(ge=5, le=7200, title="Time", description="Seconds for each card."),
    ] = 20


class ExamplePreferences(Value):
    """Settings with which a seat answers automatically."""

    lowest: bool = False  # put down the lowest card


class Put(Value, tag="put", tag_field="action"):
    """An action: put this card of the hand face down (rules 2)."""

    decision: str  # the id of the decision that this answers
    card: str


AnyAction = Put | HouseAction


class Player(Value):
    """A player's cards and score."""

    seat: int
    hand: tuple[str, ...]
    down: str = ""  # the card that lies face down, or ""
    score: int = 0


class State(Value):
    """The complete state of a match.

    Every card is in a hand, face down, revealed, or left in the deck.
    """

    round: int
    players: tuple[Player, ...]
    deck: tuple[str, ...]
    turned: tuple[tuple[str, ...], ...] = ()  # the cards of each finished round, in seat order
    end: str = ""  # the reason why the match is over, or "" while it runs


class PlayerView(Value):
    """The public facts about a player.

    They must not reveal if the player has put a card down (rules 6).
    """

    seat: int
    bot: bool
    score: int
    winner: bool


class ExampleView(View):
    """The view of one viewer."""

    round: int
    players: tuple[PlayerView, ...]
    turned: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...] = ()  # the viewer's own
    down: str = ""  # the viewer's own


TypedSetup = transition.TypedSetup[ExampleOptions, None]
Turn = transition.Turn[TypedSetup]
