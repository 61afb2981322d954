"""Fits the weights with which master bots estimate who will win.

They are in `master.py` of the games:

    python -m tests.bench.prospects merchants --matches 3500
    python -m tests.bench.prospects interop --matches 700

House bots play, and occasionally one makes an unusual move, so that the weights measure the worth
of a thing and not the strength of its usual owners. Each start of a turn is a position. One match
in five is left out of the fit. The script prints the loss on these (the mean logarithm of the
probability given to the winner, negated) beside that of the current weights, then the new
weights.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import exp, log, sqrt
from statistics import fmean
from typing import Any

from games.engine import choices
from games.engine.base import Bot, Engine, Outcome, Randomness, TableTitle
from games.engine.dealer import Seeded
from games.engine.rollout import Weights, promised, shares
from games.engine.simulate import Run, engine_for, play_out
from games.interop.bots import master as interop
from games.interop.bots.master import tries as interop_tries
from games.interop.bots.sight import any_licence
from games.interop.rules.options import InteropContent
from games.interop.title import INTEROP
from games.merchants.bots import master as merchants
from games.merchants.bots.house_bot import policy
from games.merchants.title import MERCHANTS

SEATS = 4
LEFT_OUT = 5  # one match in this many
BATCH, STEP, PASSES = 64, 0.06, 6
RIDGE = 1e-5

Stake = tuple[float, float, dict[int, list[float]]]
Raw = Mapping[str, Any]


@dataclass(frozen=True)
class Game:
    """A game whose weights are fitted."""

    title: TableTitle
    content: Any
    weights: Weights
    turn: Callable[[Any], object]  # a value that changes when a turn begins
    stake: Callable[[Engine, Any, int], Stake]
    other: Callable[[Any, Randomness], Raw | None]
    luck: float  # a difference in points that luck might have reversed
    odd: int  # one action in this many is random
    master: Bot  # plays the seat that `stake` gets; house bots play the others


def _any_try(view: Any, chance: Randomness) -> Raw | None:
    """Return a move that the master would consider, under any licence.

    If it would consider none, return any legal choice.
    """
    known = list(interop_tries(view))
    if not known:
        return choices.sample_any(view.choices, chance)
    raw = known[chance.below(len(known))]
    if "licence" not in raw:
        return raw
    bare = {name: one for name, one in raw.items() if name not in ("licence", "fee")}
    return {**bare, **any_licence(chance)}


def _interop_stake(engine: Engine, state: Any, seat: int) -> Stake:
    view: Any = engine.view(state, None)
    return interop.stake(view)


GAMES = {
    "merchants": Game(
        title=MERCHANTS,
        content=None,
        weights=merchants.WEIGHTS,
        turn=lambda state: (state.round, state.active, state.stage),
        stake=lambda engine, state, seat: merchants.stake(state, seat),
        other=lambda view, chance: choices.sample_any(view.choices, chance),
        luck=6,
        odd=12,
        master=policy,
    ),
    "interop": Game(
        title=INTEROP,
        content=InteropContent(),
        weights=interop.WEIGHTS,
        turn=lambda state: (state.round, state.turn, state.phase),
        stake=_interop_stake,
        other=_any_try,
        luck=10,
        odd=5,
        master=INTEROP.bots["house"],
    ),
}


@dataclass(frozen=True)
class Position:
    """The start of a turn in a finished match."""

    stake: Stake
    won: dict[int, float]  # each seat's share in the win
    wished: dict[int, float]  # the same, blurred by luck


def positions(game: Game, number: int) -> list[Position]:
    """Return the positions of one match."""
    engine = engine_for(game.title, seats=SEATS, options={}, content=game.content, bot=True)
    master = number % SEATS
    run, stakes, turns = Run(engine, f"fit.{number}"), list[Stake](), set[object]()

    def told(seat: int, view: Any) -> None:
        turn = game.turn(run.state)
        if turn not in turns and engine.pending(run.state) is not None:
            turns.add(turn)
            stakes.append(game.stake(engine, run.state, master))

    usual = [game.title.bots["house"]] * SEATS
    usual[master] = game.master
    bots = [partial(_now_and_then, game, bot) for bot in usual]
    outcome = play_out(run, bots, Seeded(f"fitted|{number}"), told=told)
    won = {one.seat: float(one.winner) for one in outcome.standings}
    won = {seat: one / max(1.0, sum(won.values())) for seat, one in won.items()}
    return [Position(stake=one, won=won, wished=_wished(game, outcome, won)) for one in stakes]


def _now_and_then(game: Game, usual: Bot, view: Any, chance: Randomness) -> Raw | None:
    if view.mine and chance.below(game.odd) == 0:
        raw = game.other(view, chance)
        if raw is not None:
            return raw
    return usual(view, chance)


def _wished(game: Game, outcome: Outcome, won: dict[int, float]) -> dict[int, float]:
    """Return the shares blurred by luck, or `won` if scores were not counted."""
    # A Monopoly ends a match without scores.
    scores = {one.seat: one.score / game.luck for one in outcome.standings}
    return shares(scores) if len(set(scores.values())) == SEATS else won


def fitted(known: Sequence[Position], passes: int = PASSES) -> Weights:
    """Return weights fitted with Adam in small batches.

    They are the mean over the last pass, which averages out the noise of the steps.
    """
    # Features are scaled by their standard deviations.
    units = _units(known)
    count = 2 * len(units)
    at, speed, size, total = ([0.0] * count for _ in range(4))
    mixed, steps, last = random.Random(1), 0, 0
    for number in range(passes):
        order = mixed.sample(known, len(known))
        for batch in (order[one : one + BATCH] for one in range(0, len(order), BATCH)):
            steps += 1
            slope = _slope(batch, at, units)
            step = STEP / sqrt(1 + number) * sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
            for place, one in enumerate(slope):
                speed[place] = 0.9 * speed[place] + 0.1 * one
                size[place] = 0.999 * size[place] + 0.001 * one * one
                at[place] -= step * speed[place] / (sqrt(size[place]) + 1e-9)
            if number == passes - 1:
                total, last = [one + other for one, other in zip(total, at, strict=True)], last + 1
    mean = [one / last / unit for one, unit in zip(total, chain(units, units), strict=True)]
    half = len(units)
    return list(zip(mean[:half], mean[half:], strict=True))


def _units(known: Sequence[Position]) -> list[float]:
    rows = [row for one in known[::10] for row in one.stake[2].values()]
    return [
        sqrt(fmean((one - fmean(column)) ** 2 for one in column)) or 1.0
        for column in (list(row) for row in zip(*rows, strict=True))
    ]


def _slope(batch: Sequence[Position], at: list[float], units: list[float]) -> list[float]:
    """Return the gradient of the loss."""
    half = len(units)
    weights = [
        (end / unit, more / unit)
        for end, more, unit in zip(at[:half], at[half:], units, strict=True)
    ]
    ends, mores = [0.0] * half, [0.0] * half
    for one in batch:
        scale, share, features = one.stake
        chances = shares(promised(weights, scale, share, features))
        for seat, row in features.items():
            gap = scale * (chances[seat] - one.wished.get(seat, 0.0)) / len(batch)
            for place, value in enumerate(row):
                if value:
                    ends[place] += gap * value
                    mores[place] += gap * value * share
    slopes = [one / unit for one, unit in zip((*ends, *mores), (*units, *units), strict=True)]
    return [one + RIDGE * weight for one, weight in zip(slopes, at, strict=True)]


def sharpened(weights: Weights, known: Sequence[Position]) -> Weights:
    """Return the weights scaled by the factor that fits the winners best."""
    # Blurred results make the probabilities too even.
    tried = [
        [(factor * end, factor * more) for end, more in weights] for factor in (1, 1.1, 1.2, 1.3)
    ]
    return min(tried, key=lambda one: loss(one, known))


def loss(weights: Weights, known: Sequence[Position]) -> float:
    return fmean(_losses(weights, known))


def _losses(weights: Weights, known: Sequence[Position]) -> Iterator[float]:
    for one in known:
        chances = shares(promised(weights, *one.stake))
        yield -sum(
            part * log(max(chances.get(seat, 0.0), exp(-20))) for seat, part in one.won.items()
        )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--matches", type=int, default=700)
    parser.add_argument("--passes", type=int, default=PASSES)
    given = parser.parse_args(words)
    game = GAMES[given.game]
    matches = [positions(game, number) for number in range(given.matches)]
    left_out = list(chain.from_iterable(matches[::LEFT_OUT]))
    known = [one for number, match in enumerate(matches) if number % LEFT_OUT for one in match]
    weights = sharpened(fitted(known, given.passes), known)
    print(f"{given.matches} matches, {len(known)} positions, {len(left_out)} left out")
    print(f"loss on these: {loss(weights, left_out):.4f}, of those in use", end=" ")
    print(f"{loss(game.weights, left_out):.4f}; {log(SEATS):.4f} says nothing")
    print("\n".join(f"    ({end:.3f}, {more:.3f})," for end, more in weights))


if __name__ == "__main__":
    main()
