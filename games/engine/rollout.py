"""Rollouts for bots that search.

A bot of this kind (`Searcher`) plays out worlds that its seat cannot tell apart from the real one;
it never receives the state of the match. The worlds, and everything that happens in them, use
randomness of the bot's own, never the match's dealer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Any, Protocol

from games.engine import codec
from games.engine.base import Clock, Engine, Item, Randomness

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Imagined:
    """Randomness in an imagined world.

    The same seed gives the same draws under each name, whatever is drawn under other names in
    between. So all actions that are tried in a world meet the same luck.

    Not for real matches: the seed reveals every draw (SplitMix64).
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed & _MASK
        self._asked: dict[str, int] = {}
        self._dice: tuple[int, ...] = ()

    def copy(self, dice: tuple[int, ...] = ()) -> Imagined:
        """Return a copy that gives the same draws from here on.

        `dice`: the result of its next roll, if not empty.
        """
        other = Imagined(self._seed)
        other._asked, other._dice = dict(self._asked), dice
        return other

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        left = list(pool)
        return tuple(left.pop(self._below(len(left), name)) for _ in range(count))

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        return self.draw(name, items, len(items))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        if self._dice:
            fixed, self._dice = self._dice, ()
            return fixed
        return tuple(1 + self._below(sides, name) for _ in range(dice))

    def token(self, name: str) -> str:
        return f"{self._next(name):016x}"

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1, for bots that play in this world."""
        return self._below(bound, "")

    def _below(self, bound: int, name: str) -> int:
        return (self._next(name) * bound) >> 64

    def _next(self, name: str) -> int:
        count = self._asked.get(name, 0) + 1
        self._asked[name] = count
        mixed = (self._seed ^ _salt(name)) + count * _GOLDEN & _MASK
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31


@cache
def _salt(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


class World:
    """A possible state of the match, and the seed of what happens in it."""

    def __init__(self, state: Any, seed: int) -> None:
        self.state = state
        self._seed = seed

    def chance(self) -> Imagined:
        """Return the world's randomness from its beginning, to try another action."""
        return Imagined(self._seed)


def worlds_of(engine: Engine, state: Any, seat: int, randomness: Randomness) -> Iterator[World]:
    """Yield worlds without end that this seat cannot tell apart from the state.

    They depend only on what the seat may know and on `randomness`.
    """
    while True:
        seed = randomness.below(1 << 62)
        yield World(engine.scramble(state, seat, Imagined(~seed)), seed)


class Budget(Protocol):
    """A limit on the rollouts for one decision."""

    def used(self) -> float:
        """Return the used share of the budget; from 1 on, the bot has to decide."""
        ...

    def count(self) -> None:
        """Note that another rollout begins."""
        ...


class Rollouts:
    """A budget in rollouts: the same on every machine."""

    def __init__(self, most: int) -> None:
        self._most, self._played = most, 0

    def used(self) -> float:
        return self._played / self._most

    def count(self) -> None:
        self._played += 1


class Seconds:
    """A budget in seconds of a given clock."""

    def __init__(self, most: float, clock: Clock) -> None:
        self._most, self._clock, self._began = most, clock, clock()

    def used(self) -> float:
        return (self._clock() - self._began) / self._most

    def count(self) -> None:
        """Do nothing: the clock counts by itself."""


@dataclass(frozen=True)
class Search:
    """Everything that a searching bot receives: its view, worlds, and a budget."""

    engine: Engine
    view: Any
    worlds: Iterator[World]
    chance: Randomness
    budget: Budget


class Searcher(Protocol):
    """A policy that searches by rollouts. It answers like a `base.Bot`."""

    def __call__(self, search: Search) -> Mapping[str, Any] | None: ...


Raw = Mapping[str, Any]
Worth = Callable[[int, World], float]  # the value of the candidate with this index, in this world


def best_answer(
    search: Search,
    usual: Raw,
    others: Iterable[Raw],
    worth: Callable[[Any, World], float],
    *,
    doubt: float,
    margin: float = 0.0,
) -> Raw:
    """Return the best of several raw actions.

    `usual`: the action that would be played without a search. `others`: the alternatives;
    duplicates are ignored. `worth`: returns the value of a typed action in a world. `doubt`: as in
    `best_of`. `margin`: how much more an alternative must be worth than the usual action.
    """
    known = [usual]
    for raw in others:
        if raw not in known:
            known.append(raw)
    if len(known) == 1:
        return usual
    actions = [codec.decode_action(raw, search.engine.action_type) for raw in known]

    def worth_of(one: int, world: World) -> float:
        return worth(actions[one], world) + (0.0 if one else margin)

    return known[best_of(len(known), worth_of, search, doubt)]


def best_of(count: int, worth: Worth, search: Search, doubt: float) -> int:
    """Return the index of the candidate that is worth most, averaged over worlds.

    Candidate 0 is what would be played without a search. Another candidate has to be better by
    `doubt` standard errors of the difference.

    The method is sequential halving: each time a share of the budget is used up, the worse half of
    the candidates is dropped, so that the rest is spent on the close ones.
    """
    found: list[list[float]] = [[] for _ in range(count)]
    alive = list(range(count))
    stages = max(1, (count - 1).bit_length())
    for stage in range(1, stages + 1):
        _try(alive, found, worth, search, stage / stages)
        alive.sort(key=lambda one: -sum(found[one]))
        if search.budget.used() >= 1:
            break
        if stage < stages:
            alive = sorted({0, *alive[: max(2, (len(alive) + 1) // 2)]})
    return alive[0] if _better(found[alive[0]], found[0], doubt) else 0


def _try(
    alive: list[int], found: list[list[float]], worth: Worth, search: Search, share: float
) -> None:
    """Try the candidates until this share of the budget is used up, at least once."""
    while True:
        # Every candidate is tried in the same world, so that luck is the same for each.
        world = next(search.worlds)
        for one in alive:
            search.budget.count()
            found[one].append(worth(one, world))
        if search.budget.used() >= share:
            return


def _better(found: list[float], usual: list[float], doubt: float) -> bool:
    gaps = [one - other for one, other in zip(found, usual, strict=True)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:
        return False
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    error: float = (spread / len(gaps)) ** 0.5
    return mean > doubt * error


# --- Evaluation of rollouts that are cut short: weighted sums over what each seat holds
#
# `python -m tests.bench.prospects` fits the weights.


# By feature: the value of a unit at the end of the match, and its extra value at the beginning.
Weights = Sequence[tuple[float, float]]


def promised(
    weights: Weights, scale: float, share: float, features: Mapping[int, Sequence[float]]
) -> dict[int, float]:
    """Return the weighted sum of each seat's features.

    `share`: the share of the match that is still to come, from 0 to 1. `scale` multiplies the sums.
    """
    now = [scale * (end + more * share) for end, more in weights]
    return {seat: sum(map(float.__mul__, found, now)) for seat, found in features.items()}


def shares(promises: Mapping[int, float]) -> dict[int, float]:
    """Return each seat's probability of winning: the softmax of the sums."""
    most = max(promises.values())
    weights = {seat: exp(one - most) for seat, one in promises.items()}
    total = sum(weights.values())
    return {seat: one / total for seat, one in weights.items()}
