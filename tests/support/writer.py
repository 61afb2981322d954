"""SQLite's write lock, held by another connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from django.db import connection


@contextmanager
def writer_taken() -> Iterator[None]:
    """Make every write on this thread's connection find the database locked.

    For tests that commit: in another test, its own transaction would hold the lock already.
    """
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        usual = cursor.fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 0")
    other: Any = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {usual}")
