"""Where a web tells others nothing there must not be a second one: without Redis, and by setting.

With PostgreSQL that one web holds a lock of the database as long as it lives.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection

log = logging.getLogger(__name__)

KEY = 7_260_413_982_115  # any number that nobody else takes
EVERY = 5.0  # seconds between two looks whether the lock is still held
TAKEN = (
    "Another web uses this database already, and without Redis neither hears what the other does: "
    "set REDIS_URL, or end the other first."
)
TAKEN_BY_SETTING = (
    "Another web uses this database already, and ONE_WEB says that there is one, which tells no "
    "other what changed: leave ONE_WEB out for both, or end the other first."
)
# A machine that loses its power closes no connection: without this the lock would be taken for two
# hours more. So the server asks after three seconds of silence, and takes it for dead four later.
_NOTICE_DEATH = """
    SELECT set_config('tcp_keepalives_idle', '3', false),
           set_config('tcp_keepalives_interval', '2', false),
           set_config('tcp_keepalives_count', '2', false)
"""


class Alone:
    """Holds the lock on a connection of its own. Raises ImproperlyConfigured where it is taken."""

    def __init__(self) -> None:
        # A connection belongs to a thread; this one is the lock's.
        self._thread = ThreadPoolExecutor(1, "alone") if _is_needed() else None
        if self.has_lock() is False:
            self.release()
            raise ImproperlyConfigured(_taken())

    def has_lock(self) -> bool | None:
        """Whether it is this web's, which takes it if it is free; None where that cannot be seen.

        The site says that it is not ready while the database is away, and waits for it.
        """
        if self._thread is None:
            return None
        try:
            return self._thread.submit(_lock).result()
        except Error as error:
            log.warning("cannot see whether this is the only web: %s", type(error).__name__)
            return None

    def start(self) -> None:
        """From now on it looks, in a thread, as long as this process lives."""
        if self._thread is not None:
            threading.Thread(target=self.keep, name="keeping alone", daemon=True).start()

    def keep(self) -> None:
        """A server that was started anew has forgotten the lock, and another web may have it now.

        Then this one ends, as if it were told to.
        """
        while self.has_lock() is not False:
            time.sleep(EVERY)
        log.critical("%s", _taken())
        os.kill(os.getpid(), signal.SIGTERM)

    def release(self) -> None:
        """Another may have it. Nothing where it was released before."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.submit(_let_go).result()
            thread.shutdown()


def _is_needed() -> bool:
    """Behind a pooler nobody has a connection of their own."""
    pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    return settings.ONLY_WEB and connection.vendor == "postgresql" and not pooled


def _taken() -> str:
    return TAKEN if settings.EMBEDDED else TAKEN_BY_SETTING


def _lock() -> bool:
    """Whoever has it gets it again."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_NOTICE_DEATH)
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
            return bool(cursor.fetchone()[0])
    except Error:
        connection.close()
        raise


def _let_go() -> None:
    """The server has let go then: that a connection was closed it notices some time later."""
    with suppress(Error), closing(connection):
        if connection.connection is not None:
            connection.cursor().execute("SELECT pg_advisory_unlock_all()")
