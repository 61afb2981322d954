"""The site's one clock: the database's, so that all processes agree."""

import time
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

JUMP = 5.0  # seconds by which the clock may deviate from elapsed time between two readings
OFFSET_FILE = "clock-offset"  # in the site's run directory, for tests that run a whole site


class _Moved:
    seconds = 0.0  # how far tests moved the clock of this process


def now() -> datetime:
    """Return the current time, aware, in UTC.

    PostgreSQL is asked for its own clock. SQLite runs in this process and has no other.
    """
    return _database_now() + offset()


def _database_now() -> datetime:
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        instant: datetime = cursor.fetchone()[0]
    return instant


def nearly_now() -> datetime:
    """Return this process's current time for texts on a page, without a query.

    Do not base decisions on it.
    """
    return timezone.now() + offset()


def present() -> Any:
    """Return the current time to compare with in a query, without a query of its own."""
    return now() if connection.vendor != "postgresql" else Now() + offset()


def offset() -> timedelta:
    """Return how far tests have moved the clock; zero outside tests."""
    if not settings.TESTING:
        return timedelta()
    return timedelta(seconds=_Moved.seconds + _moved_from_outside())


def _moved_from_outside() -> float:
    """Return the offset that a test wrote for a site in other processes.

    See `tests/support/site.py`.
    """
    try:
        return float((settings.RUN_DIR / OFFSET_FILE).read_text("ascii"))
    except FileNotFoundError:
        return 0.0


def move(seconds: float) -> None:
    """Move the clock of this process. For tests only."""
    if not settings.TESTING:
        raise ImproperlyConfigured("the clock can only be moved with TESTING")
    _Moved.seconds += seconds


def reset() -> None:
    """Undo all moves of the clock of this process."""
    _Moved.seconds = 0.0


class Jumps:
    """A detector of jumps of the site's clock, compared with the time that elapsed."""

    def __init__(self) -> None:
        self._ahead: float | None = None

    @property
    def begun(self) -> bool:
        """True if the clock was read before, so that a jump can be found."""
        return self._ahead is not None

    def jumped(self) -> bool:
        """Return True if the clock has jumped since the last call; False the first time."""
        ahead = now().timestamp() - time.monotonic()
        before, self._ahead = self._ahead, ahead
        return before is not None and abs(ahead - before) > JUMP
