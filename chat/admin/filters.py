"""Filters of the moderators' lists: a fixed few choices each, never one per row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
else:  # Django's own classes take no type
    _Admin = admin.ModelAdmin

SEARCHED = 100_000

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


class ReachFilter(Narrowing):
    """How far back a search looks; without a search it changes nothing."""

    title = _("searched")
    parameter_name = "reach"
    narrowings = {
        "newest": (_("The newest 100,000"), everything),
        "all": (_("Everything, which takes longer"), everything),
    }


class SearchesNewest(_Admin):
    """A long list whose texts no index knows: a search looks at the newest rows, or at all.

    For lists with `ReachFilter`. Rows are counted by their keys.
    """

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if search_term and request.GET.get(ReachFilter.parameter_name) != "all":
            newest = queryset.model._default_manager.order_by("-pk").values_list("pk", flat=True)
            queryset = queryset.filter(pk__gt=(newest.first() or 0) - SEARCHED)
        return super().get_search_results(request, queryset, search_term)
