"""The search behind `realize`: an exact branch-and-bound search in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, islice

from auctions.rules.catalogue import Points

# --- Prices of resources, which bound the value of a realization (rules 8.3)
#
# For any non-negative prices of points, no choice of agendas is worth more than all points at these
# prices plus what each copy is worth beyond the price of its points. The best prices are found by
# descending along the edges of that function. Floating point does no harm here: prices are rounded
# down to multiples of 2^-16, and every price vector gives a valid bound.


SHIFT = 16  # prices are whole multiples of 2^-SHIFT of a unit of value

Kind = tuple[int, Points, int]
"""(value of a copy, points it costs, copies)"""

Vector = tuple[float, float, float]

_NEAR = 1e-9
_ROUNDS = 40
_AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def best_prices(kinds: Sequence[Kind], resources: Points) -> Points:
    """Return prices per point, in 2^-SHIFT, at which the bound is nearly the lowest."""
    prices: Vector = (0.0, 0.0, 0.0)
    for _ in range(_ROUNDS):
        moved = _downhill(kinds, resources, prices)
        if moved is None:
            break
        prices = moved
    scale = 1 << SHIFT
    return int(prices[0] * scale), int(prices[1] * scale), int(prices[2] * scale)


def bound(kinds: Sequence[Kind], resources: Points, prices: Points) -> int:
    """Return the most that these copies can be worth at these prices, in 2^-SHIFT."""
    total = dot(resources, prices)
    for value, cost, copies in kinds:
        total += copies * max(0, (value << SHIFT) - dot(cost, prices))
    return total


def dot(one: Points, other: Points) -> int:
    """Return the sum of products over the resources."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _downhill(kinds: Sequence[Kind], resources: Points, prices: Vector) -> Vector | None:
    """Return a point further down, or None at the lowest."""
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
    """Yield the directions of the edges through this point, then the axes.

    An edge is a line in which two folds of the function meet.
    """
    # The edges come first: along the axes alone the descent zigzags in narrow valleys.
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
    """Return how far to go this way until the function rises; 0 if it does at once."""
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


# --- Packed form of a realization problem
#
# The points left are packed into one number with a guard bit above each field, so that paying for
# a copy takes one subtraction and one test. The code of a combination is the number with its copies
# as digits in agenda order. So the combination that precedes in that order has the greater code
# (rules 8.2).


States = dict[int, int]
"""Points left, packed -> the best sum so far. At equal points left, only the best matters."""


class Packed:
    """A problem in packed form."""

    def __init__(self, kinds: Sequence[Kind], resources: Points) -> None:
        self.kinds = kinds
        self.resources = resources
        self.field = max(resources).bit_length() + 1
        self.mask = (1 << (self.field - 1)) - 1
        guard = 1 << (self.field - 1)
        self.guards = self.pack((guard, guard, guard))
        self.start = self.pack(resources) | self.guards
        self.base = 1  # in the end, the number of combinations
        self.weights = [0] * len(kinds)  # place values
        for place in reversed(range(len(kinds))):
            self.weights[place] = self.base
            self.base *= kinds[place][2] + 1

    def pack(self, points: Points) -> int:
        """Return the points of the three resources as one number."""
        return points[0] | points[1] << self.field | points[2] << 2 * self.field

    def unpack(self, left: int) -> Points:
        """Return the points in a number made by `pack`."""
        field, mask = self.field, self.mask
        return left & mask, left >> field & mask, left >> 2 * field & mask

    def price(self, place: int) -> int:
        """Return the cost of a copy of this kind, packed."""
        return self.pack(self.kinds[place][1])

    def worth(self, place: int) -> int:
        """Return what a copy of this kind adds to the sum that is maximized."""
        return self.kinds[place][0] * self.base + self.weights[place]

    def code(self, counts: Sequence[int]) -> int:
        """Return the code of a combination: the greater, the earlier in agenda order."""
        return sum(weight * n for weight, n in zip(self.weights, counts, strict=True))

    def value(self, code: int) -> int:
        """Return what a combination is worth, in units of the kinds' values."""
        return sum(kind[0] * n for kind, n in zip(self.kinds, self.counts(code), strict=True))

    def counts(self, code: int) -> list[int]:
        """Return the copies by kind of a combination, given its code."""
        found = []
        for weight in self.weights:
            copies, code = divmod(code, weight)
            found.append(copies)
        return found

    def try_all(self) -> int:
        """Return the code of the best combination by trying every one."""
        guards = self.guards
        states: States = {self.start: 0}
        for place, (_, _, copies) in enumerate(self.kinds):
            price, worth = self.price(place), self.worth(place)
            grown = dict(states)
            for left, total in states.items():
                for _ in range(copies):
                    left -= price
                    if left & guards != guards:
                        break
                    total += worth
                    if grown.get(left, -1) < total:
                        grown[left] = total
            states = grown
        return max(states.values()) % self.base


