"""Lists of matches, for the lobby and for people."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from chat.core.prepared import Prepared
from chat.messages.selectors import blocked_ids
from games.models import Invitation, Match, Seat

SHOWN = 100

_SEATED = Q(seats__status=Seat.Status.SEATED)
_played = Prepared(
    lambda user: (
        Seat.objects.filter(
            user=user, status=Seat.Status.SEATED, match__status=Match.Status.RUNNING
        )
        .order_by()  # they are only counted
        .values_list("index", "match__asked")
    ),
    user=int,
)


def _with_seats(rows: QuerySet[Any]) -> QuerySet[Any]:
    """With owner and counts of seats; without what no list shows."""
    counted: QuerySet[Any] = (
        rows.select_related("owner")
        .defer("snapshot", "secret", "password", "streams", "outcome")
        .annotate(
            taken=Count("seats", filter=_SEATED),
            bot_count=Count("seats", filter=_SEATED & ~Q(seats__bot="")),
        )
    )
    return counted


def _seen_by(user: Any, status: str) -> QuerySet[Any]:
    """Matches of this status that this user's lists may name, each with `invited` and `mine`.

    An invitation by somebody the user has blocked gives nothing.
    """
    invitations = Invitation.objects.filter(match=OuterRef("pk"), user_id=user.pk)
    invitations = invitations.exclude(match__owner__in=blocked_ids(user))
    seats = Seat.objects.filter(match=OuterRef("pk"), status=Seat.Status.SEATED)
    if user.pk is None:
        invitations, seats = invitations.none(), seats.none()
    rows: QuerySet[Any] = Match.objects.filter(status=status).annotate(
        invited=Exists(invitations), mine=Exists(seats.filter(user_id=user.pk))
    )
    return rows.filter(~Q(access=Match.Access.INVITE) | Q(invited=True) | Q(mine=True))


def _filtered(
    rows: QuerySet[Any], *, game: str, free: bool, pace: str, access: str
) -> QuerySet[Any]:
    """`free`: only with a seat to sit down on; "" elsewhere: any."""
    wanted = {"game": game, "pace": pace, "access": access}
    rows = _with_seats(rows.filter(**{name: value for name, value in wanted.items() if value}))
    return rows.filter(taken__lt=F("most")) if free else rows


def open_tables(
    user: Any, *, game: str = "", free: bool = False, pace: str = "", access: str = ""
) -> list[Match]:
    """Tables that gather players, newest first: those listed, and those this user is invited to.

    At most 100; each has `taken`, `bot_count`, `invited` and `mine`.
    """
    rows = _seen_by(user, Match.Status.OPEN)
    rows = _filtered(rows, game=game, free=free, pace=pace, access=access)
    return list(rows.order_by("-invited", "-created_at")[:SHOWN])


def running_tables(
    user: Any, *, game: str = "", free: bool = False, pace: str = "", access: str = ""
) -> list[Match]:
    """Matches being played that may be watched, or joined late; newest first. As `open_tables`.

    `free`: only those somebody may still sit down at.
    """
    rows = _seen_by(user, Match.Status.RUNNING)
    rows = rows.filter(Q(late_join=True) if free else Q(spectators=True) | Q(late_join=True))
    rows = _filtered(rows, game=game, free=free, pace=pace, access=access)
    return list(rows.order_by("-started_at")[:SHOWN])


def invited_tables(user: Any) -> list[Match]:
    """Open tables this user holds a named invitation to and does not sit at; newest first."""
    rows = _seen_by(user, Match.Status.OPEN).filter(invited=True, mine=False)
    return list(_with_seats(rows).order_by("-created_at")[:SHOWN])


def my_matches(user: Any) -> list[Match]:
    """Tables and matches this user sits at: what waits for them first, nearest deadline first.

    Each has `waits`: whether they owe an answer, and `my_seat`.
    """
    seats = Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED],
    )
    numbers = dict(seats.values_list("match_id", "index"))
    found = list(_with_seats(Match.objects.filter(pk__in=numbers)))
    for match in found:
        match.my_seat = numbers[match.pk]
        match.waits = match.status == Match.Status.RUNNING and match.my_seat in match.asked
    return sorted(
        found,
        key=lambda m: (not m.waits, m.deadline is None, m.deadline or m.created_at),
    )


def waiting_for(user: Any) -> int:
    """In how many matches this user owes an answer."""
    return sum(index in asked for index, asked in _played.all(user=user.pk))


def history_of(user: Any, limit: int = 50) -> list[Seat]:
    """The finished matches of this person, newest first: seats with their match."""
    rows = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    return list(
        rows.select_related("match").defer("match__snapshot").order_by("-match__ended_at")[:limit]
    )
