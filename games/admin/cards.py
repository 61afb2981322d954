"""Single cards, for moderators: found by their words, hidden and shown again."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, act, with_reason
from chat.admin.filters import Narrowing, everything
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


def _of(card: PackCard) -> dict[str, Any]:
    return {"card_pk": card.pk}


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
    actions = (
        act("hide", _("Hide"), title=_("Hide cards"), do=with_reason(moderating.hide_card, _of)),
        act(
            "show",
            _("Show again"),
            title=_("Show cards again"),
            do=with_reason(moderating.show_card, _of),
        ),
    )
