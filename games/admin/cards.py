"""Single cards, for moderators: found by their words, hidden and shown again."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.asking import ask
from chat.admin.filters import Narrowing, everything
from games.admin.base import ActAdmin
from games.blanks.packs import moderating
from games.models import PackCard


class HiddenFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "dealt": (_("Dealt"), lambda rows: rows.filter(hidden=False)),
        "hidden": (_("Hidden"), lambda rows: rows.filter(hidden=True)),
    }


@admin.register(PackCard)
class PackCardAdmin(ActAdmin):
    list_display = ("text", "colour", "pack", "name", "hidden")
    list_display_links = ("text",)
    list_filter = (HiddenFilter, "colour")
    lookups = ("pack__id__exact",)
    list_select_related = ("pack",)
    search_fields = ("text__icontains", "=pack__slug", "=name")
    search_help_text = _("A part of the text, the pack's id, or the card's id in its pack")
    ordering = ("pack", "colour", "place")
    fields = ("pack", "colour", "name", "text", "pick", "draw", "hidden")
    actions = ("hide", "show")

    def _do(
        self, request: HttpRequest, queryset: QuerySet[PackCard], act: str, title: str, do: Any
    ) -> HttpResponse | None:
        return ask(
            self,
            request,
            queryset,
            act=act,
            title=title,
            do=lambda by, card, form: do(
                moderator=by, card_pk=card.pk, reason=form.cleaned_data["reason"]
            ),
        )

    @admin.action(description=_("Hide"), permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[PackCard]) -> HttpResponse | None:
        return self._do(request, queryset, "hide", gettext("Hide cards"), moderating.hide_card)

    @admin.action(description=_("Show again"), permissions=["moderate"])
    def show(self, request: HttpRequest, queryset: QuerySet[PackCard]) -> HttpResponse | None:
        title = gettext("Show cards again")
        return self._do(request, queryset, "show", title, moderating.show_card)
