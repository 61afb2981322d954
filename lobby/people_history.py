"""What somebody has played."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import Match, Seat
from lobby.models import User


def history_of(user: User) -> QuerySet[Seat]:
    """Seats of this person in finished matches, the latest first, each with its match."""
    return (
        Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
        .select_related("match")
        .order_by("-match__ended_at", "-pk")
    )


def seats_now(user: User) -> int:
    """At how many open tables and running matches this person sits."""
    return Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED],
    ).count()