# --- Local search: exchange a few copies for a few others while that gains anything
#
# Its result is only a start for the exact search, which rules out more with a better start.


Exchange = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""(gain, packed points paid, kinds added, kinds removed)"""


def improved(packed: Packed, code: int, taken: int, left: int) -> int:
    """Improve a combination until no exchange helps, and return its code.

    `taken`, `left`: the most copies that one exchange adds and removes.
    """
    counts = packed.counts(code)
    rest = packed.start - sum(packed.price(place) * copies for place, copies in enumerate(counts))
    exchanges = sorted(_exchanges(packed, taken, left), reverse=True)
    while found := _first(packed, exchanges, counts, rest):
        _, price, more, fewer = found
        rest -= price
        for place in more:
            counts[place] += 1
        for place in fewer:
            counts[place] -= 1
    return packed.code(counts)


def _exchanges(packed: Packed, taken: int, left: int) -> Iterator[Exchange]:
    """Yield the exchanges that gain something: value or, at equal value, precedence."""
    fewer = list(_bundles(packed, left))
    for worth, price, more in _bundles(packed, taken):
        for lost, saved, less in fewer:
            if worth > lost and not set(more) & set(less):
                yield worth - lost, price - saved, more, less


def _bundles(packed: Packed, most: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield (worth, packed points, kinds) of every choice of up to `most` copies."""
    places = range(len(packed.kinds))
    sizes = (combinations_with_replacement(places, size) for size in range(most + 1))
    for bundle in chain.from_iterable(sizes):
        worth = sum(packed.worth(place) for place in bundle)
        yield worth, sum(packed.price(place) for place in bundle), bundle


def _first(
    packed: Packed, exchanges: list[Exchange], counts: list[int], rest: int
) -> Exchange | None:
    """Return the possible exchange of the greatest gain, or None."""
    guards = packed.guards
    for exchange in exchanges:
        if (rest - exchange[1]) & guards == guards and _possible(packed, counts, exchange):
            return exchange
    return None


def _possible(packed: Packed, counts: list[int], exchange: Exchange) -> bool:
    _, _, more, fewer = exchange
    enough = all(counts[place] >= fewer.count(place) for place in fewer)
    return enough and all(counts[p] + more.count(p) <= packed.kinds[p][2] for p in more)


_WIDTH = 128
_WIDER = 16
_MANY = 512  # states of a layer from which further price vectors are worth computing
_VECTORS = 12
_EXCHANGES = ((2, 2), (3, 2))  # copies added and removed at once, at most


def search(packed: Packed) -> int:
    """Return the code of the best combination, found layer by layer within bounds."""
    # A pass keeps at most `width` states of a layer. If it had to cut states that were not ruled
    # out, the search starts again with more room and the best combination known. So the last pass
    # cut nothing and is exact.
    layers = _Layers(packed)
    width, exchanges = _WIDTH, iter(_EXCHANGES)
    while layers.run(width):
        for taken, left in islice(exchanges, 1):
            layers.learn(improved(packed, layers.code, taken, left))
        width *= _WIDER
    return layers.code


