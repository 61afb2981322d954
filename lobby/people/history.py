"""What somebody has played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from chat.people.names import Viewer
from games.models import Invitation, Match, Seat
from games.page.access import may_moderate
from games.registry import games
from lobby.models import User

A_PAGE = 20


@dataclass(frozen=True)
class Played:
    """One finished match: the seat of the person in it, and the name of the game.

    `table`: the name of the table; "" where the viewer may not know it.
    """

    seat: Seat
    game: str
    table: str


def history_of(
    user: User, viewer: Viewer, page: str | None = None
) -> tuple[Sequence[Played], Page[Seat]]:
    """The finished matches on that page of the list, the latest first, and the page itself.

    Tables by invitation are nobody else's business, not even their names, and not after the end.
    """
    rows = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    ordered = rows.select_related("match").defer("match__snapshot")
    found = Paginator(ordered.order_by("-match__ended_at", "-pk"), A_PAGE).get_page(page)
    names = {slug: game.title.name for slug, game in games().items()}
    known = _known(found, viewer)
    played = [
        Played(
            seat=seat,
            game=names.get(seat.match.game, seat.match.game),
            table=seat.match.name if seat.match_id in known else "",
        )
        for seat in found
    ]
    return played, found


def _known(seats: Iterable[Seat], viewer: Viewer) -> set[int]:
    """The matches of these seats of which this viewer may know the name."""
    closed = {seat.match_id for seat in seats if seat.match.access == Match.Access.INVITE}
    known = {seat.match_id for seat in seats} - closed
    if not closed or not viewer.is_authenticated:
        return known
    if may_moderate(viewer):
        return known | closed
    mine = {"match__in": closed, "user": viewer}
    for rows in (Seat.objects.filter(**mine), Invitation.objects.filter(**mine)):
        known.update(rows.values_list("match", flat=True))
    return known


def seats_now(user: User) -> QuerySet[Seat]:
    """The seats of this person at open tables and in running matches."""
    return Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED],
    )
