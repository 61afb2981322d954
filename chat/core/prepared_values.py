"""The values of a row as the database takes them, as a model's own `save` would give them to it.

Django leads each value through half a dozen methods of its field, and most have nothing to do. What
is already as its field wants it is spared those; all else goes the whole way.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import models

# Of these types the `get_prep_value` of such a field gives a value back as it is. That is known of
# these classes and types themselves, and of nothing that is derived from them.
_READY: dict[Any, frozenset[type]] = {
    models.CharField: frozenset({str}),
    models.TextField: frozenset({str}),
    models.BooleanField: frozenset({bool}),
    models.IntegerField: frozenset({int}),
    models.PositiveIntegerField: frozenset({int}),
    models.PositiveSmallIntegerField: frozenset({int}),
    models.BinaryField: frozenset({bytes}),
    models.JSONField: frozenset({dict, list}),
    models.DateTimeField: frozenset({datetime}),
}


class Values:
    """`Values(fields).of(row, connection, add=True)`: of these fields, in their order."""

    def __init__(self, fields: Sequence[Any]) -> None:
        self._columns = [_Column(field) for field in fields]

    def of(self, one: models.Model, connection: Any, *, add: bool) -> list[Any]:
        """`add`: the row is a new one."""
        values = []
        for column in self._columns:
            if not column.ready:
                value = column.field.pre_save(one, add)
                value = column.field.get_db_prep_save(value, connection)
            else:
                value = getattr(one, column.name)
                # None is NULL: in JSON too, where `get_db_prep_value` would make its own null.
                if value is not None and type(value) not in column.free:
                    value = column.prepared(value, connection)
            values.append(value)
        return values


class _Column:
    """A field. `ready`: the types of values that it wants; `free`: those as which the database
    wants them too. None of them is ready where saving itself makes the value.
    """

    def __init__(self, field: Any) -> None:
        self.field, self.name = field, field.attname
        saved = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
        self.ready = frozenset() if saved else _READY.get(type(field), frozenset())
        asked = type(field).get_db_prep_value is not models.Field.get_db_prep_value
        self.free = frozenset() if asked else self.ready

    def prepared(self, value: Any, connection: Any) -> Any:
        """For the database. A time without a zone is given one by the field, with a warning."""
        kind = type(value)
        if kind in self.ready and (kind is not datetime or value.utcoffset() is not None):
            return self.field.get_db_prep_value(value, connection, prepared=True)
        return self.field.get_db_prep_save(value, connection)
