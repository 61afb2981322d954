"""The next auctions of a person, and the calendar of their deadlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from auctions.models import Account, Auction, CalendarFeed
from auctions.selectors.own_seat import asked_by_auction
from chat.core.clock import now
from games.models import Match, Seat
from games.services.match_engine import options_of

KEPT = timedelta(days=30)  # weeks that are over stay in a calendar for so long


@dataclass(frozen=True)
class Deadline:
    """An auction of a match of this person. Public, but for who it is that plays there."""

    public_id: str
    table: str
    auction: int
    instant: datetime
    made_at: datetime


@dataclass(frozen=True)
class Move:
    """An answer that this person owes at slow pace."""

    public_id: str
    table: str
    until: datetime
    asked_at: datetime


def feed_of(user: Any) -> CalendarFeed | None:
    """This person's link, if it is not revoked."""
    return CalendarFeed.objects.filter(user=user, revoked_at=None).first()


def person_by(token: str) -> int | None:
    """Whose link it is; None where there is none, or not any more."""
    feeds = CalendarFeed.objects.filter(token=token, revoked_at=None, user__is_active=True)
    return feeds.values_list("user_id", flat=True).first()


def auctions_of(user: int) -> list[Deadline]:
    """The auctions of this person's weeks.

    Weeks at the fast pace are left out: their auctions are minutes apart, and may come earlier.
    """
    going = Q(status__in=[Match.Status.RUNNING, Match.Status.STALLED])
    lately = Q(status=Match.Status.FINISHED, ended_at__gt=now() - KEPT)
    seats = Seat.objects.filter(user=user, status=Seat.Status.SEATED)
    matches = Match.objects.filter(going | lately, game="venice", pk__in=seats.values("match"))
    rows = Auction.objects.filter(match__in=matches).select_related("match")
    return [
        Deadline(
            public_id=row.match.public_id,
            table=row.match.name,
            auction=row.number,
            instant=row.instant,
            made_at=row.match.started_at or row.instant,
        )
        for row in rows.order_by("instant", "match")
        if options_of(row.match).pace == "daily"
    ]


def moves_of(user: int) -> list[Move]:
    """What waits for this person at slow pace; not where the house plays for them."""
    seats = Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        away=False,
        stand_in="",
        match__status=Match.Status.RUNNING,
        match__pace=Match.Pace.SLOW,
        match__deadline__isnull=False,
    )
    return [
        Move(
            public_id=seat.match.public_id,
            table=seat.match.name,
            until=seat.match.deadline,
            asked_at=seat.match.asked_at or seat.match.deadline,
        )
        for seat in seats.select_related("match").order_by("match__deadline", "match")
        if seat.match.deadline is not None and seat.index in seat.match.asked
    ]


# --- The next auction of each of a person's weeks, and what the person has in it: theirs alone.


@dataclass(frozen=True)
class NextAuction:
    """`bids`: how many this person has in it, `most`: the most they can cost; whole dollars."""

    auction: int
    instant: datetime
    money: int
    bids: int
    most: int


def nexts(matches: Sequence[Match], user: Any) -> Iterator[tuple[int, NextAuction]]:
    """By the key of the match, for weeks that run and seats that this person has. Three queries."""
    running = [match.pk for match in matches if match.status == Match.Status.RUNNING]
    accounts = {
        account.match_id: account
        for account in Account.objects.filter(match__in=running, seat__user=user)
    }
    coming: dict[int, Auction] = {}
    for auction in Auction.objects.filter(match__in=accounts, resolved_at=None).order_by("number"):
        coming.setdefault(auction.match_id, auction)
    own = asked_by_auction(
        [account.pk for account in accounts.values()], [auction.pk for auction in coming.values()]
    )
    for match, auction in coming.items():
        count, total = own.get(auction.pk, (0, 0))
        money = accounts[match].purse
        yield (
            match,
            NextAuction(auction.number, auction.instant, money, count, min(total, money)),
        )
