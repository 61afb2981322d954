"""Writes that are not worth waiting for: who is here, when somebody was last seen.

SQLite has one writer at a time. While a large auction is carried out it is taken for seconds, and
whoever only wants to note something must not keep a page, or the threads that draw pages, waiting.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection

AT_MOST = 0.1  # seconds to wait for the writer
THEN_REST = 1.0  # seconds in which nobody tries again


class _Writer:
    taken = float("-inf")  # time.monotonic() when it was last found taken


def best_effort(write: Callable[[], object]) -> bool:
    """Carries this out if the database can be written to now. Whether it has been."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        write()
        return True
    if time.monotonic() - _Writer.taken < THEN_REST:
        return False
    try:
        with _hardly_waiting():
            write()
    except OperationalError as error:
        if "locked" not in str(error):
            raise
        _Writer.taken = time.monotonic()
        return False
    return True


@contextmanager
def _hardly_waiting() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        usual = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {AT_MOST * 1000:.0f}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
