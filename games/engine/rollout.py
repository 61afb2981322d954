"""What bots that search play out: worlds their seat cannot tell from the true one.

A bot of this kind (`Searcher`) is handed worlds and never the state. Worlds and all that happens in
them come from randomness of the bot's own, never from the dealer of the match.
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
    """Chance in a world. The same seed answers the same, draw by draw of a name, whatever else was
    asked between: so worlds are alike for every action that is tried in them.

    Not for matches: whoever knows the seed knows all of it (SplitMix64).
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed & _MASK
        self._asked: dict[str, int] = {}
        self._dice: tuple[int, ...] = ()

    def copy(self, dice: tuple[int, ...] = ()) -> Imagined:
        """Another one that answers the same from here on; the next roll comes out so."""
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
        """As `base.Randomness`: what bots in this world decide by."""
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
    """A possible truth, and the seed of what is going to happen in it."""

    def __init__(self, state: Any, seed: int) -> None:
        self.state = state
        self._seed = seed

    def chance(self) -> Imagined:
        """From the beginning, for another action that is tried in this world."""
        return Imagined(self._seed)


def worlds_of(engine: Engine, state: Any, seat: int, randomness: Randomness) -> Iterator[World]:
    """Worlds without end that this seat cannot tell from the state.

    They are made of what the seat may know and of this randomness, and of nothing else.
    """
    while True:
        seed = randomness.below(1 << 62)
        yield World(engine.scramble(state, seat, Imagined(~seed)), seed)


class Budget(Protocol):
    """How much a bot may still play out for one decision."""

    def used(self) -> float:
        """The share that is used up: 1 or more, and it has to decide."""
        ...

    def count(self) -> None:
        """One more rollout is about to be played."""
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
    """A budget in seconds of a clock that is handed in."""

    def __init__(self, most: float, clock: Clock) -> None:
        self._most, self._clock, self._began = most, clock, clock()

    def used(self) -> float:
        return (self._clock() - self._began) / self._most

    def count(self) -> None:
        """The clock counts by itself."""


@dataclass(frozen=True)
class Search:
    """All that a bot is handed which searches: what it sees, worlds, and how long it may think."""

    engine: Engine
    view: Any
    worlds: Iterator[World]
    chance: Randomness
    budget: Budget


class Searcher(Protocol):
    """A policy that plays out worlds. Answers as `base.Bot`."""

    def __call__(self, search: Search) -> Mapping[str, Any] | None: ...


Raw = Mapping[str, Any]
Worth = Callable[[int, World], float]  # of the candidate of this number, in this world


def best_answer(
    search: Search,
    usual: Raw,
    others: Iterable[Raw],
    worth: Callable[[Any, World], float],
    *,
    doubt: float,
    margin: float = 0.0,
) -> Raw:
    """Of what would be done without a search and these, of which some may come twice, the best.

    `worth`: of an action, in a world. `doubt`: as of `best_of`; `margin`: by how much another one
    has to be worth more besides.
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
    """Which of so many candidates is worth most on the average over worlds.

    All are tried in the same worlds, so that luck is the same for each; the worse half goes when a
    share of the budget is used up, so that the rest is spent where it is close. The first
    one is what would be done without a search: another one has to be better by `doubt` standard
    errors of the difference.
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
    """In one world after another; at least in one."""
    while True:
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


# --- How a rollout that is cut short is judged: by sums over what each seat holds.
#
# `python -m tests.bench.prospects` fits the weights.


Weights = Sequence[tuple[float, float]]  # what a unit adds at the end, and how much more before


def promised(
    weights: Weights, scale: float, share: float, features: Mapping[int, Sequence[float]]
) -> dict[int, float]:
    """The sum of each seat. `share`: of the match, which is still to come."""
    now = [scale * (end + more * share) for end, more in weights]
    return {seat: sum(map(float.__mul__, found, now)) for seat, found in features.items()}


def shares(promises: Mapping[int, float]) -> dict[int, float]:
    """The chance of each seat: its share of the exponentials."""
    most = max(promises.values())
    weights = {seat: exp(one - most) for seat, one in promises.items()}
    total = sum(weights.values())
    return {seat: one / total for seat, one in weights.items()}
