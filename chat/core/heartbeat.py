"""The heartbeat of the schedule, which shows whether it is running."""

import time

from django.core.cache import caches

_KEY = "schedule-beat"


def beat() -> None:
    """Record that the periodic sweep has run."""
    caches["fleeting"].set(_KEY, time.time(), timeout=None)


def age() -> float | None:
    """Return the seconds since the schedule last ran, or None if it never did."""
    last = caches["fleeting"].get(_KEY)
    # A beat in the future was recorded before the clock was put back.
    return None if last is None else abs(time.time() - last)
