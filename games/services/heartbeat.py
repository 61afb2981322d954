"""The heartbeat of sweeps: when the last was made, and by whom.

With several processes it is a row of the database, so that sweeps are missed when the broker hangs
as well. The row is also the lease of the process that sweeps in place of the workers.
"""

from __future__ import annotations

import time
from datetime import timedelta

from django.conf import settings
from django.core.cache import caches
from django.db.models import Q, QuerySet

from chat.core.clock import now
from games.models import SweepPulse

_KEY = "schedule-beat"
_ONE = 1  # the key of the one row


def beat(*, scheduled: bool = True) -> None:
    """Record a sweep. `scheduled`: the schedule has sent it."""
    if settings.EMBEDDED:  # SQLite would write to the disk twice a second
        caches["fleeting"].set(_KEY, time.time(), timeout=None)
        return
    at = now()
    values = {"at": at, "by": "", **({"scheduled_at": at} if scheduled else {})}
    if not _rows().update(**values):
        SweepPulse.objects.bulk_create([SweepPulse(pk=_ONE, **values)], ignore_conflicts=True)


def age() -> float | None:
    """Return the seconds since the schedule last ran, or None if it never did."""
    # A beat in the future was recorded before the clock was put back.
    if settings.EMBEDDED:
        last = caches["fleeting"].get(_KEY)
        return None if last is None else abs(time.time() - last)
    at = _rows().values_list("scheduled_at", flat=True).first()
    return None if at is None else abs((now() - at).total_seconds())


def is_late(by: timedelta) -> bool:
    """Return True if nobody has made a sweep for so long."""
    at = now()
    return not _rows().filter(at__range=(at - by, at + by)).exists()


def take_over(name: str, *, late: timedelta) -> bool:
    """Record a sweep by this process if it may sweep in place of the workers.

    It may if nobody else has made a sweep for `late`. Return True if so.
    """
    at = now()
    free = Q(by=name) | ~Q(at__range=(at - late, at + late))
    if _rows().filter(free).update(at=at, by=name):
        return True
    if not _rows().exists():  # a new site: its first sweep is awaited from now on
        SweepPulse.objects.bulk_create([SweepPulse(pk=_ONE, at=at)], ignore_conflicts=True)
    return False


def _rows() -> QuerySet[SweepPulse]:
    return SweepPulse.objects.filter(pk=_ONE)
