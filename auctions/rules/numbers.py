"""What a week came to: the price of a point by day, and what bids would have sufficed.

For a week that is over, when all bids are open (rules 11). Others are taken to bid as they did.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from auctions.rules.catalogue import POINTS
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
