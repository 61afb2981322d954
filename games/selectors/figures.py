"""How the house is doing, in numbers: what is late, what is stuck, what failed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Min, Q

from chat.core.clock import now
from games.models import Match, TaskFailure


@dataclass(frozen=True)
class Lateness:
    """`deadlines`: matches whose people's time is up; `seconds`: how long ago, at the longest.
    `bots`: other matches at which something is due.
    """

    deadlines: int
    seconds: float
    bots: int


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
    """How many there are of this status, by game."""
    rows = Match.objects.filter(status=status).values("game").order_by("game")
    return dict(rows.annotate(count=Count("pk")).values_list("game", "count"))


def task_failures() -> dict[str, int]:
    """Those that are kept, by task."""
    rows = TaskFailure.objects.values("name").order_by("name").annotate(count=Count("pk"))
    return dict(rows.values_list("name", "count"))
