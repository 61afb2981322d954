"""Whole games of Interop move by move, and single positions for experiments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import pytest

from games.engine import codec
from games.engine.base import Event, IllegalAction, Randomness, SeatSetup, Setup
from games.engine.dealer import Dealer, Seeded
from games.engine.record import replay
from games.engine.simulate import Run, play_out, random_bot
from games.interop.bots.sight import Raw
from games.interop.rules.actions import MESSAGES, decision_id
from games.interop.rules.engine import InteropEngine
from games.interop.rules.examples.case import state_of
from games.interop.rules.options import InteropContent, InteropOptions
from games.interop.rules.state import State
from games.interop.title import INTEROP

ANY = "any"  # plays any choice at random
Key = tuple[int, Any, tuple[str, ...]]  # identifies a game: players, rounds, bots


@dataclass(frozen=True)
class Move:
    """An entry of the log that was applied; `seat` is None for the clock."""

    seat: int | None
    action: Mapping[str, Any]
    before: State
    after: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A game from its first position on."""

    engine: InteropEngine
    begin: State
    moves: tuple[Move, ...]

    @property
    def states(self) -> tuple[State, ...]:
        return (self.begin, *(move.after for move in self.moves))

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for move in self.moves for event in move.events)


# Players, rounds, and the bots that play, repeated as needed.
GAMES: tuple[tuple[int, Literal[6, 8, 10], tuple[str, ...]], ...] = (
    (2, 8, ("planner",)),
    (3, 6, ("random",)),
    (3, 10, ("planner", "random")),
    (4, 8, (ANY,)),
    (4, 8, ("house", "planner")),
    (5, 8, ("greedy", "planner", "random")),
    (6, 6, ("planner",)),
    (6, 8, (ANY,)),
)
QUICK = (GAMES[1], GAMES[4])  # run by `make test`, the others by `make test-deep`

in_every_game = pytest.mark.parametrize(
    "played",
    [
        pytest.param(
            one,
            id=f"{one[0]}-{one[1]}-{'-'.join(one[2])}",
            marks=() if one in QUICK else pytest.mark.deep,
        )
        for one in GAMES
    ],
)


def engine_for(players: int, rounds: Literal[6, 8, 10] = 8) -> InteropEngine:
    seats = tuple(SeatSetup() for _ in range(players))
    options = InteropOptions(rounds=rounds)
    return InteropEngine(Setup(seats=seats, options=options, content=InteropContent()))


@cache
def game(players: int, rounds: Literal[6, 8, 10], bots: tuple[str, ...]) -> Game:
    engine = engine_for(players, rounds)
    run = Run(engine, f"properties {players} {bots}")
    policies = {ANY: random_bot, **INTEROP.bots}
    play_out(run, [policies[bots[seat % len(bots)]] for seat in range(players)], Seeded("bots"))
    first, *rest = replay(engine, run.lines)
    moves = (
        Move(
            seat=one.line.seat,
            action=one.line.action,
            before=one.before,
            after=one.step.state,
            events=one.step.events,
        )
        for one in rest
    )
    return Game(engine, first.step.state, tuple(moves))


class Table:
    """A position in which cards are drawn at random."""

    def __init__(self, **position: Any) -> None:
        position = {"players": 2, "round": 2, "phase": "investment", **position}
        self.engine = engine_for(position["players"], position.get("rounds", 8))
        self.state = state_of(position)
        self.events: tuple[Event, ...] = ()

    def post(self, seat: int, action: str, **fields: Any) -> str:
        """Post an action; return the code it is refused with, or "".

        Unless `fields` say otherwise, it answers the open decision.
        """
        raw = {"action": action, "decision": decision_id(self.state), **fields}
        try:
            typed = codec.decode_action(raw, self.engine.action_type)
            step = self.engine.apply(self.state, seat, typed, chance())
        except IllegalAction as refusal:
            return refusal.code
        self.state, self.events = step.state, step.events
        return ""

    def answer(self, bot: str, chance: Randomness | None = None) -> Raw:
        """Return what this bot would do for the pending seat, without the decision's id."""
        view = self.engine.view(self.state, self.state.turn)
        raw = dict(INTEROP.bots[bot](view, chance or Seeded("x")) or {})
        assert raw.pop("decision") == view.decision
        return raw

    def play(self, bot: str, chance: Randomness | None = None) -> Raw:
        """Post what this bot would do, and return it."""
        raw = self.answer(bot, chance)
        fields = {key: value for key, value in raw.items() if key != "action"}
        assert self.post(self.state.turn, raw["action"], **fields) == ""
        return raw

    def money(self) -> list[int]:
        return [player.money for player in self.state.players]


def chance() -> Dealer:
    return Dealer("0" * 64, 1)


def refusal(played: Game, state: State, raw: Mapping[str, Any]) -> str:
    """Return the code with which the pending seat is refused this action, or ""."""
    named = {"decision": decision_id(state), **raw}
    action = codec.decode_action(named, played.engine.action_type)
    try:
        played.engine.apply(state, state.turn, action, chance())
    except IllegalAction as refused:
        return refused.code if refused.message == MESSAGES[refused.code] else "no sentence"
    return ""


def started(players: int = 3) -> Table:
    """Return a game at its beginning."""
    table = Table(players=players)
    table.state = table.engine.begin(chance()).state
    return table
