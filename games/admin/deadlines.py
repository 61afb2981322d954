"""Deadlines of running matches, delays of the scheduler, and failed tasks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.desk import Line
from chat.admin.filters import Narrowing, everything
from chat.admin.links import link_to
from chat.admin.row_acts import ActAdmin
from chat.core.clock import now, present
from games.models import Deadline, Match, TaskFailure
from games.page.public_view import PUBLIC_FIELDS
from games.registry import games
from games.services import heartbeat

LATE_AFTER = timedelta(seconds=10)  # sweeps run twice a second


def game_name_of(match: Match | Deadline) -> str:
    """Return the name of a match's game, or its slug if the site no longer has the game."""
    game = games().get(match.game)
    return str(game.title.name) if game else match.game


def late_by(match: Match) -> str:
    """Return how late the scheduler is with this match, in words, or ""."""
    # Never when something will be due: nobody may foresee the moves of bots or automatic passes.
    if match.status == Match.Status.STALLED:
        return gettext("stalled")
    return late_since(match.due_at if match.status == Match.Status.RUNNING else None)


def late_since(due_at: datetime | None, *, after: timedelta = LATE_AFTER) -> str:
    """Return how late this is, in words; "" if it is not late or nothing is due.

    `after`: delays shorter than this do not count.
    """
    if due_at is None or now() - due_at < after:
        return ""
    return gettext("late by %(time)s") % {"time": str(now() - due_at).split(".")[0]}


SCHEDULE_LATE = 20.0  # seconds; sweeps run twice a second


def schedule_in_words() -> str:
    """Return a sentence on how long ago the schedule last ran."""
    age = heartbeat.age()
    if age is None:
        return gettext("There has been no sweep since the site started.")
    words = gettext("The last sweep was %(n)s s ago.") % {"n": round(age)}
    return words if age < SCHEDULE_LATE else f"{words} {gettext('There should be two a second.')}"


def clock_context() -> dict[str, Any]:
    """Return the values shown above both lists."""
    return {
        "schedule": schedule_in_words(),
        "late_count": late(Match.objects.all()).count(),
        "stuck_count": Match.objects.filter(status=Match.Status.STALLED).count(),
        "failed_count": since_yesterday(TaskFailure.objects.all()).count(),
    }


def late(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the running matches with which the scheduler is late."""
    return rows.filter(status=Match.Status.RUNNING, due_at__lt=present() - LATE_AFTER)


def since_yesterday(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.filter(at__gte=present() - timedelta(days=1))


class DueFilter(Narrowing):
    title = _("due")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "late": (_("Late"), late),
        "hour": (
            _("Within an hour"),
            lambda rows: rows.filter(deadline__lt=now() + timedelta(hours=1)),
        ),
        "failing": (_("With errors"), lambda rows: rows.filter(failures__gt=0)),
    }


class FailedFilter(Narrowing):
    title = _("failed")
    parameter_name = "state"
    narrowings = {
        "all": (_("All"), everything),
        "day": (_("Since yesterday"), since_yesterday),
    }


LINES = [
    Line(_("late deadlines"), Deadline, DueFilter, "late"),
    Line(_("tasks that failed since yesterday"), TaskFailure, FailedFilter, "day"),
]


class ClockAdmin(ActAdmin):
    change_list_template = "admin/games/clock_list.html"
    list_display_links = None
    actions = None

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), **clock_context()})


@admin.register(Deadline)
class DeadlineAdmin(ClockAdmin):
    """Due matches. Their deadlines are shown as players see them."""

    list_display = ("to_match", "game_name", "deadline", "late", "failures", "fault")
    list_filter = (DueFilter,)
    search_fields = ("=public_id", "name__icontains")
    ordering = (F("deadline").asc(nulls_last=True),)
    fields = ("name", "game_name", "deadline", "late", "failures", "fault")
    readonly_fields = ("game_name", "late")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deadline]:
        rows = Deadline.objects.filter(status__in=[Match.Status.RUNNING, Match.Status.STALLED])
        return rows.only(*PUBLIC_FIELDS)

    @admin.display(description=_("match"), ordering="name")
    def to_match(self, match: Deadline) -> str:
        return link_to(reverse("admin:games_match_change", args=[match.pk]), match)

    @admin.display(description=_("game"), ordering="game")
    def game_name(self, match: Deadline) -> str:
        return game_name_of(match)

    @admin.display(description=_("late"))
    def late(self, match: Deadline) -> str:
        return late_by(match)


@admin.register(TaskFailure)
class TaskFailureAdmin(ClockAdmin):
    list_display = ("name", "kind", "at")
    list_filter = (FailedFilter,)
    search_fields = ("name", "kind")
    ordering = ("-at",)
