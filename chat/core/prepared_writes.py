"""Writes that every action makes: their SQL is put together once.

As a model's own `save`, without its signals and without values that are worked out in SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models

M = TypeVar("M", bound=models.Model)


class _Statements:
    """What is written in SQL, by kind of database."""

    def __init__(self, make: Callable[[Any], str]) -> None:
        self._make = make
        self._made: dict[str, str] = {}

    def of(self, connection: Any) -> str:
        sql = self._made.get(connection.vendor)
        if sql is None:
            sql = self._made[connection.vendor] = self._make(connection.ops.quote_name)
        return sql


class PreparedInsert(Generic[M]):
    """`PreparedInsert(Row).create(name=...)`: a new row, as `Row.objects.create` makes it."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        meta: Any = model._meta
        self._fields = [field for field in meta.concrete_fields if field is not meta.pk]
        self._statements = _Statements(self._sql)

    def create(self, **values: Any) -> M:
        """The row, with its key. Raises `IntegrityError` as the database does."""
        one = self._model(**values)
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.execute(
                self._statements.of(connection), _values(one, self._fields, connection, add=True)
            )
            one.pk = cursor.fetchone()[0]
        one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS
        return one

    def _sql(self, quoted: Callable[[str], str]) -> str:
        meta: Any = self._model._meta
        columns = ", ".join(quoted(field.column) for field in self._fields)
        places = ", ".join("%s" for _field in self._fields)
        table, key = quoted(meta.db_table), quoted(meta.pk.column)
        return f"INSERT INTO {table} ({columns}) VALUES ({places}) RETURNING {key}"


class PreparedUpdate(Generic[M]):
    """`PreparedUpdate(Row, names).save(row)`: as `row.save(update_fields=names)`."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self._meta: Any = model._meta
        self._fields: list[Any] = [self._meta.get_field(name) for name in names]
        self._statements = _Statements(self._sql)

    def save(self, one: M) -> None:
        """Writes these fields. Raises `DatabaseError` where the row is gone."""
        connection = connections[DEFAULT_DB_ALIAS]
        values = _values(one, self._fields, connection, add=False)
        with connection.cursor() as cursor:
            cursor.execute(self._statements.of(connection), [*values, one.pk])
            if cursor.rowcount != 1:
                raise DatabaseError(f"{one!r} was not saved: its row is not there")

    def _sql(self, quoted: Callable[[str], str]) -> str:
        columns = ", ".join(f"{quoted(field.column)} = %s" for field in self._fields)
        key = quoted(self._meta.pk.column)
        return f"UPDATE {quoted(self._meta.db_table)} SET {columns} WHERE {key} = %s"


def _values(one: models.Model, fields: Sequence[Any], connection: Any, *, add: bool) -> list[Any]:
    """As the database takes them."""
    return [field.get_db_prep_save(field.pre_save(one, add), connection) for field in fields]
