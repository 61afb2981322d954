"""Who plays, for lists of a match of any size: pages of seats, found by name. Public."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import Match, Seat


@dataclass(frozen=True)
class Player:
    """Who sits on a seat, as everybody may know. `house`: a bot of the house's own."""

    number: int
    name: str
    bot: bool
    hue: int
    username: str = ""
    house: bool = False


@dataclass(frozen=True)
class Sheet:
    """Which part of a long list is shown. `number` counts from 1; `of` is how many there are."""

    number: int
    of: int
    found: int


def named(rows: QuerySet[Seat], name: str) -> QuerySet[Seat]:
    """The seats whose player is called something with `name` in it."""
    wanted = name.strip()[:40]
    if not wanted:
        return rows
    if not wanted.isprintable():  # nobody is called so, and a database may choke on it
        return rows.none()
    return rows.filter(
        Q(name__icontains=wanted)
        | Q(user__display_name__icontains=wanted)
        | Q(user__username__icontains=wanted)
    )


def sheet_of(found: int, page: int, size: int) -> tuple[Sheet, int]:
    """The sheet nearest to the one asked for, and the place at which it begins."""
    of = max(1, -(-found // size))
    number = min(max(1, page), of)
    return Sheet(number=number, of=of, found=found), (number - 1) * size


def players_of(match: Match, numbers: Iterable[int]) -> dict[int, Player]:
    """By seat number."""
    rows = Seat.objects.filter(match=match.pk, index__in=list(numbers)).select_related("user")
    return {seat.index: player(seat) for seat in rows}


def players_with(accounts: Iterable[int]) -> dict[int, Player]:
    """By the key of the account, which is the seat's own: accounts hold what is not public."""
    rows = Seat.objects.filter(pk__in=set(accounts)).select_related("user")
    return {seat.pk: player(seat) for seat in rows}


def players(
    match: Match, *, name: str = "", page: int = 1, size: int = 50
) -> tuple[list[Player], Sheet]:
    """A page of the players in the order of their seats, found by name."""
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
