"""The one clock of the house: the database's, so that all processes agree."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils import timezone

_OFFSET_KEY = "clock-offset"
OUTSIDE = "clock-offset"  # a file in the site's folder: its processes may share no cache


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


def offset() -> timedelta:
    """How far tests have moved the clock; nothing outside tests."""
    if not settings.TESTING:
        return timedelta()
    return timedelta(seconds=cache.get(_OFFSET_KEY, 0.0) + _moved_from_outside())


def _moved_from_outside() -> float:
    """What a test has written for a whole site that runs beside it (`tests/support/site.py`)."""
    try:
        return float((settings.RUN_DIR / OUTSIDE).read_text("ascii"))
    except FileNotFoundError:
        return 0.0


def move(seconds: float) -> None:
    """Moves the clock of every process that shares the cache. Tests only."""
    if not settings.TESTING:
        raise ImproperlyConfigured("the clock can be moved with TESTING only")
    cache.set(_OFFSET_KEY, cache.get(_OFFSET_KEY, 0.0) + seconds, timeout=None)


def reset() -> None:
    """Puts the clock right again."""
    cache.delete(_OFFSET_KEY)
