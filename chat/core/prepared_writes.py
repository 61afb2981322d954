"""Writes that every action makes: their SQL is put together once.

As a model's own `save`, without its signals and without values that are worked out in SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models

from chat.core.clock import now, offset
from chat.core.internals import insert_once_sql, insert_sql, table_fields, update_sql

M = TypeVar("M", bound=models.Model)


class _Statement:
    """What is written, in the SQL of each kind of database."""

    def __init__(self, make: Callable[..., str], model: type[models.Model], fields: Any) -> None:
        self._make = make
        self._model = model
        self._columns = [field.column for field in fields]
        self._made: dict[str, str] = {}

    def sql(self, connection: Any) -> str:
        sql = self._made.get(connection.vendor)
        if sql is None:
            sql = self._make(self._model, self._columns, connection)
            self._made[connection.vendor] = sql
        return sql


class PreparedInsert(Generic[M]):
    """`PreparedInsert(Row).create(name=...)`: a new row, as `Row.objects.create` makes it."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._fields = [field for field in table_fields(model) if not field.primary_key]
        self._insert = _Statement(insert_sql, model, self._fields)

    def create(self, **values: Any) -> M:
        """The row, with its key. Raises `IntegrityError` as the database does."""
        one = self._model(**values)
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.execute(
                self._insert.sql(connection), _values(one, self._fields, connection, add=True)
            )
            one.pk = cursor.fetchone()[0]
        one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS
        return one


class PreparedOnce:
    """`PreparedOnce(Row, stamp="at").create(name=...)`: a row that may be made once.

    The column `stamp` is the present instant by the clock of the house, which is asked for in the
    same statement.
    """

    def __init__(self, model: type[models.Model], *, stamp: str) -> None:
        columns = {field.attname: field for field in table_fields(model) if not field.primary_key}
        self._stamp = columns.pop(stamp)
        self._fields = list(columns.values())
        make = partial(insert_once_sql, stamp=self._stamp.column)
        self._statement = _Statement(make, model, self._fields)

    def create(self, **values: Any) -> datetime | None:
        """When the row was made; None where a unique constraint forbids it.

        The transaction goes on either way. Keys are given as such (`user_id`). While another
        transaction is about to make such a row it waits for that one to end.
        """
        connection = connections[DEFAULT_DB_ALIAS]
        row = [field.get_db_prep_save(values[field.attname], connection) for field in self._fields]
        asks = connection.vendor == "postgresql"  # elsewhere the clock is this process' own
        at = None if asks else now()
        row.append(offset() if at is None else self._stamp.get_db_prep_save(at, connection))
        with connection.cursor() as cursor:
            cursor.execute(self._statement.sql(connection), row)
            made = cursor.fetchone()
        return made and (at or made[0])


class PreparedUpdate(Generic[M]):
    """`PreparedUpdate(Row, names).save(row)`: as `row.save(update_fields=names)`."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self._fields: list[Any] = [model._meta.get_field(name) for name in names]
        self._statement = _Statement(update_sql, model, self._fields)

    def save(self, one: M) -> None:
        """Writes these fields. Raises `DatabaseError` where the row is gone."""
        connection = connections[DEFAULT_DB_ALIAS]
        values = _values(one, self._fields, connection, add=False)
        with connection.cursor() as cursor:
            cursor.execute(self._statement.sql(connection), [*values, one.pk])
            if cursor.rowcount != 1:
                raise DatabaseError(f"{one!r} was not saved: its row is not there")


def _values(one: models.Model, fields: Sequence[Any], connection: Any, *, add: bool) -> list[Any]:
    """As the database takes them."""
    return [field.get_db_prep_save(field.pre_save(one, add), connection) for field in fields]
