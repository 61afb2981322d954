"""Building blocks for the rules of any game.

They cover setup, transitions and refusals. Actions that only the site takes (the clock, joining and
leaving, an abort) are handled here once, in the same way for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.engine import codec
from games.engine.base import (
    Abort,
    Chance,
    Decision,
    Engine,
    Event,
    HouseAction,
    IllegalAction,
    Join,
    Leave,
    SeatSetup,
    Setup,
    Step,
    Timeout,
)

Options = TypeVar("Options")
Content = TypeVar("Content")
Game = TypeVar("Game")


@dataclass(frozen=True)
class TypedSetup(Generic[Options, Content]):
    """Seats, options and content of one match in the game's own types. Never changes."""

    seats: tuple[SeatSetup, ...]
    options: Options
    content: Content


def typed_setup(
    setup: Setup, options: type[Options], content: type[Content]
) -> TypedSetup[Options, Content]:
    """Return the setup with options and content of these types.

    Each may be a value already or plain data (a stored setup). Raise `msgspec.ValidationError` if
    it is neither.
    """
    return TypedSetup(
        seats=setup.seats,
        options=codec.typed(setup.options, options),
        content=codec.typed(setup.content, content),
    )


class Turn(Generic[Game]):
    """A transition in progress: the match, its randomness, and the events so far."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event, to be published in this order when the transition is complete."""
        self.events.append(event)

    def step(self, state: Any, chapter: int) -> Step:
        """Return the finished step with this state, this chapter and all events."""
        return Step(state, tuple(self.events), chapter)


class Refusals:
    """The refusal codes of a game, each with its message to the player."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        self._messages = messages

    def refuse(self, code: str, message: str = "") -> IllegalAction:
        """Return the refusal with this code, for the caller to raise.

        `message`: more exact than the code's own, where a code has several causes.
        """
        return IllegalAction(code, message or self._messages[code])

    def need(self, holds: bool, code: str, message: str = "") -> None:
        """Raise the refusal with this code, and `message` if given, unless the condition holds."""
        if not holds:
            raise self.refuse(code, message)


# --- Site actions


AnyTurn = TypeVar("AnyTurn")
State = TypeVar("State")


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[AnyTurn, State]):
    """The rules of a game as functions from one state to the next."""

    # Apply an action of a seat. Raise `IllegalAction`, with the codes in the order of the rules.
    answer: Callable[[AnyTurn, State, int | None, Any], State]
    # End the match without a result.
    abort: Callable[[AnyTurn, State], State]
    # Time is up for these seats. None: the default action of each of them is applied.
    time_up: Callable[[AnyTurn, State, tuple[int, ...]], State] | None = None
    # Somebody joins, or leaves for good. For open rosters only.
    come_or_go: Callable[[AnyTurn, State, int | None, Join | Leave], State] | None = None
    refuse: Callable[[str], IllegalAction]  # returns the refusal with this code
    over: str  # the code of refusals after the end


def applied(
    engine: Engine,
    rules: Rules[AnyTurn, State],
    turn: AnyTurn,
    state: State,
    seat: int | None,
    action: Any,
) -> State:
    """Return the state after an action of a seat, of the clock or of the site.

    A `Timeout` is refused with `stale` unless it names the open decision, so always after the end.
    A `Join` or `Leave` is refused with `malformed` if the roster is fixed. Other site actions are
    refused with `rules.over` after the end.
    """
    if not isinstance(action, HouseAction):
        return rules.answer(turn, state, seat, action)
    decision = engine.pending(state)
    match action:
        case Timeout():
            if decision is None or decision.id != action.decision:
                raise rules.refuse("stale")
            return _time_up(engine, rules, turn, state, decision)
        case Join() | Leave():
            if rules.come_or_go is None:
                raise rules.refuse("malformed")
            _running(rules, decision)
            return rules.come_or_go(turn, state, seat, action)
        case Abort():
            _running(rules, decision)
            return rules.abort(turn, state)


def _running(rules: Rules[AnyTurn, State], decision: Decision | None) -> None:
    if decision is None:
        raise rules.refuse(rules.over)


def _time_up(
    engine: Engine, rules: Rules[AnyTurn, State], turn: AnyTurn, state: State, decision: Decision
) -> State:
    if rules.time_up is not None:
        return rules.time_up(turn, state, decision.asked)
    for seat in decision.asked:
        now = engine.pending(state)
        # The default action of one seat may end the decision for the others.
        if now is not None and now.id == decision.id:
            state = rules.answer(turn, state, seat, engine.default_action(state, seat))
    return state
