"""A connection that is looked at before each request, and asked only where it is in doubt.

Django documents that a backend is made from one of its own, but not when it asks `is_usable`, nor
what else `cursor` does.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base

from chat.core.postgresql.kept import KeptCursor


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but for how `CONN_HEALTH_CHECKS` are made, and with a cursor that is kept.

    Django sends a query before each request. A server that has ended a connection, as in a restart,
    has sent word of it, and whoever waits for no answer has nothing else to receive: as long as
    nothing has come, no query is needed. After an error there is one as ever.
    """

    _kept: KeptCursor | None = None

    def kept_cursor(self) -> Any:
        """A cursor for SQL that is carried out again and again; one statement at a time.

        Where somebody counts or wraps statements, and behind a pooler, it is one of Django's own.
        """
        prepares = self.settings_dict["OPTIONS"].get("server_side_binding")
        if not prepares or self.queries_logged or self.execute_wrappers:
            return self.cursor()
        self.validate_no_broken_transaction()
        self.close_if_health_check_failed()
        self.ensure_connection()
        if self._kept is None or self._kept.connection is not self.connection:
            self._kept = KeptCursor(self.connection, self.wrap_database_errors)
        return self._kept

    def is_usable(self) -> bool:
        return (self._is_quiet() and not self.errors_occurred) or super().is_usable()

    def _is_quiet(self) -> bool:
        """Whether the connection is open and nothing has come over it."""
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)
