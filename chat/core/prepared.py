"""Queries that every action or page asks: what they are in SQL is worked out once.

Django works it out anew each time, and looks up anew how each column becomes a value; measured,
that takes several times as long as asking SQLite. Here both are kept for each connection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections, models

from chat.core.internals import Compiled, compiled

MOST_KEYS = 128  # of one query

T = TypeVar("T")
U = TypeVar("U", bound=models.Model)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a query is on one connection."""

    query: Compiled
    places: Sequence[tuple[int, str]]  # which parameter is a value, and of what name

    def parameters(self, values: Mapping[str, Any]) -> Sequence[Any]:
        """What is given with its SQL, in this order."""
        given = list(self.query.parameters)
        for place, name in self.places:
            given[place] = values[name]
        return given


class _Query(Generic[T]):
    """What is asked with values to fill in, compiled once for each connection."""

    def __init__(self, compile_with: Callable[..., Compiled], kinds: Mapping[str, type]) -> None:
        self._compile_with = compile_with
        self._kinds = kinds
        self._plans: WeakKeyDictionary[Any, Plan] = WeakKeyDictionary()

    def all(self, **values: int | str) -> list[T]:
        """The rows."""
        connection = connections[DEFAULT_DB_ALIAS]
        plan = self.plan(connection)
        with connection.cursor() as cursor:
            cursor.execute(plan.query.sql, plan.parameters(values))
            return plan.query.read(cursor.fetchall())

    def first(self, **values: int | str) -> T | None:
        """The first row, if there is any. The query itself says how many it reads."""
        return next(iter(self.all(**values)), None)

    def plan(self, connection: Any) -> Plan:
        """What is kept for this connection: worked out when it is first asked for."""
        plan = self._plans.get(connection)
        if plan is None:
            plan = self._plans[connection] = self._worked_out(connection)
        return plan

    def _worked_out(self, connection: Any) -> Plan:
        """Compiles the query with two sets of stand-ins: what differs as they do is a value.

        A constant of the query is the same both times, so it cannot be taken for a value, even if
        it happens to equal a stand-in. What else differs, as a date of today would, is refused.
        """
        marks, others = _stand_ins(self._kinds, 31_000, 10), _stand_ins(self._kinds, 32_001, -10)
        query = self._compile_with(connection, marks)
        again = self._compile_with(connection, others)
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


class Prepared(_Query[T]):
    """A query with values to fill in: `Prepared(lambda key: Row.objects.filter(key=key), key=str)`.

    The query may follow foreign keys by one step (`select_related`), leave columns out (`only`),
    have annotations, or ask for `values_list`, whose rows are plain tuples. It must not lock unless
    it is always asked in a transaction. A query whose SQL depends on its values, or that does not
    use one of them as it is, raises TypeError when it is first asked.
    """

    def __init__(self, make: Callable[..., models.QuerySet[Any, T]], **kinds: type) -> None:
        def compile_with(connection: Any, values: Mapping[str, Any]) -> Compiled:
            return compiled(make(**values).using(DEFAULT_DB_ALIAS), connection)

        super().__init__(compile_with, kinds)


class PreparedIn(Generic[T]):
    """A query about several keys: `PreparedIn(lambda keys: Row.objects.filter(key__in=keys))`.

    It is kept for 1, 2, 4 keys and so on to `MOST_KEYS`. Where there are fewer, one of them is
    given several times, which must make no difference; where there are more, several are asked, and
    a row that does not depend on the keys comes with each.
    """

    def __init__(self, make: Callable[[Sequence[int]], models.QuerySet[Any, T]]) -> None:
        self._make = make
        self._sizes: dict[int, Prepared[T]] = {}

    def all(self, keys: Sequence[int]) -> list[T]:
        """The rows; none without keys."""
        lots = (keys[begin : begin + MOST_KEYS] for begin in range(0, len(keys), MOST_KEYS))
        return [row for lot in lots for row in self._all(lot)]

    def _all(self, keys: Sequence[int]) -> list[T]:
        size = 1 << (len(keys) - 1).bit_length()
        names = [f"key_{number}" for number in range(size)]
        if size not in self._sizes:
            self._sizes[size] = Prepared(
                lambda **given: self._make(list(given.values())), **dict.fromkeys(names, int)
            )
        given = [*keys, *[keys[0]] * (size - len(keys))]
        return self._sizes[size].all(**dict(zip(names, given, strict=True)))


class PreparedPair(_Query[tuple[T, U | None]]):
    """Two such queries, each of one row at most, asked at once. `make` returns both.

    Nothing is found where the first finds nothing. The second asks for objects: there is None in
    its place where it finds none.
    """

    def __init__(
        self,
        make: Callable[..., tuple[models.QuerySet[Any, T], models.QuerySet[U, U]]],
        **kinds: type,
    ) -> None:
        def compile_with(connection: Any, values: Mapping[str, Any]) -> Compiled:
            first, second = (rows.using(DEFAULT_DB_ALIAS) for rows in make(**values))
            return _paired(compiled(first, connection), compiled(second, connection))

        super().__init__(compile_with, kinds)


def _paired(one: Compiled, other: Compiled) -> Compiled:
    """One query beside the other: together, or the first alone."""

    def read(found: list[Any]) -> list[Any]:
        left = one.read([row[: one.width] for row in found])
        right = other.read([row[one.width :] for row in found])
        return list(zip(left, right, strict=True))

    sql = f"SELECT * FROM ({one.sql}) AS one LEFT JOIN ({other.sql}) AS other ON 1 = 1"
    return Compiled(sql, [*one.parameters, *other.parameters], one.width + other.width, read)


def _stand_ins(kinds: Mapping[str, type], first: int, step: int) -> dict[str, int | str]:
    """What stands for the values while the SQL is made.

    The numbers fit the smallest of columns: for what cannot be in one Django asks nothing at all.
    Those of the two sets never meet.
    """
    return {
        name: f"value-of-{name}-{first}" if kind is str else first + step * number
        for number, (name, kind) in enumerate(kinds.items())
    }
