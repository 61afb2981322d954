"""What somebody has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from games.models import Match, Seat
from games.registry import games
from lobby.models import User

A_PAGE = 20


@dataclass(frozen=True)
class Played:
    """One finished match: the seat of the person in it, and the name of the game."""

    seat: Seat
    game: str


def history_of(user: User, page: str | None = None) -> tuple[Sequence[Played], Page[Seat]]:
    """The finished matches on that page of the list, the latest first, and the page itself."""
    rows = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    ordered = rows.select_related("match").defer("match__snapshot")
    found = Paginator(ordered.order_by("-match__ended_at", "-pk"), A_PAGE).get_page(page)
    names = {slug: game.title.name for slug, game in games().items()}
    return [Played(seat, names.get(seat.match.game, seat.match.game)) for seat in found], found


def seats_now(user: User) -> QuerySet[Seat]:
    """The seats of this person at open tables and in running matches."""
    return Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED],
    )
