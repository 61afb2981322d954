"""Rooms, for moderators."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.asking import ActAdmin, ReasonForm, ask
from chat.models import Room
from chat.moderation import services as moderation


class SlowForm(ReasonForm):
    """Why, and how long each person waits between two messages."""

    seconds = forms.ChoiceField(
        label=_("A message every"),
        choices=[
            (10, _("10 seconds")),
            (30, _("30 seconds")),
            (60, _("minute")),
            (300, _("5 minutes")),
            (0, _("as often as one likes: end slow mode")),
        ],
        initial=30,
    )


@admin.register(Room)
class RoomAdmin(ActAdmin):
    list_display = ("key", "title", "closed", "host_closed", "slow_seconds")
    list_filter = ("closed",)
    search_fields = ("=key", "title__istartswith")
    ordering = ("-id",)
    actions = ("close", "reopen", "slow")

    @admin.action(description=_("Close: nobody can write there"), permissions=["moderate"])
    def close(self, request: HttpRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        return self._set(request, queryset, closed=True, title=gettext("Close rooms"))

    @admin.action(description=_("Open again"), permissions=["moderate"])
    def reopen(self, request: HttpRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        return self._set(request, queryset, closed=False, title=gettext("Open rooms again"))

    @admin.action(description=_("Slow mode"), permissions=["moderate"])
    def slow(self, request: HttpRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        return ask(
            self,
            request,
            queryset,
            act="slow",
            title=gettext("Set slow mode"),
            form_class=SlowForm,
            do=lambda by, room, form: moderation.slow_room(
                moderator=by,
                room=room,
                seconds=int(form.cleaned_data["seconds"]),
                reason=form.cleaned_data["reason"],
            ),
        )

    def _set(
        self, request: HttpRequest, queryset: QuerySet[Room], *, closed: bool, title: str
    ) -> HttpResponse | None:
        return ask(
            self,
            request,
            queryset,
            act="close" if closed else "reopen",
            title=title,
            do=lambda by, room, form: moderation.close_room(
                moderator=by,
                room=room,
                closed=closed,
                reason=form.cleaned_data["reason"],
            ),
        )
