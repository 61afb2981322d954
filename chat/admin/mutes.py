"""Mutes, for moderators."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.asking import ActAdmin, ask
from chat.admin.filters import Narrowing, everything
from chat.core.clock import now
from chat.models import Mute
from chat.moderation import services as moderation


class HoldingFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "holding": (_("Holding"), lambda rows: rows.filter(until__gt=now())),
        "all": (_("All"), everything),
    }


@admin.register(Mute)
class MuteAdmin(ActAdmin):
    list_display = ("user", "room", "until", "reason", "by", "at")
    list_filter = (HoldingFilter,)
    list_select_related = ("user", "room", "by")
    search_fields = ("=user__username", "reason")
    ordering = ("-id",)
    all_rows = "?state=all"
    actions = ("unmute",)

    @admin.action(description=_("End the mute"), permissions=["moderate"])
    def unmute(self, request: HttpRequest, queryset: QuerySet[Mute]) -> HttpResponse | None:
        return ask(
            self,
            request,
            queryset.select_related("user", "room"),
            act="unmute",
            title=gettext("End mutes"),
            do=lambda by, mute, form: moderation.unmute(
                moderator=by, mute=mute, reason=form.cleaned_data["reason"]
            ),
        )
