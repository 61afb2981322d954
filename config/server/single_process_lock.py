"""Refuse a second web process where there is no Redis: neither would hear what the other does."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection

log = logging.getLogger(__name__)

KEY = 7_260_413_982_115  # any number that nobody else uses


def acquire() -> Any:
    """Take PostgreSQL's lock for the only web process and return its connection, or None.

    SQLite and a pooler have no such lock, and a database that is away is not waited for. Raises
    ImproperlyConfigured if another process holds it.
    """
    pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    if not settings.EMBEDDED or connection.vendor != "postgresql" or pooled:
        return None
    held = connection.copy()  # the lock lives as long as this connection
    try:
        with held.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
            if cursor.fetchone()[0]:
                return held
    except Error as error:
        log.warning("cannot see whether this is the only web: %s", type(error).__name__)
        return None
    held.close()
    raise ImproperlyConfigured(
        "Another web uses this database already, and without Redis neither hears what the other "
        "does: set REDIS_URL, or end the other first."
    )
