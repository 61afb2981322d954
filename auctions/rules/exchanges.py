"""A good combination made better: a few copies left for a few others, while that gains anything.

What it finds is only a start for the exact search, which rules out the more the better it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement

from auctions.rules.packed import Packed

Exchange = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""(gain, points paid in packed form, kinds taken, kinds left)"""


def improved(packed: Packed, code: int, taken: int, left: int) -> int:
    """The code of a combination from which no exchange of that many copies gains anything.

    `taken` and `left`: the most copies that one exchange adds and removes.
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
    """All that gain something: in value, or with equal value in agenda order."""
    fewer = list(_bundles(packed, left))
    for worth, price, more in _bundles(packed, taken):
        for lost, saved, less in fewer:
            if worth > lost and not set(more) & set(less):
                yield worth - lost, price - saved, more, less


def _bundles(packed: Packed, most: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """(worth, points in packed form, kinds) of every choice of up to `most` copies."""
    places = range(len(packed.kinds))
    sizes = (combinations_with_replacement(places, size) for size in range(most + 1))
    for bundle in chain.from_iterable(sizes):
        worth = sum(packed.worth(place) for place in bundle)
        yield worth, sum(packed.price(place) for place in bundle), bundle


def _first(
    packed: Packed, exchanges: list[Exchange], counts: list[int], rest: int
) -> Exchange | None:
    """The one of greatest gain that can be paid and made."""
    guards = packed.guards
    for exchange in exchanges:
        if (rest - exchange[1]) & guards == guards and _possible(packed, counts, exchange):
            return exchange
    return None


def _possible(packed: Packed, counts: list[int], exchange: Exchange) -> bool:
    _, _, more, fewer = exchange
    enough = all(counts[place] >= fewer.count(place) for place in fewer)
    return enough and all(counts[p] + more.count(p) <= packed.kinds[p][2] for p in more)
