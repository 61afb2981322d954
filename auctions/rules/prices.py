"""Prices of resources that bound what a realization can be worth (rules 8.3).

For any non-negative prices of the points, no choice of agendas is worth more than all points at
these prices plus what each copy is worth beyond the price of its points. The best such prices are
found by going downhill along the edges of that function. Floating point does no harm here: prices
are rounded down to multiples of 2^-16 and every price vector gives a valid bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from auctions.rules.catalogue import Points

SHIFT = 16  # prices are whole multiples of 2^-SHIFT of a unit of value

Kind = tuple[int, Points, int]
"""(value of a copy, points it costs, copies)"""

Vector = tuple[float, float, float]

_NEAR = 1e-9
_ROUNDS = 40
_AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def best_prices(kinds: Sequence[Kind], resources: Points) -> Points:
    """Prices of a point of each resource, in 2^-SHIFT, at which the bound is about the lowest."""
    prices: Vector = (0.0, 0.0, 0.0)
    for _ in range(_ROUNDS):
        moved = _downhill(kinds, resources, prices)
        if moved is None:
            break
        prices = moved
    scale = 1 << SHIFT
    return int(prices[0] * scale), int(prices[1] * scale), int(prices[2] * scale)


def bound(kinds: Sequence[Kind], resources: Points, prices: Points) -> int:
    """The most these copies can be worth, in 2^-SHIFT, by these prices."""
    total = dot(resources, prices)
    for value, cost, copies in kinds:
        total += copies * max(0, (value << SHIFT) - dot(cost, prices))
    return total


def dot(one: Points, other: Points) -> int:
    """The sum of products, resource by resource."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _downhill(kinds: Sequence[Kind], resources: Points, prices: Vector) -> Vector | None:
    """A point further down, or None at the lowest."""
    for direction in _edges(kinds, prices):
        step = _step(kinds, resources, prices, direction)
        if step > _NEAR:
            return (
                max(0.0, prices[0] + step * direction[0]),
                max(0.0, prices[1] + step * direction[1]),
                max(0.0, prices[2] + step * direction[2]),
            )
    return None


def _edges(kinds: Sequence[Kind], prices: Vector) -> Iterator[Vector]:
    """The lines in which two of the folds meet that go through this point, then the axes.

    In this order, since along the axes alone one goes back and forth in a narrow valley.
    """
    folds = [axis for axis, price in zip(_AXES, prices, strict=True) if price <= _NEAR]
    folds += [
        (float(cost[0]), float(cost[1]), float(cost[2]))
        for value, cost, _ in kinds
        if abs(value - _times(cost, prices)) <= _NEAR * max(1, value)
    ]
    for one, other in combinations(folds, 2):
        x = one[1] * other[2] - one[2] * other[1]
        y = one[2] * other[0] - one[0] * other[2]
        z = one[0] * other[1] - one[1] * other[0]
        size = max(abs(x), abs(y), abs(z))
        if size > _NEAR:
            yield (x / size, y / size, z / size)
            yield (-x / size, -y / size, -z / size)
    for axis in _AXES:
        yield axis
        yield (-axis[0], -axis[1], -axis[2])


def _step(kinds: Sequence[Kind], resources: Points, prices: Vector, way: Vector) -> float:
    """How far to go this way until it rises again; 0 where it does at once."""
    slope = _times(resources, way)
    folds: list[tuple[float, float]] = []
    for value, cost, copies in kinds:
        fall = _times(cost, way)
        gain = value - _times(cost, prices)
        if abs(gain) <= _NEAR * max(1, value):
            gain = 0.0
        if gain > 0 or (gain == 0 and fall < 0):
            slope -= copies * fall
        if fall and gain / fall > 0:
            folds.append((gain / fall, copies * abs(fall)))
    if slope >= -_NEAR:
        return 0.0
    limit = min((p / -w for p, w in zip(prices, way, strict=True) if w < 0), default=float("inf"))
    for place, rise in sorted(folds):
        if place >= limit:
            break
        slope += rise
        if slope >= -_NEAR:
            return place
    return limit if limit != float("inf") else 0.0


def _times(points: Points, vector: Vector) -> float:
    return points[0] * vector[0] + points[1] * vector[1] + points[2] * vector[2]
