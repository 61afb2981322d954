"""Writes that every action makes: their SQL is put together once.

As a model's own `save`, without its signals and without values that are worked out in SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models

from chat.core.clock import now, offset
from chat.core.internals import (
    insert_once_sql,
    insert_sql,
    locked_once_sql,
    table_fields,
    update_sql,
)
from chat.core.prepared import Prepared

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


class PreparedOnce(Generic[M]):
    """`PreparedOnce(rows, Row, of="match", stamp="at").lock(...)`: locks a row, makes one for it.

    The one that is made may be made once. Its foreign key `of` is the row that `rows` locks, which
    asks for that one alone, without what it points to. Its column `stamp` is the instant when it
    was locked, by the clock of the house. On PostgreSQL all of this is one statement.
    """

    def __init__(
        self, rows: Prepared[M], model: type[models.Model], *, of: str, stamp: str
    ) -> None:
        columns = {field.name: field for field in table_fields(model) if not field.primary_key}
        self._rows = rows
        self._of, self._stamp = columns.pop(of), columns.pop(stamp)
        self._given = list(columns.values())
        self._statement = _Statement(self._sql, model, [*self._given, self._of, self._stamp])

    def lock(
        self, found_by: Mapping[str, int | str], **values: Any
    ) -> tuple[M | None, datetime | None]:
        """The locked row, None if there is none; when the other was made, None if it was not.

        It is not made where nothing is locked, or where a unique constraint forbids it; the
        transaction goes on either way. Foreign keys are given as such (`user_id`). While another
        transaction is about to make such a row it waits for that one to end.
        """
        connection = connections[DEFAULT_DB_ALIAS]
        given = [field.get_db_prep_save(values[field.attname], connection) for field in self._given]
        if connection.vendor == "postgresql":
            return self._lock_and_make(found_by, given, connection)
        one = self._rows.first(**found_by)
        return one, None if one is None else self._make(one, given, connection)

    def _lock_and_make(
        self, found_by: Mapping[str, int | str], given: Sequence[Any], connection: Any
    ) -> tuple[M | None, datetime | None]:
        plan = self._rows.plan(connection)
        values = [*plan.parameters(found_by), *given, offset()]
        with connection.cursor() as cursor:
            cursor.execute(self._statement.sql(connection), values)
            found = cursor.fetchmany(1)
        return (plan.query.read(found)[0], found[0][-1]) if found else (None, None)

    def _make(self, one: M, given: Sequence[Any], connection: Any) -> datetime | None:
        at = now()  # the clock is this process' own
        last = zip((self._of, self._stamp), (one.pk, at), strict=True)
        values = [*given, *(field.get_db_prep_save(value, connection) for field, value in last)]
        with connection.cursor() as cursor:
            cursor.execute(self._statement.sql(connection), values)
            return at if cursor.fetchone() else None

    def _sql(self, model: type[models.Model], columns: Sequence[str], connection: Any) -> str:
        if connection.vendor != "postgresql":
            return insert_once_sql(model, columns, connection)
        locking, key = self._rows.plan(connection).query.sql, self._of.target_field.column
        return locked_once_sql(locking, key, model, columns, connection)


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
