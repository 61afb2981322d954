"""Rooms, for moderators."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.asking import ActAdmin, ask
from chat.models import Room
from chat.moderation import services as moderation


@admin.register(Room)
class RoomAdmin(ActAdmin):
    list_display = ("key", "title", "closed")
    list_filter = ("closed",)
    search_fields = ("=key", "title__istartswith")
    ordering = ("-id",)
    actions = ("close", "reopen")

    @admin.action(description=_("Close: nobody can write there"), permissions=["moderate"])
    def close(self, request: HttpRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        return self._set(request, queryset, closed=True, title=gettext("Close rooms"))

    @admin.action(description=_("Open again"), permissions=["moderate"])
    def reopen(self, request: HttpRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        return self._set(request, queryset, closed=False, title=gettext("Open rooms again"))

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
