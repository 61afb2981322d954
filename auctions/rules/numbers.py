"""A week in numbers, and the best that a purse could have bought in it.

For a week that is over, when all bids are open (rules 11). Others are taken to bid as they did.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.lineup import Lots
from games.engine.base import Value

Levels = Sequence[tuple[int, int]]
"""(price, units) of a lot, at each price once."""

LEAST = 1  # the lowest price of a bid (rules 6.1)


class DayPoint(Value):
    """What points cost in one auction: `points` for `paid` dollars. Of agendas, points they need.

    `lowest`, `highest`: of the lots, in cents a point; None where nothing was sold.
    """

    auction: int
    offered: int
    sold: int
    points: int
    paid: int
    lowest: int | None = None
    highest: int | None = None

    @property
    def cents(self) -> int:
        """What a point cost on average, in whole cents."""
        return 100 * self.paid // self.points if self.points else 0


def points_by_day(lineup: Sequence[Lots], sold: Sequence[Sequence[Levels]]) -> tuple[DayPoint, ...]:
    """By auction; `sold`: by auction and lot, what went at each price."""
    return tuple(_day(*day) for day in zip(range(len(lineup)), lineup, sold, strict=True))


def _day(auction: int, lots: Lots, sold: Sequence[Levels]) -> DayPoint:
    units = points = paid = 0
    found: list[int] = []
    for lot, levels in zip(lots, sold, strict=True):
        went = sum(count for _, count in levels)
        if not went:
            continue
        took = sum(price * count for price, count in levels)
        gave = went * sum(POINTS[lot.item])
        units, points, paid = units + went, points + gave, paid + took
        found.append(100 * took // gave)
    return DayPoint(
        auction=auction,
        offered=sum(lot.units for lot in lots),
        sold=units,
        points=points,
        paid=paid,
        lowest=min(found, default=None),
        highest=max(found, default=None),
    )


def rivals(won: Levels, bids: Levels, own: Iterable[tuple[int, int, int]], cut: int) -> Levels:
    """What others wanted of a lot and, as far as is known, could pay; the dearest first.

    `won`: units won, `bids`: units bid for, each by everybody. `own`: (price, wanted, won) of the
    one who asks. `cut`: as `Resolution.cuts`. Above it a bid that won nothing had no money; below
    it nobody asked, and it counts as if there had been enough.
    """
    units = dict(won)
    for price, count in bids:
        if price <= cut:
            units[price] = count
    for price, wanted, got in own:
        units[price] = units.get(price, 0) - (wanted if price <= cut else got)
    return sorted(((price, n) for price, n in units.items() if n > 0), reverse=True)


def sufficing(units: int, offered: int, others: Levels) -> int:
    """The least price at which a bid for so many units surely wins them all (rules 7.1).

    `others`: as `rivals`. A dollar above the bid that has to be outdone.
    """
    room = offered - units
    for price, wanted in others:
        room -= wanted
        if room < 0:
            return price + 1
    return LEAST


# --- The best that a purse could have bought in a week, knowing what everybody bid.
#
# A bounded search over all lots. For any prices of money and of points (>= 0) no holding is worth
# more than a bound; each choice in a lot loses something against that bound, and whatever has
# lost more than the bound is above the best known holding cannot become better. At most `width`
# states of a layer are kept, those that have lost least: if none had to be left out the answer is
# exact.


_ROUNDS = 60  # of finding prices
_FIRST = 60  # states of a layer in the first pass
_WORK = 60_000  # states times choices in the second
_MOST = 16  # units of one lot that are tried

Vector = tuple[float, float, float, float]
"""Of money, force, popularity and influence."""


class Offer(Value):
    """A lot as a purse could have bought of it: `costs` of 1, 2, ... units, in dollars."""

    item: str
    costs: tuple[int, ...]


class Best(Value):
    """`units` by offer; `paid` for them, `value` of all agendas. `exact`: nothing is better."""

    units: tuple[int, ...]
    paid: int
    value: int
    exact: bool


@dataclass(frozen=True)
class _Choice:
    """So many units of a lot: what they use of money and points (assets give), and bring."""

    units: int
    money: int
    points: tuple[int, int, int]
    gain: int


State = tuple[int, int, int, int]
"""Money left, and points: less than none until assets give them."""


def best(offers: Sequence[Offer], purse: int) -> Best:
    """The holding that leaves most money at the end, among equal ones any."""
    lots = [_choices(offer, purse) for offer in offers]
    prices = _prices(lots, purse)
    search = _Search(lots, prices, purse)
    exact = search.run(_FIRST) or search.run(_WORK // sum(map(len, lots)))
    units = search.units
    chosen = [lot[count] for lot, count in zip(lots, units, strict=True)]
    paid = sum(one.money for one in chosen)
    return Best(
        units=tuple(units), paid=paid, value=sum(one.gain for one in chosen) + paid, exact=exact
    )


def _choices(offer: Offer, purse: int) -> list[_Choice]:
    """None, one, two ... units, as many as the purse pays."""
    force, popularity, influence = POINTS[offer.item]
    value = AGENDA[offer.item].value if offer.item in AGENDA else 0
    sign = 1 if offer.item in AGENDA else -1
    found = [_Choice(0, 0, (0, 0, 0), 0)]
    for units, cost in enumerate(offer.costs[:_MOST], 1):
        if cost > purse:
            break
        many = sign * units
        used = (force * many, popularity * many, influence * many)
        found.append(_Choice(units, cost, used, value * units - cost))
    return found


def _worth(choice: _Choice, prices: Vector) -> float:
    """What it brings beyond what it uses, at these prices."""
    force, popularity, influence = choice.points
    return (
        choice.gain
        - prices[0] * choice.money
        - prices[1] * force
        - prices[2] * popularity
        - prices[3] * influence
    )


def _prices(lots: Sequence[Sequence[_Choice]], purse: int) -> Vector:
    """Prices at which the bound is about the lowest: a step against what is short, ever smaller."""
    prices: Vector = (0.0, 0.25, 0.25, 0.25)
    least, found = float("inf"), prices
    for number in range(1, _ROUNDS + 1):
        chosen = [max(lot, key=lambda one: _worth(one, prices)) for lot in lots]
        bound = prices[0] * purse + sum(_worth(one, prices) for one in chosen)
        if bound < least:
            least, found = bound, prices
        left = (
            purse - sum(one.money for one in chosen),
            *(-sum(one.points[axis] for one in chosen) for axis in range(3)),
        )
        size = max(1.0, sum(float(one) ** 2 for one in left) ** 0.5)
        step = 0.4 / number**0.6 / size
        prices = (
            max(0.0, prices[0] - step * left[0]),
            max(0.0, prices[1] - step * left[1]),
            max(0.0, prices[2] - step * left[2]),
            max(0.0, prices[3] - step * left[3]),
        )
    return found


class _Search:
    """`units`: of the best known holding, by lot; to begin with, nothing at all."""

    def __init__(self, lots: Sequence[Sequence[_Choice]], prices: Vector, purse: int) -> None:
        self.units = [0] * len(lots)
        self._best = 0
        self._purse = purse
        worths = [[_worth(one, prices) for one in lot] for lot in lots]
        tops = [max(of_lot) for of_lot in worths]
        self._bound = prices[0] * purse + sum(tops)
        # Assets first, so that no state owes points that nothing may be left to give. Among them,
        # and among agendas, where most is lost by choosing amiss: it leaves few states.
        order = sorted(range(len(lots)), key=lambda at: (_needs(lots[at]), -_spread(worths[at])))
        self._order = order
        self._layers = [
            [(top - worth, one) for worth, one in zip(worths[place], lots[place], strict=True)]
            for place in order
            for top in (tops[place],)
        ]
        self._gives = _still(self._layers)

    def run(self, width: int) -> bool:
        """One pass. Whether nothing was left out that might be better."""
        whole = True
        states: dict[State, tuple[float, int, tuple[int, ...]]] = {
            (self._purse, 0, 0, 0): (0.0, 0, ())
        }
        for layer, gives in zip(self._layers, self._gives, strict=True):
            states = self._grow(states, layer, gives)
            if len(states) > width:
                whole = False
                kept = sorted(states.items(), key=lambda item: item[1][0])[:width]
                states = dict(kept)
        for _lost, gain, units in states.values():
            if gain > self._best:
                self._best = gain
                for place, count in zip(self._order, units, strict=True):
                    self.units[place] = count
        return whole

    def _grow(
        self,
        states: dict[State, tuple[float, int, tuple[int, ...]]],
        layer: Sequence[tuple[float, _Choice]],
        gives: tuple[int, int, int],
    ) -> dict[State, tuple[float, int, tuple[int, ...]]]:
        """All that may still beat the best known: `gives` is what later lots can give at most."""
        most = self._bound - self._best - 1 + 1e-6
        grown: dict[State, tuple[float, int, tuple[int, ...]]] = {}
        for (money, force, popularity, influence), (lost, gain, units) in states.items():
            for loss, one in layer:
                if lost + loss > most or one.money > money:
                    continue
                used = one.points
                state = (
                    money - one.money,
                    force - used[0],
                    popularity - used[1],
                    influence - used[2],
                )
                if state[1] < -gives[0] or state[2] < -gives[1] or state[3] < -gives[2]:
                    continue
                known = grown.get(state)
                if known is None or known[1] < gain + one.gain:
                    grown[state] = (lost + loss, gain + one.gain, (*units, one.units))
        return grown


def _needs(lot: Sequence[_Choice]) -> bool:
    """Whether it is an agenda, which needs points."""
    return any(need > 0 for need in lot[-1].points)


def _spread(worths: Sequence[float]) -> float:
    """What the second best choice of a lot loses."""
    ordered = sorted(worths, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else float("inf")


def _still(layers: Sequence[Sequence[tuple[float, _Choice]]]) -> list[tuple[int, int, int]]:
    """By layer, the points that the layers after it can give at most."""
    found: list[tuple[int, int, int]] = []
    force = popularity = influence = 0
    for layer in reversed(layers):
        found.append((force, popularity, influence))
        last = layer[-1][1].points
        force += max(0, -last[0])
        popularity += max(0, -last[1])
        influence += max(0, -last[2])
    return found[::-1]
