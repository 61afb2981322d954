"""Rooms, for moderators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.act_forms import ReasonForm
from chat.admin.filters import Narrowing, everything
from chat.admin.links import find_places, link_to
from chat.admin.row_acts import Act, ActAdmin, with_reason
from chat.models import Room
from chat.moderation import services as moderation


class SlowForm(ReasonForm):
    """The reason for slow mode, and how long each person waits between two messages."""

    seconds = forms.ChoiceField(
        label=_("Pause between two messages"),
        choices=[
            (10, _("10 seconds")),
            (30, _("30 seconds")),
            (60, _("1 minute")),
            (300, _("5 minutes")),
            (0, _("none (ends slow mode)")),
        ],
        initial=30,
    )


class ClosedFilter(Narrowing):
    title = _("state")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "closed": (
            _("Closed"),
            lambda rows: rows.filter(Q(closed=True) | Q(host_closed=True)),
        ),
        "slow": (_("Slow mode"), lambda rows: rows.filter(slow_seconds__gt=0)),
    }


def _slow(moderator: Any, room: Room, form: SlowForm) -> None:
    moderation.slow_room(
        moderator=moderator,
        room=room,
        seconds=int(form.cleaned_data["seconds"]),
        reason=form.cleaned_data["reason"],
    )


@admin.register(Room)
class RoomAdmin(ActAdmin):
    list_display = ("title", "state", "slow")
    list_filter = (ClosedFilter,)
    search_fields = ("key__endswith",)
    search_help_text = _("The ID of a table, from its address")
    ordering = ("-id",)
    fields = ("title", "page", "state", "slow")
    readonly_fields = fields
    actions = (
        Act(
            "close",
            _("Close the room (nobody can write)"),
            title=_("Close rooms"),
            do=with_reason(moderation.close_room, lambda room: {"room": room, "closed": True}),
            applies=lambda moderator, room: not room.closed,
        ),
        Act(
            "reopen",
            _("Reopen the room"),
            title=_("Reopen rooms"),
            do=with_reason(moderation.close_room, lambda room: {"room": room, "closed": False}),
            applies=lambda moderator, room: room.closed,
        ),
        Act("slow", _("Set slow mode"), title=_("Set slow mode"), do=_slow, form_class=SlowForm),
    )

    def prepare(self, rows: Sequence[Any]) -> None:
        find_places(rows)

    @admin.display(description=_("room"))
    def title(self, room: Any) -> str:
        return str(room.found_place.title)

    @admin.display(description=_("page"))
    def page(self, room: Any) -> str:
        return link_to(room.found_place.url, room.found_place.title) if room.found_place.url else ""

    @admin.display(description=_("state"))
    def state(self, room: Room) -> str:
        if room.closed:
            return gettext("closed by a moderator")
        return gettext("closed by the host") if room.host_closed else gettext("open")

    @admin.display(description=_("slow mode"))
    def slow(self, room: Room) -> str:
        pause = gettext("one message every %(n)s s") % {"n": room.slow_seconds}
        return pause if room.slow_seconds else ""
