"""Lists of matches, for the lobby and for people."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.models import Invitation, Match, Seat

SHOWN = 100

_SEATED = Q(seats__status=Seat.Status.SEATED)


def _with_seats(rows: QuerySet[Match]) -> QuerySet[Match]:
    return rows.select_related("owner").annotate(
        taken=Count("seats", filter=_SEATED),
        bot_count=Count("seats", filter=_SEATED & ~Q(seats__bot="")),
    )


def _mine(user: Any) -> Exists:
    seats = Seat.objects.filter(match=OuterRef("pk"), user=user, status=Seat.Status.SEATED)
    return Exists(seats)


def open_tables(user: Any, *, game: str = "", free: bool = False, access: str = "") -> list[Match]:
    """Tables that gather players, newest first: those listed, and those this user is invited to."""
    invited = Invitation.objects.filter(match=OuterRef("pk"), user=user)
    rows = Match.objects.filter(status=Match.Status.OPEN).annotate(invited=Exists(invited))
    rows = rows.filter(~Q(access=Match.Access.INVITE) | Q(invited=True) | _mine(user))
    if game:
        rows = rows.filter(game=game)
    if access:
        rows = rows.filter(access=access)
    found = list(_with_seats(rows).order_by("-created_at")[:SHOWN])
    return [match for match in found if match.taken < match.most] if free else found


def running_tables(user: Any, *, game: str = "") -> list[Match]:
    """Matches being played that may be watched, or joined late; newest first."""
    rows = Match.objects.filter(status=Match.Status.RUNNING).exclude(access=Match.Access.INVITE)
    rows = rows.filter(Q(spectators=True) | Q(late_join=True))
    if game:
        rows = rows.filter(game=game)
    return list(_with_seats(rows).order_by("-started_at")[:SHOWN])


def my_matches(user: Any) -> list[Match]:
    """Tables and matches this user sits at: what waits for him first, nearest deadline first.

    Each has `waits`: whether he owes an answer, and `my_seat`.
    """
    seats = Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED],
    )
    numbers = dict(seats.values_list("match_id", "index"))
    found = list(_with_seats(Match.objects.filter(pk__in=numbers)).defer("snapshot"))
    for match in found:
        match.my_seat = numbers[match.pk]  # type: ignore[attr-defined]
        match.waits = (  # type: ignore[attr-defined]
            match.status == Match.Status.RUNNING and match.my_seat in match.asked  # type: ignore[attr-defined]
        )
    return sorted(
        found,
        key=lambda m: (not m.waits, m.deadline is None, m.deadline or m.created_at),  # type: ignore[attr-defined]
    )


def waiting_for(user: Any) -> int:
    """In how many matches this user owes an answer."""
    rows = Seat.objects.filter(
        user=user, status=Seat.Status.SEATED, match__status=Match.Status.RUNNING
    ).values_list("index", "match__asked")
    return sum(index in asked for index, asked in rows)


def history_of(user: Any, limit: int = 50) -> list[Seat]:
    """The finished matches of this person, newest first: seats with their match."""
    rows = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    return list(
        rows.select_related("match").defer("match__snapshot").order_by("-match__ended_at")[:limit]
    )
