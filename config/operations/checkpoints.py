"""Checkpoints of SQLite's write-ahead log in a thread of their own.

By default SQLite makes a checkpoint in the commit that fills a thousand pages of the log, so that
one user would wait up to a second. Here a thread copies the log into the database every second,
and other connections of this process make no checkpoints.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from contextlib import closing
from typing import Any

from django.db import connection
from django.db.backends.signals import connection_created  # noqa: TID251  (documented)

log = logging.getLogger(__name__)

EVERY = 1.0  # seconds
# Pages of 4 KB. Under continuous writes SQLite cannot reset the log by itself. Beyond this size,
# writers are blocked for a moment to reset it, so that the file stays bounded.
MOST_PAGES = 16_000
HELD_UP_AT_MOST = 200  # milliseconds


class Checkpoints:
    """The thread that makes the checkpoints.

    `database` is the database file of the embedded site. Other databases do not need this.
    """

    def __init__(self, database: str) -> None:
        self._database = database
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    def start(self) -> None:
        if connection.vendor != "sqlite":
            return
        connection_created.connect(_leave_to_thread, dispatch_uid="config.operations.checkpoints")
        self._thread.start()

    def stop(self, *, seconds: float) -> None:
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        with closing(sqlite3.connect(self._database, isolation_level=None)) as beside:
            beside.execute(f"PRAGMA busy_timeout = {HELD_UP_AT_MOST}")
            while not self._ending.wait(EVERY):
                try:
                    checkpoint(beside)
                except sqlite3.Error as error:  # for example, a full disk: the next one may succeed
                    log.warning("no checkpoint: %s", error)


def checkpoint(connection: sqlite3.Connection, *, most: int = MOST_PAGES) -> None:
    """Copy the log into the database, and reset the log if it is too long."""
    _busy, pages, _copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > most:
        connection.execute("PRAGMA wal_checkpoint(RESTART)")


def _leave_to_thread(connection: Any, **_: Any) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_autocheckpoint = 0")
