"""Random matches: people act, time out, join and leave, as the seed decides.

`in_lives()` runs a test in one life of each form of a game except the most expensive one.
`make test-deep` adds that one and a second life of each, `make test-nightly` all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pytest

from games.engine import choices, codec
from games.engine.base import Choice, Engine, IllegalAction, Join, Leave, Timeout
from games.engine.dealer import Dealer, Seeded
from games.engine.simulate import Run
from tests.games.engine.titles import TRIALS, Trial

SEEDS = tuple(f"life {number}" for number in range(8))
LIVES = [(trial.name, seed) for trial in TRIALS for seed in SEEDS]
DEAREST = "interop-6"  # costs as much as all other forms together


def marks_of(name: str, seed: str) -> Sequence[pytest.MarkDecorator]:
    """Return the marks that exclude this life from `make test`, if any."""
    if seed not in SEEDS[:2] or (seed, name) == (SEEDS[1], DEAREST):
        return (pytest.mark.nightly,)
    return () if seed == SEEDS[0] and name != DEAREST else (pytest.mark.deep,)


def in_lives(*games: str) -> pytest.MarkDecorator:
    """Parametrise a test by `name` and `seed` of lives, only of `games` if given."""
    lives = [
        pytest.param(name, seed, marks=marks_of(name, seed))
        for name, seed in LIVES
        if name.startswith(games or "")
    ]
    return pytest.mark.parametrize(("name", "seed"), lives)


@dataclass(frozen=True)
class Life:
    """A match from its first position to its last."""

    trial: Trial
    run: Run
    states: tuple[Any, ...]

    @property
    def engine(self) -> Engine:
        return self.run.engine

    @cached_property
    def seated(self) -> tuple[tuple[int, ...], ...]:
        """The seats taken in each position."""
        return tuple(seats_of(self.engine, state) for state in self.states)

    @cached_property
    def offers(self) -> tuple[tuple[Any, int, Choice], ...]:
        """Every choice of every seat in every position."""
        return tuple(
            (state, seat, choice)
            for state, seats in zip(self.states, self.seated, strict=True)
            for seat in seats
            for choice in self.engine.choices(state, seat)
        )


def trial_of(name: str) -> Trial:
    return next(trial for trial in TRIALS if trial.name == name)


@cache
def life(name: str, seed: str) -> Life:
    trial = trial_of(name)
    run, chance = Run(trial.engine(), seed), Seeded(f"walk {seed}")
    states = [run.state]
    while run.engine.pending(run.state) is not None:
        assert len(run.lines) < trial.actions, "the match does not end"
        if _step(trial, run, chance):
            states.append(run.state)
    return Life(trial, run, tuple(states))


def _step(trial: Trial, run: Run, chance: Seeded) -> bool:
    """Let one random thing happen; return False if nothing did."""
    decision = run.engine.pending(run.state)
    assert decision is not None
    fate = chance.below(100)
    if fate < 4:
        run.act(None, Timeout(decision=decision.id))
        return True
    if fate < 8 and trial.title.roster == "open":
        return _come_or_go(run, chance, fate)
    asked = decision.asked if fate < 80 else ()
    seats = asked or seats_of(run.engine, run.state)
    seat = seats[chance.below(len(seats))]
    answer = choices.sample_any(run.engine.choices(run.state, seat), chance)
    if answer is not None:
        run.post(seat, answer)
    return answer is not None


def _come_or_go(run: Run, chance: Seeded, fate: int) -> bool:
    seats = seats_of(run.engine, run.state)
    if fate < 6 and len(seats) < 8:
        run.act(None, Join())
        return True
    if fate >= 6 and len(seats) > 2:
        run.act(seats[chance.below(len(seats))], Leave())
        return True
    return False


def seats_of(engine: Engine, state: Any) -> tuple[int, ...]:
    """Return the seats that are taken: those in the public view, or else all seats."""
    players = getattr(engine.view(state, None), "players", ())
    if players and hasattr(players[0], "seat"):
        return tuple(player.seat for player in players)
    return tuple(range(len(engine.setup.seats)))


def refused(engine: Engine, state: Any, seat: int | None, raw: Any) -> str:
    """Return the code that refuses a posted action, or "".

    Asserts that a refusal leaves the state unchanged.
    """
    before = codec.encode(state)
    try:
        action = codec.decode_action(raw, engine.action_type)
        engine.apply(state, seat, action, free_chance())
    except IllegalAction as refusal:
        assert codec.encode(state) == before
        return refusal.code
    return ""


def free_chance() -> Dealer:
    """Return a dealer for a trial that is discarded."""
    return Dealer("0" * 64, 999)
