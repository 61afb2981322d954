"""What the rules of any game are written with: setup, transition, refusals, site actions.

What the site alone does to a match (the clock, joining and leaving, an abort) is handled here
once, the same in every game.
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


class Refusals:
    """The codes of a game's rules, each with what a player is told."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        self._messages = messages

    def refuse(self, code: str) -> IllegalAction:
        """The refusal with this code, to be raised."""
        return IllegalAction(code, self._messages[code])

    def need(self, holds: bool, code: str) -> None:
        """Raises the refusal with this code where something needed does not hold."""
        if not holds:
            raise self.refuse(code)


# --- What the site alone does to a match. ---


AnyTurn = TypeVar("AnyTurn")
State = TypeVar("State")


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[AnyTurn, State]):
    """The rules of a game as functions from a state to the next one.

    `answer`: what a seat does; raises `IllegalAction` in the order of codes of the rules.
    `abort`: the match is broken off.
    `time_up`: time is up for these seats; None: the default action of each of them is played.
    `come_or_go`: of open rosters only, somebody sits down or is out for good.
    `refuse`: the refusal with this code. `over`: its code when the match is over. `closed`: its
    code for a `Join` or `Leave` where the roster is fixed.
    """

    answer: Callable[[AnyTurn, State, int | None, Any], State]
    abort: Callable[[AnyTurn, State], State]
    time_up: Callable[[AnyTurn, State, tuple[int, ...]], State] | None = None
    come_or_go: Callable[[AnyTurn, State, int | None, Join | Leave], State] | None = None
    refuse: Callable[[str], IllegalAction]
    over: str
    closed: str = "malformed"


def applied(
    engine: Engine,
    rules: Rules[AnyTurn, State],
    turn: AnyTurn,
    state: State,
    seat: int | None,
    action: Any,
) -> State:
    """The state after an action of a seat, of the clock or of the house.

    Refuses a `Timeout` with `stale` unless it means the open decision, so always after the end;
    a `Join` or `Leave` at a fixed roster with `rules.closed`; then, after the end, whatever else
    the house does with `rules.over`.
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
                raise rules.refuse(rules.closed)
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
        # The default of one seat may end the decision before the others are asked.
        if now is not None and now.id == decision.id:
            state = rules.answer(turn, state, seat, engine.default_action(state, seat))
    return state
