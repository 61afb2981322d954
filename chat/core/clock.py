"""The one clock of the house: the database's, so that all processes agree."""

import time
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

JUMP = 5.0  # seconds by which the clock may go otherwise than time between two looks at it
OFFSET_FILE = "clock-offset"  # in the site's folder, for a whole site that tests run


class _Moved:
    seconds = 0.0  # by tests, in this process


def now() -> datetime:
    """The present instant, aware, in UTC.

    On PostgreSQL the server's own clock; SQLite lives in this process and has no other.
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
    """The present instant as this process has it, without a query: for words that a page shows.

    Nothing is decided by it.
    """
    return timezone.now() + offset()


def present() -> Any:
    """The present instant for a query to compare with: no query of its own asks for it."""
    return now() if connection.vendor != "postgresql" else Now() + offset()


def offset() -> timedelta:
    """How far tests have moved the clock; nothing outside tests."""
    if not settings.TESTING:
        return timedelta()
    return timedelta(seconds=_Moved.seconds + _moved_from_outside())


def _moved_from_outside() -> float:
    """What a test has written for a whole site that runs beside it (`tests/support/site.py`)."""
    try:
        return float((settings.RUN_DIR / OFFSET_FILE).read_text("ascii"))
    except FileNotFoundError:
        return 0.0


def move(seconds: float) -> None:
    """Moves the clock of this process. Tests only."""
    if not settings.TESTING:
        raise ImproperlyConfigured("the clock can be moved with TESTING only")
    _Moved.seconds += seconds


def reset() -> None:
    """Puts the clock right again."""
    _Moved.seconds = 0.0


class Jumps:
    """Whether the clock of the house was set, beside the time that this process knows to pass."""

    def __init__(self) -> None:
        self._ahead: float | None = None

    @property
    def begun(self) -> bool:
        """Whether it was ever asked: only what comes later can be told."""
        return self._ahead is not None

    def jumped(self) -> bool:
        """Since it was last asked."""
        ahead = now().timestamp() - time.monotonic()
        before, self._ahead = self._ahead, ahead
        return before is not None and abs(ahead - before) > JUMP
