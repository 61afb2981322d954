"""A user's next auctions, and the calendar of their deadlines."""

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

KEPT = timedelta(days=30)  # finished weeks stay in the calendar for this long


@dataclass(frozen=True)
class Deadline:
    """An auction of a user's match.

    Everything is public except that this user plays there.
    """

    public_id: str
    table: str
    auction: int
    instant: datetime
    made_at: datetime


@dataclass(frozen=True)
class Move:
    """A decision that this user owes in a game at slow pace."""

    public_id: str
    table: str
    until: datetime
    asked_at: datetime


def feed_of(user: Any) -> CalendarFeed | None:
    """Return this user's calendar link, or None if they have none in force."""
    return CalendarFeed.objects.filter(user=user, revoked_at=None).first()


def person_by(token: str) -> int | None:
    """Return the key of the user whose link has this token, or None if invalid."""
    feeds = CalendarFeed.objects.filter(token=token, revoked_at=None, user__is_active=True)
    return feeds.values_list("user_id", flat=True).first()


def auctions_of(user: int) -> list[Deadline]:
    """Return the auctions of the weeks of the user with this key, by instant."""
    # Only weeks at the daily pace: at the fast pace auctions are minutes apart and may move.
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
    """Return this user's decisions at slow pace, unless the site plays for them."""
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


# --- Next auctions, with the user's own bids in them, for this user only.


@dataclass(frozen=True)
class NextAuction:
    """The next auction of a week, with the user's own bids in it. Whole dollars."""

    auction: int
    instant: datetime
    money: int
    bids: int  # how many bids they have in it
    most: int  # the most that these bids can cost


def nexts(matches: Sequence[Match], user: Any) -> Iterator[tuple[int, NextAuction]]:
    """Yield the key and next auction of each running week in which this user plays."""
    # Three queries, however many matches there are.
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
