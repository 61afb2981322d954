"""Figures of a finished week, and the best holding a purse could have bought.

The week must be over, with all bids public (rules 11). The other players are assumed to bid as they
did.
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
    """The price of points in one auction; for agendas, of the points they need."""

    auction: int
    offered: int
    sold: int
    points: int
    paid: int  # dollars for these points
    # The lots with the cheapest and dearest points, in cents per point; None if nothing was sold.
    lowest: int | None = None
    highest: int | None = None

    @property
    def cents(self) -> int:
        """The average price of a point, in whole cents."""
        return 100 * self.paid // self.points if self.points else 0


def points_by_day(lineup: Sequence[Lots], sold: Sequence[Sequence[Levels]]) -> tuple[DayPoint, ...]:
    """Return the price of points by auction.

    `sold`: by auction and lot, the units sold at each price.
    """
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
    """Return what others wanted of a lot and could pay, highest price first.

    `won`, `bids`: units won and units bid for by everybody, at each price. `own`: (price, wanted,
    won) of the player's own bids. `cut`: as in `Resolution.cuts`.
    """
    # Above the cut, a unit that was not won could not be paid. Below it no bid was considered, so
    # every unit counts as if there had been enough money.
    units = dict(won)
    for price, count in bids:
        if price <= cut:
            units[price] = count
    for price, wanted, got in own:
        units[price] = units.get(price, 0) - (wanted if price <= cut else got)
    return sorted(((price, n) for price, n in units.items() if n > 0), reverse=True)


def sufficing(units: int, offered: int, others: Levels) -> int:
    """Return the lowest price at which a bid for `units` wins them all (rules 7.1).

    `others`: as returned by `rivals`. The price is a dollar above the bid that must be beaten.
    """
    room = offered - units
    for price, wanted in others:
        room -= wanted
        if room < 0:
            return price + 1
    return LEAST


# --- Best holding that a purse could have bought, knowing all bids
#
# This is a bounded search over all lots. Any non-negative prices of money and points give an upper
# bound on the value of a holding. Each choice in a lot loses something against that bound, and a
# state that has lost more than the bound exceeds the best known holding cannot become better. At
# most `width` states of a layer survive, those that have lost least. If none had to be dropped, the
# answer is exact.


_ROUNDS = 60  # steps of the search for prices
_FIRST = 60  # states of a layer in the first pass
_WORK = 60_000  # states times choices in the second pass
_MOST = 16  # largest number of units tried in one lot

Vector = tuple[float, float, float, float]
"""Prices of money, force, popularity and influence."""


class Offer(Value):
    """A lot as a purse could have bought it. `costs`: dollars for 1, 2, … units."""

    item: str
    costs: tuple[int, ...]


class Best(Value):
    """The best holding found."""

    units: tuple[int, ...]  # by offer
    paid: int  # dollars for these units
    value: int  # dollars that its agendas bring
    exact: bool  # true if no holding is better


@dataclass(frozen=True)
class _Choice:
    """A number of units of one lot, with the money and points they use and the gain."""

    units: int
    money: int
    points: tuple[int, int, int]  # negative for assets, which give points
    gain: int


State = tuple[int, int, int, int]
"""Money left, and points by resource, negative where agendas need more than is had."""


def best(offers: Sequence[Offer], purse: int) -> Best:
    """Return a holding that leaves the most money at the end."""
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
    """Return the choices of zero, one, two, … units, as far as the purse can pay."""
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
    """Return what a choice brings beyond what it uses, at these prices."""
    force, popularity, influence = choice.points
    return (
        choice.gain
        - prices[0] * choice.money
        - prices[1] * force
        - prices[2] * popularity
        - prices[3] * influence
    )


def _prices(lots: Sequence[Sequence[_Choice]], purse: int) -> Vector:
    """Return prices at which the bound is close to its lowest."""
    # Subgradient descent: each step raises the prices of what is short, by less and less.
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
    """The search. `units`: the best known holding by lot; at first, nothing at all."""

    def __init__(self, lots: Sequence[Sequence[_Choice]], prices: Vector, purse: int) -> None:
        self.units = [0] * len(lots)
        self._best = 0
        self._purse = purse
        worths = [[_worth(one, prices) for one in lot] for lot in lots]
        tops = [max(of_lot) for of_lot in worths]
        self._bound = prices[0] * purse + sum(tops)
        # Assets come first, so that no state owes points that no later lot can give. Among assets,
        # and among agendas, the lots where a wrong choice loses most come first: that leaves fewer
        # states.
        order = sorted(range(len(lots)), key=lambda at: (_needs(lots[at]), -_spread(worths[at])))
        self._order = order
        self._layers = [
            [(top - worth, one) for worth, one in zip(worths[place], lots[place], strict=True)]
            for place in order
            for top in (tops[place],)
        ]
        self._gives = _still(self._layers)

    def run(self, width: int) -> bool:
        """Run one pass. Return True if no state was dropped that could have been better."""
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
        """Return the states after a layer that may still beat the best known holding.

        `gives`: the most points that later lots can give.
        """
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
    """Return True if the lot is an agenda, which needs points."""
    return any(need > 0 for need in lot[-1].points)


def _spread(worths: Sequence[float]) -> float:
    """Return what the second best choice of a lot loses against the best."""
    ordered = sorted(worths, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else float("inf")


def _still(layers: Sequence[Sequence[tuple[float, _Choice]]]) -> list[tuple[int, int, int]]:
    """Return for each layer the most points that the later layers can give."""
    found: list[tuple[int, int, int]] = []
    force = popularity = influence = 0
    for layer in reversed(layers):
        found.append((force, popularity, influence))
        last = layer[-1][1].points
        force += max(0, -last[0])
        popularity += max(0, -last[1])
        influence += max(0, -last[2])
    return found[::-1]
