"""Rooms, for moderators."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from chat.admin.confirmed_actions import ActAdmin, ReasonForm, act, with_reason
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


def _slow(moderator: Any, room: Room, form: SlowForm) -> None:
    moderation.slow_room(
        moderator=moderator,
        room=room,
        seconds=int(form.cleaned_data["seconds"]),
        reason=form.cleaned_data["reason"],
    )


@admin.register(Room)
class RoomAdmin(ActAdmin):
    list_display = ("key", "title", "closed", "host_closed", "slow_seconds")
    list_filter = ("closed",)
    search_fields = ("=key", "title__istartswith")
    ordering = ("-id",)
    actions = (
        act(
            "close",
            _("Close the room (nobody can write)"),
            title=_("Close rooms"),
            do=with_reason(moderation.close_room, lambda room: {"room": room, "closed": True}),
        ),
        act(
            "reopen",
            _("Reopen the room"),
            title=_("Reopen rooms"),
            do=with_reason(moderation.close_room, lambda room: {"room": room, "closed": False}),
        ),
        act("slow", _("Set slow mode"), title=_("Set slow mode"), do=_slow, form_class=SlowForm),
    )
