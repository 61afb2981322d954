"""House-keeping in steps: each a short transaction, a pause after it, and never two at once.

A step does a bounded piece of what is to be done and finds by itself where to go on, so whoever is
killed in between has lost nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet

STINT = 0.25  # seconds; then the worker has an ear for other tasks, and the schedule comes again
MOST = 1000  # rows a step
LONGEST_PAUSE = 0.1


def run_steps(step: Callable[[], bool]) -> None:
    """Takes steps until one says that nothing is left, or for a while."""
    until, more = time.monotonic() + STINT, True
    while more and time.monotonic() < until:
        began = time.monotonic()
        more = step()
        # As long as it held others up, they come first.
        time.sleep(min(time.monotonic() - began, LONGEST_PAUSE))


def claimed(name: str) -> bool:
    """Whether nobody else is at this now; nobody will be until this transaction ends.

    Only PostgreSQL is asked: SQLite has one writer, whoever comes second waits.
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        return bool(cursor.fetchone()[0])


def delete_some(rows: QuerySet[Any]) -> bool:
    """Deletes the first of these. Whether there may be more."""
    keys = first_values(rows, "pk")
    if keys:
        rows.order_by().filter(pk__in=keys).delete()  # unless somebody changed one meanwhile
    return len(keys) == MOST


def first_values(rows: QuerySet[Any], column: str) -> list[Any]:
    """This column of as many rows as a step takes."""
    return list(rows.values_list(column, flat=True)[:MOST])
