"""Where a web tells others nothing there must not be a second one: without Redis, and by setting.

With PostgreSQL that one web holds a lock of the database as long as it lives.
"""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection

log = logging.getLogger(__name__)

KEY = 7_260_413_982_115  # any number that nobody else takes
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
        self._connection: Any = None
        if not settings.ONLY_WEB or connection.vendor != "postgresql":
            return
        if connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
            return  # behind a pooler nobody has a connection of their own
        self._connection = connection.copy()
        try:
            taken = not self._lock()
        except OperationalError as error:  # the site says that it is not ready, and waits for it
            log.warning("cannot see whether this is the only web: %s", type(error).__name__)
            return
        if taken:
            self.release()
            raise ImproperlyConfigured(TAKEN if settings.EMBEDDED else TAKEN_BY_SETTING)

    def _lock(self) -> bool:
        with self._connection.cursor() as cursor:
            cursor.execute(_NOTICE_DEATH)
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
            return bool(cursor.fetchone()[0])

    def release(self) -> None:
        if self._connection is not None:
            self._connection.close()
