"""Brings the small database of the version before (`make.py`) into PostgreSQL.

Its tables are made by the same migrations, up to where that version stood, and filled row by row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

TABLES = """
SELECT table_name, column_name, data_type FROM information_schema.columns
WHERE table_schema = 'public' AND table_name != 'django_migrations'
ORDER BY table_name, ordinal_position
"""
NUMBERED = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = 'public' AND is_identity = 'YES'
"""
NOTED = "CREATE TABLE noted (match text, digest text, moment text)"  # as `playing.py` does


def copy(file: Path, url: str, migrate: Callable[[str, str], object]) -> None:
    """`migrate` brings an app of the database with this address to that migration."""
    with sqlite3.connect(file) as before, psycopg.connect(url) as now:
        for app, last in _stood(before):
            migrate(app, last)
        now.execute("SET TIME ZONE 'UTC'")
        now.execute("SET session_replication_role = replica")  # rows come in any order
        now.execute(NOTED)
        tables = _tables(now)
        every = sql.SQL(", ").join(map(sql.Identifier, tables))
        now.execute(sql.SQL("TRUNCATE {}").format(every))  # of what migrations put in
        for table, columns in tables.items():
            _fill(before, now, table, columns)
        _count_on(now)


def _stood(before: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """The last migration of each app that was carried out there."""
    yield from before.execute("SELECT app, max(name) FROM django_migrations GROUP BY app")


def _tables(now: psycopg.Connection[Any]) -> dict[str, dict[str, str]]:
    """Their columns, each with its type."""
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in now.execute(TABLES):
        found.setdefault(table, {})[column] = kind
    return found


def _fill(
    before: sqlite3.Connection, now: psycopg.Connection[Any], table: str, columns: dict[str, str]
) -> None:
    insert = sql.SQL("INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE VALUES ({})").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.SQL(", ").join(sql.SQL("%s::" + kind) for kind in columns.values()),
    )
    names = ", ".join(f'"{column}"' for column in columns)
    rows = before.execute(f'SELECT {names} FROM "{table}"')
    with now.cursor() as cursor:
        cursor.executemany(insert, [_typed(row, columns.values()) for row in rows])


def _typed(row: tuple[Any, ...], kinds: Iterable[str]) -> list[Any]:
    """SQLite has 0 and 1; what else differs, such as dates, PostgreSQL reads from text."""
    return [
        bool(value) if kind == "boolean" and value is not None else value
        for value, kind in zip(row, kinds, strict=True)
    ]


def _count_on(now: psycopg.Connection[Any]) -> None:
    """New rows get numbers that no row has."""
    last = sql.SQL("SELECT setval(pg_get_serial_sequence({}, {}), max({})) FROM {}")
    for table, column in now.execute(NUMBERED).fetchall():
        named, numbered = sql.Identifier(table), sql.Identifier(column)
        now.execute(last.format(sql.Literal(table), sql.Literal(column), numbered, named))
