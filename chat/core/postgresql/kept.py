"""A cursor for SQL that is carried out again and again, kept by its connection."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from types import TracebackType
from typing import Any, Self

import psycopg
from psycopg.pq import Format

_TIMES = "timestamptz"


class KeptCursor:
    """psycopg's cursors by themselves, for SQL with `%s` in it as Django writes it.

    Django makes a cursor for each statement, with a wrapper around it, and reads each time by an
    expression in Python. This one takes the numbered parameters of PostgreSQL, so that nothing is
    looked for in the SQL, and psycopg's own way to read times, which is in C. Their zone is that of
    the connection, which Django has set to UTC. Each text of SQL has a cursor of psycopg's: that
    one remembers how the text's values are written and read as long as it is given no other.
    """

    def __init__(
        self, connection: psycopg.Connection[Any], errors: AbstractContextManager[None]
    ) -> None:
        """`errors`: turns those of psycopg into Django's."""
        self.connection, self._errors = connection, errors
        self._by_sql: dict[str, psycopg.RawCursor[Any]] = {}
        self._last = _cursor(connection)  # which carried out the last statement

    def execute(self, sql: str, values: Sequence[Any]) -> None:
        if sql not in self._by_sql:
            self._by_sql[sql] = _cursor(self.connection)
        self._last = self._by_sql[sql]
        with self._errors:
            self._last.execute(_numbered(sql), values)

    def fetchone(self) -> Any:
        return self._last.fetchone()

    def fetchmany(self, size: int) -> list[Any]:
        return self._last.fetchmany(size)

    def fetchall(self) -> list[Any]:
        return self._last.fetchall()

    @property
    def rowcount(self) -> int:
        return self._last.rowcount

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """It stays open for the next statement."""


def _cursor(connection: psycopg.Connection[Any]) -> psycopg.RawCursor[Any]:
    cursor = psycopg.RawCursor(connection)
    read_time = psycopg.adapters.get_loader(psycopg.adapters.types[_TIMES].oid, Format.TEXT)
    assert read_time is not None  # psycopg has one for each type that it names
    cursor.adapters.register_loader(_TIMES, read_time)
    return cursor


@cache
def _numbered(sql: str) -> bytes:
    """`$1`, `$2`, ... in place of each `%s`. There are as many of these texts as queries."""
    first, *others = sql.split("%s")
    numbered = "".join(f"${number}{text}" for number, text in enumerate(others, 1))
    return (first + numbered).replace("%%", "%").encode()
