"""Filters of the moderators' lists: a fixed few choices each, never one per row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise

Narrow = Callable[[QuerySet[Any]], QuerySet[Any]]


class Narrowing(admin.SimpleListFilter):
    """Named narrowings of a list; the first stands when nothing is chosen."""

    narrowings: dict[str, tuple[str | Promise, Narrow]] = {}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, label) for name, (label, _narrow) in self.narrowings.items()]

    def value(self) -> str:
        wanted = super().value()
        return wanted if wanted in self.narrowings else next(iter(self.narrowings))

    def choices(self, changelist: Any) -> Any:
        # Without Django's own "All": the first narrowing is what stands there.
        for name, label in self.lookup_choices:
            yield {
                "selected": self.value() == name,
                "query_string": changelist.get_query_string({self.parameter_name: name}),
                "display": label,
            }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return self.narrowings[self.value()][1](queryset)


def everything(queryset: QuerySet[Any]) -> QuerySet[Any]:
    return queryset
