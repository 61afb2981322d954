"""A connection that is looked at before each request, and asked only where it is in doubt.

Django documents that a backend is made from one of its own, but not when it asks `is_usable`:
chat/core/internals.py names the version this was written for.
"""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but for how `CONN_HEALTH_CHECKS` are made.

    Django sends a query before each request. A server that has ended a connection, as in a restart,
    has sent word of it, and whoever waits for no answer has nothing else to receive: as long as
    nothing has come, no query is needed. After an error there is one as ever.
    """

    def is_usable(self) -> bool:
        return (self._is_quiet() and not self.errors_occurred) or super().is_usable()

    def _is_quiet(self) -> bool:
        """Whether the connection is open and nothing has come over it."""
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)
