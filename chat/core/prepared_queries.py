"""Prepared queries of every action or page, compiled once per connection.

Django compiles a query each time and looks up again how to convert each column, which takes
several times as long as SQLite takes to answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections, models

from chat.core.internals import Compiled, compiled

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled query for one connection."""

    query: Compiled
    places: Sequence[tuple[int, str]]  # indices of parameters to fill in, with the values' names

    def parameters(self, values: Mapping[str, Any]) -> Sequence[Any]:
        """Return the parameters of the SQL, in order, with these values filled in."""
        given = list(self.query.parameters)
        for place, name in self.places:
            given[place] = values[name]
        return given


class Prepared(Generic[T]):
    """A query with values to fill in.

    For example, `Prepared(lambda key: Row.objects.filter(key=key), key=str)`.

    The query may follow foreign keys by one step (`select_related`), omit columns (`only`), have
    annotations, or use `values_list`, whose rows are plain tuples. It must not lock rows unless it
    is always executed in a transaction. If the SQL depends on the values, or does not use each of
    them unchanged, the first execution raises TypeError. If a version of Django lacks the private
    parts that this needs, the queryset is executed each time.
    """

    def __init__(self, make: Callable[..., models.QuerySet[Any, T]], **kinds: type) -> None:
        self._make = make
        self._kinds = kinds
        self._plans: WeakKeyDictionary[Any, Plan | None] = WeakKeyDictionary()

    def all(self, **values: int | str) -> list[T]:
        """Return the rows for these values."""
        connection = connections[DEFAULT_DB_ALIAS]
        if connection not in self._plans:
            self._plans[connection] = self._plan(connection)
        plan = self._plans[connection]
        if plan is None:
            return list(self._make(**values).using(DEFAULT_DB_ALIAS))
        with connection.cursor() as cursor:
            cursor.execute(plan.query.sql, plan.parameters(values))
            return plan.query.read(cursor.fetchall())

    def first(self, **values: int | str) -> T | None:
        """Return the first row, or None. The query itself limits how many rows it reads."""
        return next(iter(self.all(**values)), None)

    def _plan(self, connection: Any) -> Plan | None:
        """Compile the query, or return None if this version of Django does not allow it.

        Raise TypeError if the SQL depends on the values, or does not use each of them unchanged.
        """
        # Compiled with two sets of placeholders: the parameters that differ as they do are the
        # values. A constant is the same both times, so it cannot be mistaken for a value, even if
        # it happens to equal a placeholder. Any other difference, such as the current date, is
        # refused.
        marks, others = _stand_ins(self._kinds, 31_000, 10), _stand_ins(self._kinds, 32_001, -10)
        try:
            query, again = self._compiled(connection, marks), self._compiled(connection, others)
        except AttributeError:
            return None
        if query.sql != again.sql:
            raise TypeError(f"its SQL depends on its values: {query.sql}")
        names = {(marks[name], others[name]): name for name in self._kinds}
        differing = [
            (place, pair)
            for place, pair in enumerate(zip(query.parameters, again.parameters, strict=True))
            if pair[0] != pair[1]
        ]
        places = [(place, names[pair]) for place, pair in differing if pair in names]
        if len(places) < len(differing) or {name for _, name in places} != set(self._kinds):
            raise TypeError(f"it does not use each of its values as it is: {query.sql}")
        return Plan(query, places)

    def _compiled(self, connection: Any, values: Mapping[str, Any]) -> Compiled:
        return compiled(self._make(**values).using(DEFAULT_DB_ALIAS), connection)


def _stand_ins(kinds: Mapping[str, type], first: int, step: int) -> dict[str, int | str]:
    """Return placeholders for the values while the SQL is compiled."""
    # The numbers fit the smallest column type: Django runs no query for a number that a column
    # cannot hold. The numbers of the two sets are always different.
    return {
        name: f"value-of-{name}-{first}" if kind is str else first + step * number
        for number, (name, kind) in enumerate(kinds.items())
    }
