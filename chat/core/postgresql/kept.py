"""One cursor a connection for SQL that is carried out again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from types import TracebackType
from typing import Any, Self

import psycopg
from psycopg.pq import Format

_TIMES = "timestamptz"


class KeptCursor:
    """psycopg's cursor by itself, for SQL with `%s` in it as Django writes it.

    Django makes a cursor for each statement, with a wrapper around it, and reads each time by an
    expression in Python. This one takes the numbered parameters of PostgreSQL, so that nothing is
    looked for in the SQL, and psycopg's own way to read times, which is in C. Their zone is that of
    the connection, which Django has set to UTC.
    """

    def __init__(
        self, connection: psycopg.Connection[Any], errors: AbstractContextManager[None]
    ) -> None:
        """`errors`: turns those of psycopg into Django's."""
        self.connection, self._errors = connection, errors
        self._cursor = psycopg.RawCursor(connection)
        read_time = psycopg.adapters.get_loader(psycopg.adapters.types[_TIMES].oid, Format.TEXT)
        assert read_time is not None  # psycopg has one for each type that it names
        self._cursor.adapters.register_loader(_TIMES, read_time)
        self.fetchone: Callable[[], Any] = self._cursor.fetchone
        self.fetchmany: Callable[[int], list[Any]] = self._cursor.fetchmany
        self.fetchall: Callable[[], list[Any]] = self._cursor.fetchall

    def execute(self, sql: str, values: Sequence[Any]) -> None:
        with self._errors:
            self._cursor.execute(_numbered(sql), values)

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """It stays open for the next statement."""


@cache
def _numbered(sql: str) -> bytes:
    """`$1`, `$2`, ... in place of each `%s`. There are as many of these texts as queries."""
    first, *others = sql.split("%s")
    numbered = "".join(f"${number}{text}" for number, text in enumerate(others, 1))
    return (first + numbered).replace("%%", "%").encode()
