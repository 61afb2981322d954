"""Mutes, for moderators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.filters import Narrowing, everything
from chat.admin.links import find_places, link_to_room
from chat.admin.row_acts import Act, ActAdmin, with_reason
from chat.core.clock import nearly_now, now
from chat.models import Mute
from chat.moderation import services as moderation


class HoldingFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "holding": (_("Active"), lambda rows: rows.filter(until__gt=now())),
        "all": (_("All"), everything),
    }


@admin.register(Mute)
class MuteAdmin(ActAdmin):
    list_display = ("user", "where", "until", "reason", "by", "at")
    list_filter = (HoldingFilter,)
    list_select_related = ("user", "room", "by")
    search_fields = ("=user__username_key", "reason")
    ordering = ("-id",)
    fields = ("user", "where", "until", "reason", "by", "at")
    readonly_fields = ("where",)
    actions = (
        Act(
            "unmute",
            _("End the mute"),
            title=_("End mutes"),
            do=with_reason(moderation.unmute, lambda mute: {"mute": mute}),
            joined=("user", "room"),
            applies=lambda moderator, mute: mute.until > nearly_now(),
        ),
    )

    def prepare(self, rows: Sequence[Any]) -> None:
        find_places(rows)

    @admin.display(description=_("where"))
    def where(self, mute: Any) -> str:
        return link_to_room(mute) or gettext("everywhere")
