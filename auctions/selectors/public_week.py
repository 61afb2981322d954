"""The public state of a week (rules 11, the column "everybody").

Nothing here queries bids, nor loans and purses before the end; a test enforces this. The results
change at the start, at each resolution and at the end, and at no other time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from auctions.models import Auction, Lot
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.week_setup import Frame, frame_of
from chat.core.clock import now
from chat.live.batch import memoized_in_batch
from games.models import Match

Progress = Literal["coming", "being_resolved", "resolved"]


@dataclass(frozen=True)
class LotLine:
    """A lot and, once its auction is resolved, its sales.

    Prices are dollars per unit.
    """

    item: str
    offered: int
    sold: int = 0
    awards: int = 0  # the number of winning bids
    takings: int = 0  # dollars paid for all units sold
    lowest: int | None = None  # None while nothing is sold
    highest: int | None = None


@dataclass(frozen=True)
class Day:
    """An auction as everybody may see it."""

    number: int
    instant: datetime  # aware, UTC
    progress: Progress
    lots: tuple[LotLine, ...]


@dataclass(frozen=True)
class WeekView:
    """The public state of a week."""

    players: int
    cap: int
    seed: str  # the line-up seed (rules 5.1)
    resolved: int  # the number of auctions resolved
    days: tuple[Day, ...]

    @property
    def next_day(self) -> Day | None:
        """The first unresolved auction, or None after the closing."""
        return next((day for day in self.days if day.progress != "resolved"), None)


def resolved_count(match: Match) -> int:
    """Return how many auctions of this match have been resolved, 0 to 7."""
    # All publicity of rules 11 is counted in this number.
    return memoized_in_batch(
        ("resolved", match.pk),
        lambda: Auction.objects.filter(match=match.pk, resolved_at__isnull=False).count(),
    )


def week_of(match: Match) -> WeekView:
    """Return the week as everybody may see it. Raise `LookupError` before the start."""
    frame, resolved, at = frame_of(match), resolved_count(match), now()
    lots = memoized_in_batch(("lots", match.pk, resolved), lambda: _lots(frame, resolved))
    return WeekView(
        players=frame.players,
        cap=frame.cap,
        seed=frame.seed,
        resolved=resolved,
        days=tuple(
            Day(number, instant, _progress(number, instant, resolved, at), lots[number])
            for number, instant in enumerate(frame.instants)
        ),
    )


def _progress(number: int, instant: datetime, resolved: int, at: datetime) -> Progress:
    if number < resolved:
        return "resolved"
    return "being_resolved" if instant <= at else "coming"


def _lots(frame: Frame, resolved: int) -> list[tuple[LotLine, ...]]:
    """Return the lots by auction; of unresolved ones only what was announced is read."""
    keys = [key for number in range(resolved) for key in frame.lots[number]]
    rows = Lot.objects.filter(pk__in=keys).in_bulk() if keys else {}
    return [
        tuple(
            _line(lot.item, lot.units, rows.get(key))
            for key, lot in zip(frame.lots[number], frame.lineup[number], strict=True)
        )
        for number in range(AUCTIONS)
    ]


def _line(item: str, offered: int, row: Lot | None) -> LotLine:
    if row is None:
        return LotLine(item, offered)
    return LotLine(item, offered, row.sold, row.awards, row.takings, row.lowest, row.highest)