def _samples(points: list[Points]) -> list[Points]:
    """Return about a dozen of the points: the extremes of each resource, and others."""
    ends = [
        choose(points, key=lambda left: left[axis]) for axis in range(3) for choose in (min, max)
    ]
    return [*ends, *points[:: max(1, len(points) // (_VECTORS - len(ends)))]]


class _Layer:
    """A kind in the order of the search, with bounds on all kinds after it."""

    def __init__(self, packed: Packed, place: int, prices: Points) -> None:
        value, cost, self.copies = packed.kinds[place]
        self.gain = (value << SHIFT) - dot(cost, prices)  # value beyond the price of its points
        self.price = packed.pack(cost)
        self.weight = packed.weights[place]
        self.worth = self.gain * packed.base + self.weight
        self.kind: Kind = (value, cost, self.copies)
        self.rest = 0  # the bound on all later kinds at these prices, in 2^-SHIFT
        self.room = 0  # the most that the weights of the later kinds can add
        self.after: list[Kind] = []  # the later kinds


class _Layers:
    """The search. `value`, `code`: the best known combination."""

    def __init__(self, packed: Packed) -> None:
        self._packed = packed
        self._prices = best_prices(packed.kinds, packed.resources)
        self._whole = dot(packed.resources, self._prices)
        layers = [_Layer(packed, place, self._prices) for place in range(len(packed.kinds))]
        # Kinds that are clearly taken or clearly left come first, as they leave few states.
        self._layers = sorted(layers, key=lambda layer: -abs(layer.gain))
        for before, layer in zip(self._layers[-2::-1], self._layers[::-1], strict=False):
            before.rest = layer.rest + layer.copies * max(0, layer.gain)
            before.room = layer.room + layer.copies * layer.weight
            before.after = [layer.kind, *layer.after]
        self.value, self.code = self._greedy()

    def run(self, width: int) -> bool:
        """Run one pass. Return True if any state had to be cut."""
        cut = False
        states: States = {self._packed.start: 0}
        for layer in self._layers:
            states = self._grow(states, layer)
            if width > _WIDTH and len(states) > _MANY and len(layer.after) > 1:
                states = self._ruled_out(states, layer)
            if len(states) > width:
                least = sorted(states.values(), reverse=True)[width - 1]
                states = {left: total for left, total in states.items() if total >= least}
                cut = True
        for total in states.values():
            self.learn(total % self._packed.base)
        return cut

    def learn(self, code: int) -> None:
        """Store a complete combination as the best known if it is better."""
        value = self._packed.value(code)
        if (value, code) > (self.value, self.code):
            self.value, self.code = value, code

    def _grow(self, states: States, layer: _Layer) -> States:
        """Return the states after this kind that may still beat the best one known."""
        guards, base = self._packed.guards, self._packed.base
        price, worth, copies = layer.price, layer.worth, layer.copies
        low = ((self.value << SHIFT) - self._whole - layer.rest) * base  # may be as good
        high = low + (base << SHIFT)  # may be better
        code = self.code - layer.room  # what is only as good must precede in agenda order
        grown: States = {}
        known = grown.get
        for left, total in states.items():
            first, last = 0, copies
            if worth > 0:
                first = max(0, -((total - low) // worth))
            else:
                last = min(copies, (total - low) // -worth)
            left -= first * price
            total += first * worth
            for _ in range(first, last + 1):
                if left & guards != guards:
                    break
                if (total >= high or total % base > code) and known(left, low - 1) < total:
                    grown[left] = total
                left -= price
                total += worth
        return grown

    def _ruled_out(self, states: States, layer: _Layer) -> States:
        """Return the states not ruled out by other prices, fitted to some of them."""
        samples = _samples([self._packed.unpack(left) for left in states])
        for prices in dict.fromkeys(best_prices(layer.after, left) for left in samples):
            states = self._still_open(states, layer, prices)
        return states

    def _still_open(self, states: States, layer: _Layer, prices: Points) -> States:
        """Return the states that may still beat the best known one at these prices.

        The prices are used for the kinds to come.
        """
        field, mask, base = self._packed.field, self._packed.mask, self._packed.base
        rest = bound(layer.after, (0, 0, 0), prices)
        # `total` counts the points spent at the old prices, so the points left count at the
        # difference.
        force, popularity, influence = (
            new - old for new, old in zip(prices, self._prices, strict=True)
        )
        low = (self.value << SHIFT) - self._whole - rest
        high = low + (1 << SHIFT)
        code = self.code - layer.room
        kept: States = {}
        for left, total in states.items():
            worth = total // base + (
                (left & mask) * force
                + (left >> field & mask) * popularity
                + (left >> 2 * field & mask) * influence
            )
            if worth >= high or (worth >= low and total % base > code):
                kept[left] = total
        return kept

    def _greedy(self) -> tuple[int, int]:
        """Return the value and code of a greedy combination to start from."""
        left, value, code = self._packed.start, 0, 0
        for layer in sorted(self._layers, key=lambda layer: -layer.gain):
            for _ in range(layer.copies):
                if (left - layer.price) & self._packed.guards != self._packed.guards:
                    break
                left -= layer.price
                value += layer.kind[0]
                code += layer.weight
        return value, code
