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
    insert_with_update_sql,
    locked_once_sql,
    table_fields,
    update_sql,
)
from chat.core.prepared import Prepared
from chat.core.prepared_values import Values

M = TypeVar("M", bound=models.Model)
N = TypeVar("N", bound=models.Model)


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
        fields = [field for field in table_fields(model) if not field.primary_key]
        self._values = Values(fields)
        self._insert = _Statement(insert_sql, model, fields)

    def create(self, **values: Any) -> M:
        """The row, with its key. Raises `IntegrityError` as the database does."""
        one = self._model(**values)
        self.insert(one)
        return one

    def insert(self, one: M) -> None:
        """The same with a row that is not in the database yet."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, values = self.statement(one, connection)
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            _inserted(one, cursor.fetchone()[0])

    def statement(self, one: M, connection: Any) -> tuple[str, list[Any]]:
        """Its SQL and what is given with that; it answers with the key."""
        return self._insert.sql(connection), self._values.of(one, connection, add=True)


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
        fields = [model._meta.get_field(name) for name in names]
        self._values = Values(fields)
        self._statement = _Statement(update_sql, model, fields)

    def save(self, one: M) -> None:
        """Writes these fields. Raises `DatabaseError` where the row is gone."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, values = self.statement(one, connection)
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            if cursor.rowcount != 1:
                raise _gone(one)

    def statement(self, one: M, connection: Any) -> tuple[str, list[Any]]:
        """Its SQL and what is given with that."""
        values = self._values.of(one, connection, add=False)
        return self._statement.sql(connection), [*values, one.pk]


class PreparedInsertWithUpdate(Generic[N, M]):
    """`PreparedInsertWithUpdate(New, Row, names).save(new, row)`: a new row, and fields of another.

    As `PreparedInsert` and `PreparedUpdate` write them, on PostgreSQL in one statement.
    """

    def __init__(self, new: type[N], model: type[M], names: Sequence[str]) -> None:
        self._insert = PreparedInsert(new)
        self._update = PreparedUpdate(model, names)

    def save(self, new: N, one: M) -> None:
        """Raises what they do; then the new row may have been written, and is to be rolled back."""
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor != "postgresql":
            self._insert.insert(new)
            self._update.save(one)
            return
        insert, first = self._insert.statement(new, connection)
        update, then = self._update.statement(one, connection)
        with connection.cursor() as cursor:
            cursor.execute(insert_with_update_sql(insert, update), [*first, *then])
            made = cursor.fetchone()
        if made is None:
            raise _gone(one)
        _inserted(new, made[0])


def _inserted(one: models.Model, key: Any) -> None:
    one.pk = key
    one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS


def _gone(one: models.Model) -> DatabaseError:
    return DatabaseError(f"{one!r} was not saved: its row is not there")
