"""Writes not worth waiting for: who is present, when somebody was last seen.

SQLite has one writer at a time. A large auction occupies it for seconds while it is resolved, and a
write of little value must not delay a page, or the threads that render pages.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection

AT_MOST = 0.1  # seconds to wait for the writer
THEN_REST = 1.0  # seconds before another write is tried


class _Writer:
    taken = float("-inf")  # time.monotonic() when the writer was last found busy


def best_effort(write: Callable[[], object]) -> bool:
    """Write if the database is free to be written to now. Return True if it was."""
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
