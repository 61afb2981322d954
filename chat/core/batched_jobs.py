"""Housekeeping in batches: short transactions with pauses, never two at once.

Each step does a bounded amount of work and finds out by itself where to continue, so nothing is
lost if a worker is killed in between.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet

STINT = 0.25  # seconds; then the worker can turn to other tasks until the schedule comes again
MOST = 1000  # rows per step
LONGEST_PAUSE = 0.1  # seconds


def run_steps(step: Callable[[], bool]) -> None:
    """Run a step repeatedly, until it returns False or the time is up.

    A step returns False if nothing is left to do."""
    until, more = time.monotonic() + STINT, True
    while more and time.monotonic() < until:
        began = time.monotonic()
        more = step()
        # Others may have waited for this step, so they get as much time as it took.
        time.sleep(min(time.monotonic() - began, LONGEST_PAUSE))


def claimed(name: str) -> bool:
    """Claim a job until the transaction ends. Return False if it is taken."""
    # Only PostgreSQL needs the lock: SQLite has one writer, and a second one waits.
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        return bool(cursor.fetchone()[0])


def delete_some(rows: QuerySet[Any]) -> bool:
    """Delete the first of these rows. Return True if there may be more."""
    keys = first_values(rows, "pk")
    if keys:
        rows.order_by().filter(pk__in=keys).delete()  # except those that no longer match
    return len(keys) == MOST


def first_values(rows: QuerySet[Any], column: str) -> list[Any]:
    """Return this column of as many rows as one step handles."""
    return list(rows.values_list(column, flat=True)[:MOST])
