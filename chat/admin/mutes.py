"""Mutes, for moderators."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, act, with_reason
from chat.admin.filters import Narrowing, everything
from chat.core.clock import now
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
    list_display = ("user", "room", "until", "reason", "by", "at")
    list_filter = (HoldingFilter,)
    list_select_related = ("user", "room", "by")
    search_fields = ("=user__username_key", "reason")
    ordering = ("-id",)
    all_rows = "?state=all"
    actions = (
        act(
            "unmute",
            _("End the mute"),
            title=_("End mutes"),
            do=with_reason(moderation.unmute, lambda mute: {"mute": mute}),
            joined=("user", "room"),
        ),
    )
