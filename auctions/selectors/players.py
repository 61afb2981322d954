"""Players of a match of any size: pages of seats, and search by name. Public."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import Match, Seat


@dataclass(frozen=True)
class Player:
    """The player of a seat, as everybody may know them."""

    number: int
    name: str
    bot: bool
    hue: int
    username: str = ""
    house: bool = False  # one of the site's own bots


@dataclass(frozen=True)
class Sheet:
    """A page of a long list."""

    number: int  # from 1
    of: int  # the number of pages
    found: int  # the number of rows on all pages


def named(rows: QuerySet[Seat], name: str) -> QuerySet[Seat]:
    """Return the seats of players with `name` in their name, or all if it is blank."""
    wanted = name.strip()[:40]
    if not wanted:
        return rows
    if not wanted.isprintable():  # no name is like this, and a database may choke on it
        return rows.none()
    return rows.filter(
        Q(name__icontains=wanted)
        | Q(user__display_name_key__icontains=wanted)
        | Q(user__username_key__icontains=wanted)
    )


def sheet_of(found: int, page: int, size: int) -> tuple[Sheet, int]:
    """Return the existing page nearest to `page`, and the position of its first row."""
    of = max(1, -(-found // size))
    number = min(max(1, page), of)
    return Sheet(number=number, of=of, found=found), (number - 1) * size


def players_of(match: Match, numbers: Iterable[int]) -> dict[int, Player]:
    """Return players by seat number."""
    rows = Seat.objects.filter(match=match.pk, index__in=list(numbers)).select_related("user")
    return {seat.index: player(seat) for seat in rows}


def players_with(accounts: Iterable[int]) -> dict[int, Player]:
    """Return players by account key."""
    # An account shares its key with its seat. Accounts themselves hold secrets and are not read.
    rows = Seat.objects.filter(pk__in=set(accounts)).select_related("user")
    return {seat.pk: player(seat) for seat in rows}


def players(
    match: Match, *, name: str = "", page: int = 1, size: int = 50
) -> tuple[list[Player], Sheet]:
    """Return a page of the players in seat order, filtered by name."""
    rows = named(Seat.objects.filter(match=match.pk, status=Seat.Status.SEATED), name)
    sheet, begin = sheet_of(rows.count(), page, size)
    shown = rows.select_related("user").order_by("index")[begin : begin + size]
    return [player(seat) for seat in shown], sheet


def player(seat: Seat) -> Player:
    user = seat.user
    return Player(
        number=seat.index,
        name=seat.shown_name,
        bot=seat.is_bot,
        hue=seat.hue,
        username=user.username if user is not None else "",
        house=bool(seat.bot),
    )
