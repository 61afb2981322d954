"""Realization of agendas in the optimal combination (rules 8). Exact.

The tie-break of 8.2 is part of what is maximized: a copy of agenda a counts `value * base +
weight_a`. The weights are place values, so that the vector of copies, read as a number in agenda
order, is the part below `base`. The greatest sum is then unique and is the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import gcd

from auctions.rules.catalogue import AGENDA, POINTS, Agenda, Points
from auctions.rules.knapsack import Kind, Packed, search
from auctions.rules.lineup import Lots
from auctions.rules.schedule import CLOSING, OPENING
from games.engine.base import Value

Counts = tuple[int, ...]
"""Copies by agenda, in agenda order."""

_SMALL = 300  # up to this many combinations are tried one by one


class Realization(Value):
    """The value of holdings in dollars."""

    value: int
    counts: Counts  # copies realized
    left: Points  # points left over


def agenda_order(auctions: Sequence[Lots]) -> tuple[Agenda, ...]:
    """Return the week's agendas: the opening's as announced, then the closing's."""
    items = dict.fromkeys(lot.item for lot in (*auctions[OPENING], *auctions[CLOSING]))
    return tuple(AGENDA[item] for item in items if item in AGENDA)


def resources_of(items: Mapping[str, int]) -> Points:
    """Return the points that these items (id -> units) give or, for agendas, cost."""
    return _sum((POINTS[item], units) for item, units in items.items())


class Realizer:
    """Realizes holdings of one week and solves equal holdings only once."""

    def __init__(self, agendas: Sequence[Agenda]) -> None:
        """Take the agendas in agenda order; holdings are given as copies of these."""
        self.agendas = tuple(agendas)
        self._known: dict[tuple[Counts, Points], Realization] = {}

    def realize(self, counts: Counts, resources: Points) -> Realization:
        """Return the best combination of these copies with these points."""
        key = (counts, resources)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = realize(self.agendas, counts, resources)
        return found


def realize(agendas: Sequence[Agenda], counts: Sequence[int], resources: Points) -> Realization:
    """Return the combination of the greatest value.

    Among equal ones it is the lexicographically greatest in agenda order (8.2).
    """
    most = [
        _most(agenda.cost, held, resources) for agenda, held in zip(agendas, counts, strict=True)
    ]
    open_ = [place for place, copies in enumerate(most) if copies]
    taken = list(most)
    if not _fits(_cost(agendas, most), resources):
        kinds: list[Kind] = [(agendas[p].value, agendas[p].cost, most[p]) for p in open_]
        for place, copies in zip(open_, _best(kinds, resources), strict=True):
            taken[place] = copies
    cost = _cost(agendas, taken)
    return Realization(
        value=sum(agenda.value * copies for agenda, copies in zip(agendas, taken, strict=True)),
        counts=tuple(taken),
        left=(resources[0] - cost[0], resources[1] - cost[1], resources[2] - cost[2]),
    )


def _best(kinds: Sequence[Kind], resources: Points) -> list[int]:
    packed = Packed(_reduced(kinds), resources)
    found = packed.try_all() if packed.base <= _SMALL else search(packed)
    return packed.counts(found)


def _reduced(kinds: Sequence[Kind]) -> list[Kind]:
    """Return the kinds with their values divided by the greatest common divisor."""
    # The smaller values make bounds sharper.
    step = gcd(*(value for value, _, _ in kinds)) or 1
    return [(value // step, cost, copies) for value, cost, copies in kinds]


def _most(cost: Points, held: int, resources: Points) -> int:
    """Return how many copies the points could pay if nothing else were realized."""
    for need, have in zip(cost, resources, strict=True):
        if need * held > have:
            held = have // need
    return held


def _cost(agendas: Sequence[Agenda], counts: Sequence[int]) -> Points:
    return _sum((agenda.cost, copies) for agenda, copies in zip(agendas, counts, strict=True))


def _sum(items: Iterable[tuple[Points, int]]) -> Points:
    force = popularity = influence = 0
    for points, units in items:
        force += points[0] * units
        popularity += points[1] * units
        influence += points[2] * units
    return force, popularity, influence


def _fits(cost: Points, resources: Points) -> bool:
    return all(need <= have for need, have in zip(cost, resources, strict=True))
