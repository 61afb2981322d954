"""Queries that every action asks: what they are in SQL is worked out once.

Django works it out anew each time, and looks up anew how each column becomes a value; measured,
that takes several times as long as asking SQLite. Here both are kept for each connection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections, models

T = TypeVar("T")

# Stand for the values while the SQL is made; no query of ours holds such a constant. The number
# fits the smallest of columns: for what cannot be in one Django asks nothing at all.
_NUMBER = 31_900
_WORD = "value-of-"


@dataclass(frozen=True)
class _Plan:
    sql: str
    constants: Sequence[Any]
    places: Sequence[tuple[int, str]]  # which of them is a value, and of what name
    compiler: Any
    converters: Any
    build: Callable[[list[Any]], Any]

    def parameters(self, values: dict[str, Any]) -> Sequence[Any]:
        given = list(self.constants)
        for place, name in self.places:
            given[place] = values[name]
        return given


class Prepared(Generic[T]):
    """A query with values to fill in: `Prepared(lambda key: Row.objects.filter(key=key), key=str)`.

    The query may follow foreign keys by one step (`select_related`), leave columns out (`only`), or
    ask for `values_list`, whose rows are plain tuples. It must not lock unless it is always asked
    in a transaction.
    """

    def __init__(self, make: Callable[..., models.QuerySet[Any, T]], **kinds: type) -> None:
        self._make = make
        self._kinds = kinds
        self._plans: WeakKeyDictionary[Any, _Plan] = WeakKeyDictionary()

    def all(self, **values: int | str) -> list[T]:
        """The rows."""
        connection = connections[DEFAULT_DB_ALIAS]
        plan = self._plans.get(connection)
        if plan is None:
            plan = self._plans[connection] = self._plan(connection)
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, plan.parameters(values))
            found = cursor.fetchall()
        rows = plan.compiler.apply_converters(found, plan.converters)
        return [plan.build(row) for row in rows]

    def first(self, **values: int | str) -> T | None:
        """The first row, if there is any. The query itself says how many it reads."""
        return next(iter(self.all(**values)), None)

    def _plan(self, connection: Any) -> _Plan:
        marks = {
            name: _WORD + name if kind is str else _NUMBER + number
            for number, (name, kind) in enumerate(self._kinds.items())
        }
        rows = self._make(**marks).using(DEFAULT_DB_ALIAS)
        compiler: Any = rows.query.get_compiler(connection=connection)
        sql, constants = compiler.as_sql()
        names = {mark: name for name, mark in marks.items()}
        places = [(i, names[each]) for i, each in enumerate(constants) if each in names]
        columns = [column[0] for column in compiler.select[: compiler.col_count]]
        converters = compiler.get_converters(columns)
        values = rows.query.values_select
        build = tuple if values else _whole(compiler.klass_info, compiler.select)
        return _Plan(sql, constants, places, compiler, converters, build)


def _whole(info: Any, select: Sequence[Any]) -> Callable[[list[Any]], Any]:
    """What makes an object of a row, with those it points to."""
    make = _maker(info, select)
    related = [
        (_maker(each, select), each["local_setter"], each["remote_setter"])
        for each in info.get("related_klass_infos", ())
    ]

    def whole(row: list[Any]) -> Any:
        one = make(row)
        for make_other, set_here, set_there in related:
            other = make_other(row)
            set_here(one, other)
            if other is not None:
                set_there(other, one)
        return one

    return whole


def _maker(info: Any, select: Sequence[Any]) -> Callable[[list[Any]], Any]:
    """What makes an object of this model of a row; None where the row has none."""
    model: type[models.Model] = info["model"]
    places: list[int] = info["select_fields"]
    names = [select[place][0].target.attname for place in places]
    key = places[names.index(model._meta.pk.attname)]

    def make(row: list[Any]) -> Any:
        if row[key] is None:
            return None
        return model.from_db(DEFAULT_DB_ALIAS, names, [row[place] for place in places])

    return make
