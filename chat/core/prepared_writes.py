"""Writes that every action makes: their SQL is put together once.

As a model's own `save`, without its signals and without values that are worked out in SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models

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
        self._insert_once = _Statement(insert_once_sql, model, self._fields)

    def create(self, **values: Any) -> M:
        """The row, with its key. Raises `IntegrityError` as the database does."""
        one = self._made(self._insert, values)
        assert one is not None  # else the database has raised
        return one

    def create_once(self, **values: Any) -> M | None:
        """The same; None where a unique constraint forbids it, and the transaction goes on.

        While another transaction is about to make such a row it waits for that one to end.
        """
        return self._made(self._insert_once, values)

    def _made(self, statement: _Statement, values: Any) -> M | None:
        one = self._model(**values)
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.execute(
                statement.sql(connection), _values(one, self._fields, connection, add=True)
            )
            made = cursor.fetchone()
        if made is None:
            return None
        one.pk = made[0]
        one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS
        return one


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
