"""The instants of the seven auctions (rules 3), and what is public when (11)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo

AUCTIONS = 7
OPENING = 0
LAST_COMMON = 5
CLOSING = 6
COMMON = range(1, CLOSING)

HOUR = time(17, 15)
NOTICE = timedelta(minutes=60)  # the shortest time from the start to the opening
MINUTES = (1, 1440)
_SUNDAY = 6


def daily_instants(start: datetime, zone: tzinfo) -> tuple[datetime, ...]:
    """Return seven local days' 17:15 in `zone` from the first possible Sunday (3.1).

    The opening is at least 60 minutes after `start`, which is aware. If 17:15 exists twice or not
    at all, `fold=0` decides.
    """
    day = start.astimezone(zone).date()
    opening = day + timedelta(days=(_SUNDAY - day.weekday()) % 7)
    if _instant(opening, zone) - start < NOTICE:
        opening += timedelta(days=7)
    # Convert each local date on its own: a day with a clock change has 23 or 25 hours.
    return tuple(_instant(opening + timedelta(days=k), zone) for k in range(AUCTIONS))


def fast_instants(start: datetime, minutes: int) -> tuple[datetime, ...]:
    """Return an auction every `minutes`, the first that long after the start (3.2)."""
    begin = start.astimezone(UTC)
    return tuple(begin + timedelta(minutes=minutes * (k + 1)) for k in range(AUCTIONS))


def next_due(instants: Sequence[datetime], resolved: int, now: datetime) -> int | None:
    """Return the auction to resolve now, or None if none is due.

    `resolved`: the number of auctions resolved so far. They are resolved one at a time (3.4).
    """
    waiting = resolved < AUCTIONS and instants[resolved] <= now
    return resolved if waiting else None


def _instant(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, HOUR, tzinfo=zone).astimezone(UTC)


# --- Times of publication (rules 11)
#
# They depend on `resolved`, the number of auctions *resolved* so far, 0 to 7, and never on the time
# of day. Facts without a function here never become public.


def winners_open(auction: int, resolved: int) -> bool:
    """Return True if this auction's winning bids are public.

    They give seat, item, price and units won, and thus holdings and money spent.
    """
    return auction < resolved


def bids_open(auction: int, resolved: int) -> bool:
    """Return True if all bids in force at this auction's instant are public."""
    if auction == CLOSING:
        return resolved == AUCTIONS
    return resolved > LAST_COMMON


def own_fates_open(auction: int, resolved: int) -> bool:
    """Return True if a seat's owner may know the fates of its bids in this auction."""
    return auction < resolved


def week_open(resolved: int) -> bool:
    """Return True if loans, purses, secret, draw numbers and the record are public."""
    return resolved == AUCTIONS
