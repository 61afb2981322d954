"""Filters of the moderators' lists, each with a few fixed choices."""

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

SEARCHED = 100_000  # rows

Narrow = Callable[[QuerySet[Any]], QuerySet[Any]]


class Narrowing(admin.SimpleListFilter):
    """A filter with named choices; the first applies if none is chosen."""

    # By name, the label and the function that applies the choice.
    narrowings: dict[str, tuple[str | Promise, Narrow]] = {}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, label) for name, (label, _narrow) in self.narrowings.items()]

    def value(self) -> str:
        wanted = super().value()
        return wanted if wanted in self.narrowings else next(iter(self.narrowings))

    def choices(self, changelist: Any) -> Any:
        # Without Django's own "All", which the first choice replaces.
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
    """A filter for how far back a search goes. Without a search it changes nothing."""

    title = _("search range")
    parameter_name = "reach"
    narrowings = {
        "newest": (_("The newest 100,000"), everything),
        "all": (_("Everything (slower)"), everything),
    }


class SearchesNewest(_Admin):
    """A long list without an index on its texts, searched in its newest rows or all.

    For lists with `ReachFilter`. Rows are counted by their keys.
    """

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if search_term and request.GET.get(ReachFilter.parameter_name) != "all":
            newest = queryset.model._default_manager.order_by("-pk").values_list("pk", flat=True)
            queryset = queryset.filter(pk__gt=(newest.first() or 0) - SEARCHED)
        return super().get_search_results(request, queryset, search_term)
