"""Whether the schedule is running: it beats, and anyone may ask how long ago."""

import time

from django.core.cache import caches

_KEY = "schedule-beat"


def beat() -> None:
    """The periodic sweep has come round."""
    caches["fleeting"].set(_KEY, time.time(), timeout=None)


def age() -> float | None:
    """Seconds since the schedule last came round; None if it never did."""
    last = caches["fleeting"].get(_KEY)
    # A beat of the future is one from before the clock was put back.
    return None if last is None else abs(time.time() - last)
