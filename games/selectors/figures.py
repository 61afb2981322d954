"""Figures on the health of the site: what is late, what is stuck, what failed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Min, Q

from chat.core.clock import now
from games.models import Match, TaskFailure


@dataclass(frozen=True)
class Lateness:
    """The scheduler's delay."""

    deadlines: int  # matches with a deadline that has passed
    seconds: float  # since the oldest of these deadlines, 0.0 if there is none
    bots: int  # other matches in which something is due


def lateness() -> Lateness:
    at = now()
    is_late = Q(deadline__lte=at)
    due = Match.objects.filter(status=Match.Status.RUNNING, due_at__lte=at)
    found = due.aggregate(
        all=Count("pk"),
        deadlines=Count("pk", filter=is_late),
        since=Min("deadline", filter=is_late),
    )
    seconds = (at - found["since"]).total_seconds() if found["since"] else 0.0
    return Lateness(found["deadlines"], seconds, found["all"] - found["deadlines"])


def matches(status: Match.Status) -> dict[str, int]:
    """Return the number of matches with this status, by game."""
    rows = Match.objects.filter(status=status).values("game").order_by("game")
    return dict(rows.annotate(count=Count("pk")).values_list("game", "count"))


def task_failures() -> dict[str, int]:
    """Return the number of recorded failures, by task."""
    rows = TaskFailure.objects.values("name").order_by("name").annotate(count=Count("pk"))
    return dict(rows.values_list("name", "count"))
