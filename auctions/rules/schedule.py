"""When the seven auctions happen (rules 3), and when what becomes public (rules 11)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo

AUCTIONS = 7
OPENING = 0
LAST_COMMON = 5
CLOSING = 6
COMMON = range(1, CLOSING)

HOUR = time(17, 15)
NOTICE = timedelta(minutes=60)  # from the start to the opening, at least
MINUTES = (1, 1440)
_SUNDAY = 6


def daily_instants(start: datetime, zone: tzinfo) -> tuple[datetime, ...]:
    """17:15 in `zone` on seven local days, from the first Sunday that leaves 60 minutes (3.1).

    `start` is aware. Counted in local dates, each converted on its own: a week with a clock change
    has a day of 23 or 25 hours. Where 17:15 exists twice or not at all, `fold=0` decides.
    """
    day = start.astimezone(zone).date()
    opening = day + timedelta(days=(_SUNDAY - day.weekday()) % 7)
    if _instant(opening, zone) - start < NOTICE:
        opening += timedelta(days=7)
    return tuple(_instant(opening + timedelta(days=k), zone) for k in range(AUCTIONS))


def fast_instants(start: datetime, minutes: int) -> tuple[datetime, ...]:
    """An auction every `minutes`, the first one that long after the start (3.2)."""
    begin = start.astimezone(UTC)
    return tuple(begin + timedelta(minutes=minutes * (k + 1)) for k in range(AUCTIONS))


def next_due(instants: Sequence[datetime], resolved: int, now: datetime) -> int | None:
    """The auction to resolve now, or None. `resolved`: how many have been; one at a time (3.4)."""
    waiting = resolved < AUCTIONS and instants[resolved] <= now
    return resolved if waiting else None


def _instant(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, HOUR, tzinfo=zone).astimezone(UTC)


# --- When what becomes known to everybody (rules 11).
#
# All of it counts in auctions that have *been resolved*, 0 to 7, never in the time of day. What
# is not here is never known to others.


def winners_open(auction: int, resolved: int) -> bool:
    """Winning bids of this auction: seat, item, price, units won; so holdings and money spent."""
    return auction < resolved


def bids_open(auction: int, resolved: int) -> bool:
    """All bids in force at this auction's instant, with their fates."""
    if auction == CLOSING:
        return resolved == AUCTIONS
    return resolved > LAST_COMMON


def own_fates_open(auction: int, resolved: int) -> bool:
    """What of a seat's own bids won, was nullified, was lost: to its owner."""
    return auction < resolved


def week_open(resolved: int) -> bool:
    """Loans, purses, the secret, draw numbers, the whole record."""
    return resolved == AUCTIONS
