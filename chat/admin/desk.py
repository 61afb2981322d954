"""The desk on the admin's front page: lines of open work that lead to lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, Model, QuerySet, Value
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext

from chat.admin.filters import Narrowing

Index = Callable[..., TemplateResponse]


@dataclass(frozen=True)
class Line:
    """A list of the admin under one choice of its filter."""

    words: str | Promise  # names the rows, such as "open reports"
    model: type[Model]
    by: type[Narrowing]
    choice: str
    calls: bool = True  # True if somebody should act; False if it is only for information

    def rows(self) -> QuerySet[Any]:
        return self.by.narrowings[self.choice][1](self.model._default_manager.all())

    @property
    def url(self) -> str:
        meta = self.model._meta
        address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
        return f"{address}?{self.by.parameter_name}={self.choice}"

    def is_for(self, user: Any) -> bool:
        meta = self.model._meta
        return bool(user.has_perm(f"{meta.app_label}.view_{meta.model_name}"))


@dataclass(frozen=True)
class Waiting:
    """A line with its number of rows."""

    line: Line
    count: int

    @property
    def calls(self) -> bool:
        return self.line.calls and self.count > 0


def waiting(user: Any, lines: Iterable[Line]) -> list[Waiting]:
    """Return those of these lines that this person may open, counted by one query."""
    shown = [line for line in lines if line.is_for(user)]
    counts = dict(_counts(shown))
    return [Waiting(line, counts.get(place, 0)) for place, line in enumerate(shown)]


def _counts(shown: Sequence[Line]) -> Iterator[tuple[int, int]]:
    queries = [_count(line.rows(), place) for place, line in enumerate(shown)]
    if queries:
        first, *others = queries
        yield from first.union(*others, all=True)


def _count(rows: QuerySet[Any], place: int) -> QuerySet[Any, tuple[int, int]]:
    """Return a query for one row: the place of the line and its number of rows."""
    named = rows.order_by().annotate(line=Value(place, output_field=IntegerField()))
    counted = named.values("line").annotate(count=Count("pk"))
    found: QuerySet[Any, tuple[int, int]] = counted.values_list("line", "count")
    return found


def with_desk(index: Index, lines: Sequence[Line]) -> Index:
    """Return the admin's front page with the desk."""

    def front(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        found = {"title": gettext("Moderation"), "waiting": waiting(request.user, lines)}
        return index(request, {**(extra_context or {}), **found})

    return front
