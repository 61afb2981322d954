"""The search behind `realize`, layer by layer within bounds: exact (rules 8.3)."""

from __future__ import annotations

from itertools import islice

from auctions.rules.catalogue import Points
from auctions.rules.exchanges import improved
from auctions.rules.packed import Packed, States
from auctions.rules.prices import SHIFT, Kind, best_prices, bound, dot

_WIDTH = 128
_WIDER = 16
_MANY = 512  # states of a layer from which on more price vectors are worth their making
_VECTORS = 12
_EXCHANGES = ((2, 2), (3, 2))  # copies added and removed at once, at most


def search(packed: Packed) -> int:
    """The code of the best combination, found layer by layer within bounds.

    At most `width` states of a layer are kept. If some had to be cut that were not ruled out, it
    starts again with more room and the best known: the last pass has cut nothing and is exact.
    """
    layers = _Layers(packed)
    width, exchanges = _WIDTH, iter(_EXCHANGES)
    while layers.run(width):
        for taken, left in islice(exchanges, 1):
            layers.learn(improved(packed, layers.code, taken, left))
        width *= _WIDER
    return layers.code


def _samples(points: list[Points]) -> list[Points]:
    """About a dozen of them: the least and the most of each resource, then some between."""
    ends = [
        choose(points, key=lambda left: left[axis]) for axis in range(3) for choose in (min, max)
    ]
    return [*ends, *points[:: max(1, len(points) // (_VECTORS - len(ends)))]]


class _Layer:
    """One kind in its turn. `worth` counts value beyond the price of its points, and its weight.

    `rest`: the bound on all kinds after it at these prices, in 2^-SHIFT; `room`: the most their
    weights can add; `after`: those kinds.
    """

    def __init__(self, packed: Packed, place: int, prices: Points) -> None:
        value, cost, self.copies = packed.kinds[place]
        self.gain = (value << SHIFT) - dot(cost, prices)
        self.price = packed.pack(cost)
        self.weight = packed.weights[place]
        self.worth = self.gain * packed.base + self.weight
        self.kind: Kind = (value, cost, self.copies)
        self.rest = 0
        self.room = 0
        self.after: list[Kind] = []


class _Layers:
    """The search. `value` and `code`: the best known combination."""

    def __init__(self, packed: Packed) -> None:
        self._packed = packed
        self._prices = best_prices(packed.kinds, packed.resources)
        self._whole = dot(packed.resources, self._prices)
        layers = [_Layer(packed, place, self._prices) for place in range(len(packed.kinds))]
        # The kinds that are surely taken or surely left come first: they leave few states.
        self._layers = sorted(layers, key=lambda layer: -abs(layer.gain))
        for before, layer in zip(self._layers[-2::-1], self._layers[::-1], strict=False):
            before.rest = layer.rest + layer.copies * max(0, layer.gain)
            before.room = layer.room + layer.copies * layer.weight
            before.after = [layer.kind, *layer.after]
        self.value, self.code = self._greedy()

    def run(self, width: int) -> bool:
        """One pass. Whether anything had to be cut."""
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
        """Takes a whole combination as the best known if it is better."""
        value = self._packed.value(code)
        if (value, code) > (self.value, self.code):
            self.value, self.code = value, code

    def _grow(self, states: States, layer: _Layer) -> States:
        """All states after this kind that may still beat the best known combination."""
        guards, base = self._packed.guards, self._packed.base
        price, worth, copies = layer.price, layer.worth, layer.copies
        low = ((self.value << SHIFT) - self._whole - layer.rest) * base  # may be as good
        high = low + (base << SHIFT)  # may be better
        code = self.code - layer.room  # and as good must be ahead in agenda order
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
        """Without the states that some other prices, fit to some of them, show to be too poor."""
        samples = _samples([self._packed.unpack(left) for left in states])
        for prices in dict.fromkeys(best_prices(layer.after, left) for left in samples):
            states = self._still_open(states, layer, prices)
        return states

    def _still_open(self, states: States, layer: _Layer, prices: Points) -> States:
        """Those that may still beat the best known, by these prices for the kinds to come."""
        field, mask, base = self._packed.field, self._packed.mask, self._packed.base
        rest = bound(layer.after, (0, 0, 0), prices)
        # What is spent counted at the old prices in `total`: so the points left count at both.
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
        """A combination to begin with: as many as can be paid, the most gainful kinds first."""
        left, value, code = self._packed.start, 0, 0
        for layer in sorted(self._layers, key=lambda layer: -layer.gain):
            for _ in range(layer.copies):
                if (left - layer.price) & self._packed.guards != self._packed.guards:
                    break
                left -= layer.price
                value += layer.kind[0]
                code += layer.weight
        return value, code
