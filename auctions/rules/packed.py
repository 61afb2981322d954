"""A realization as a problem in whole numbers.

Points left are packed into one number with a guard bit above each field, so that a copy is paid by
one subtraction and one test. A combination is the number that its copies make as place values in
agenda order, so that of two the one ahead in that order is the greater number (rules 8.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from auctions.rules.catalogue import Points
from auctions.rules.prices import Kind

States = dict[int, int]
"""Points left, packed -> the best sum so far; of equal points left only that can matter."""


class Packed:
    """A problem in packed form. `base`: number of combinations; `weights`: place values."""

    def __init__(self, kinds: Sequence[Kind], resources: Points) -> None:
        self.kinds = kinds
        self.resources = resources
        self.field = max(resources).bit_length() + 1
        self.mask = (1 << (self.field - 1)) - 1
        guard = 1 << (self.field - 1)
        self.guards = self.pack((guard, guard, guard))
        self.start = self.pack(resources) | self.guards
        self.base = 1
        self.weights = [0] * len(kinds)
        for place in reversed(range(len(kinds))):
            self.weights[place] = self.base
            self.base *= kinds[place][2] + 1

    def pack(self, points: Points) -> int:
        """Points of the three resources as one number."""
        return points[0] | points[1] << self.field | points[2] << 2 * self.field

    def unpack(self, left: int) -> Points:
        """Points out of the number that `pack` made of them."""
        field, mask = self.field, self.mask
        return left & mask, left >> field & mask, left >> 2 * field & mask

    def price(self, place: int) -> int:
        """The cost of a copy of this kind, packed."""
        return self.pack(self.kinds[place][1])

    def worth(self, place: int) -> int:
        """What a copy of this kind adds to the sum that is maximized."""
        return self.kinds[place][0] * self.base + self.weights[place]

    def code(self, counts: Sequence[int]) -> int:
        """The number of a combination in place values: the greater, the earlier in agenda order."""
        return sum(weight * n for weight, n in zip(self.weights, counts, strict=True))

    def value(self, code: int) -> int:
        """What a combination is worth, in units of the kinds' values."""
        return sum(kind[0] * n for kind, n in zip(self.kinds, self.counts(code), strict=True))

    def counts(self, code: int) -> list[int]:
        """Copies by kind, of their number in place values."""
        found = []
        for weight in self.weights:
            copies, code = divmod(code, weight)
            found.append(copies)
        return found

    def try_all(self) -> int:
        """The code of the best combination, every one of them tried."""
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
