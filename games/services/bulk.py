"""Bulk writes without an object for each row, for matches of many thousand seats.

The caller holds a transaction. What `save()` would check, the constraints of the database check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models import QuerySet

from chat.core import internals

Row = TypeVar("Row")
AT_ONCE = 20_000  # rows in one statement


def chunks(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Yield the rows in lists of at most `size`."""
    left = iter(rows)
    while chunk := list(islice(left, size)):
        yield chunk


def insert_rows(
    model: type[models.Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows of values in the order of `fields`.

    A foreign key is given by its value, not as an object.
    """
    columns = [_column(model, name) for name in fields]
    table, names = _quoted(model._meta.db_table), ", ".join(_quoted(c) for c in columns)
    marks = ", ".join(["%s"] * len(columns))
    for chunk in chunks(rows, AT_ONCE):
        if connection.vendor == "postgresql":
            _copied(f"COPY {table} ({names}) FROM STDIN", chunk)
        else:
            _many(f"INSERT INTO {table} ({names}) VALUES ({marks})", _adapted(model, fields, chunk))


def insert_selected(
    model: type[models.Model], fields: Sequence[str], rows: QuerySet[Any, Any]
) -> None:
    """Insert what a query selects, in the order of `fields`, inside the database."""
    table, columns = _quoted(model._meta.db_table), [_column(model, name) for name in fields]
    selected, values = rows.order_by().query.sql_with_params()
    names = ", ".join(_quoted(column) for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({names}) {selected}", values)


def update_rows(
    model: type[models.Model], key: str, fields: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Set `fields` in the rows identified by `key`.

    Each row holds the value of the key, then those of the fields.
    """
    own, columns = _column(model, key), [_column(model, name) for name in fields]
    table = _quoted(model._meta.db_table)
    for chunk in chunks(rows, AT_ONCE):
        if connection.vendor == "postgresql":
            news = ", ".join(f"{_quoted(c)} = n.{_quoted(c)}" for c in columns)
            names = ", ".join(_quoted(c) for c in (own, *columns))
            tail = f" AS n ({names}) WHERE {table}.{_quoted(own)} = n.{_quoted(own)}"
            _unnested(f"UPDATE {table} SET {news} FROM", model, (key, *fields), chunk, tail)
        else:
            news = ", ".join(f"{_quoted(c)} = %s" for c in columns)
            adapted = _adapted(model, (key, *fields), chunk)
            turned = [(*row[1:], row[0]) for row in adapted]
            _many(f"UPDATE {table} SET {news} WHERE {_quoted(own)} = %s", turned)


def _copied(statement: str, chunk: Sequence[Sequence[Any]]) -> None:
    # COPY takes a fraction of the work that INSERT takes on this side.
    with (
        internals.database_errors(connection),
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        for row in chunk:
            copy.write_row(row)


def _unnested(
    head: str,
    model: type[models.Model],
    fields: Sequence[str],
    chunk: Sequence[Sequence[Any]],
    tail: str,
) -> None:
    """Run one statement for the whole chunk, with a list of values for each column."""
    marks = ", ".join(f"%s::{_type(model, name)}[]" for name in fields)
    columns = [list(values) for values in zip(*chunk, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(f"{head} unnest({marks}){tail}", columns)


def _many(statement: str, chunk: Sequence[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(statement, chunk)


def _adapted(
    model: type[models.Model], fields: Sequence[str], chunk: Sequence[Sequence[Any]]
) -> Sequence[Sequence[Any]]:
    """Return the rows as this database takes them: only times need conversion."""
    kinds = [model._meta.get_field(name) for name in fields]
    times = {place for place, kind in enumerate(kinds) if isinstance(kind, models.DateTimeField)}
    if not times:
        return chunk
    adapt = cache(internals.time_adapter(connection))  # most rows have the same time
    return [_with_times(row, times, adapt) for row in chunk]


def _with_times(
    row: Sequence[Any], places: Iterable[int], adapt: Callable[[Any], Any]
) -> list[Any]:
    adapted = list(row)
    for place in places:
        adapted[place] = adapt(adapted[place])
    return adapted


def _column(model: type[models.Model], name: str) -> str:
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)
    return str(field.column)


def _type(model: type[models.Model], name: str) -> str:
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)
    return str(field.db_type(connection))


def _quoted(name: str) -> str:
    return internals.quoted(connection, name)
