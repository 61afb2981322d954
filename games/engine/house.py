"""What the house alone does to a match, the same in every game: the clock, comings, an abort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.engine.base import (
    Abort,
    Decision,
    Engine,
    HouseAction,
    IllegalAction,
    Join,
    Leave,
    Timeout,
)

Turn = TypeVar("Turn")
State = TypeVar("State")


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[Turn, State]):
    """The rules of a game as functions from a state to the next one.

    `answer`: what a seat does; raises `IllegalAction` in the order of codes of the rules.
    `abort`: the match is broken off.
    `time_up`: time is up for these seats; None: the default action of each of them is played.
    `come_or_go`: of open rosters only, somebody sits down or is out for good.
    `refuse`: the refusal with this code. `over`: its code when the match is over. `closed`: its
    code for a `Join` or `Leave` where the roster is fixed.
    """

    answer: Callable[[Turn, State, int | None, Any], State]
    abort: Callable[[Turn, State], State]
    time_up: Callable[[Turn, State, tuple[int, ...]], State] | None = None
    come_or_go: Callable[[Turn, State, int | None, Join | Leave], State] | None = None
    refuse: Callable[[str], IllegalAction]
    over: str
    closed: str = "malformed"


def applied(
    engine: Engine,
    rules: Rules[Turn, State],
    turn: Turn,
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


def _running(rules: Rules[Turn, State], decision: Decision | None) -> None:
    if decision is None:
        raise rules.refuse(rules.over)


def _time_up(
    engine: Engine, rules: Rules[Turn, State], turn: Turn, state: State, decision: Decision
) -> State:
    if rules.time_up is not None:
        return rules.time_up(turn, state, decision.asked)
    for seat in decision.asked:
        now = engine.pending(state)
        # The default of one seat may end the decision before the others are asked.
        if now is not None and now.id == decision.id:
            state = rules.answer(turn, state, seat, engine.default_action(state, seat))
    return state
