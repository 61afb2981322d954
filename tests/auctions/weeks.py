"""Weeks of Venice for tests: people at a table, a match, and a movable clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from auctions.models import Account, Auction, Award
from auctions.rules.bids import LoanReceipt, Receipt
from auctions.rules.resolution import Bid as PlainBid
from auctions.selectors.week_setup import Frame, frame_of
from auctions.services.scheduler import run_week
from auctions.services.start import start_week
from chat.core import clock
from games.engine.dealer import seal_of
from games.models import Match, Seat
from tests.auctions.moves import place_bid, set_loan

ZEROS = "0" * 64
FAST = {"pace": "fast", "minutes": 60}


class Play:
    """A match of Venice and its people; `user(0)` owns it and sits on seat 0."""

    def __init__(self, match: Match, people: Sequence[Any]) -> None:
        self.match = match
        self.people = people

    @property
    def id(self) -> str:
        return self.match.public_id

    @property
    def frame(self) -> Frame:
        return frame_of(self.match)

    def user(self, seat: int) -> Any:
        return self.people[seat]

    def account(self, seat: int) -> Account:
        return Account.objects.get(match=self.match, number=seat)

    def auction(self, number: int) -> Auction:
        return Auction.objects.get(match=self.match, number=number)

    def item(self, auction: int, place: int = 0) -> str:
        return self.frame.lineup[auction][place].item

    def offered(self, auction: int, place: int = 0) -> int:
        return self.frame.lineup[auction][place].units

    def fresh(self) -> Match:
        self.match.refresh_from_db()
        return self.match

    def borrow(self, seat: int, amount: int) -> LoanReceipt:
        return set_loan(user=self.user(seat), public_id=self.id, amount=amount)

    def bid(
        self,
        seat: int,
        price: int,
        units: int = 1,
        *,
        auction: int = 0,
        place: int = 0,
        key: str = "",
    ) -> Receipt:
        return place_bid(
            user=self.user(seat), public_id=self.id, auction=auction,
            item=self.item(auction, place), price=price, units=units, key=key,
        )  # fmt: skip

    def to(self, auction: int, *, seconds: float = 0) -> None:
        """Move the clock to this auction's instant, and `seconds` further."""
        set_clock(self.frame.instants[auction] + timedelta(seconds=seconds))

    def run(self, auction: int) -> None:
        """Move the clock past this auction and run what is due."""
        self.to(auction, seconds=1)
        run_week(self.match.pk)


def set_clock(at: datetime) -> None:
    clock.move((at - clock.now()).total_seconds())


def open_match(people: Sequence[Any], *, secret: str = ZEROS, **fields: Any) -> Match:
    """Return an open table with these people on its seats, in this order."""
    match = Match.objects.create(
        game="venice",
        name="A week",
        owner=people[0] if people else None,
        secret=secret,
        seal=seal_of(secret),
        most=100_000,
        created_at=clock.now(),
        **fields,
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=number, user=user, name=user.username, joined_at=clock.now())
        for number, user in enumerate(people)
    )
    return match


def begin(match: Match) -> Match:
    """Start the match as the site does."""
    with transaction.atomic():
        match.status, match.started_at = Match.Status.RUNNING, clock.now()
        match.save()
        start_week(match=match, at=match.started_at)
    return match


def people_called(prefix: str, count: int) -> list[Any]:
    users = get_user_model()
    before = users.objects.count()
    made = [users(username=f"{prefix}{before + number}") for number in range(count)]
    return list(users.objects.bulk_create(made))


def play(count: int = 3, *, options: Mapping[str, Any] | None = None, **fields: Any) -> Play:
    """Return a running week with this many people, by default at the fast pace."""
    people = people_called("player", count)
    match = open_match(people, options=dict(FAST if options is None else options), **fields)
    return Play(begin(match), people)


def awards_of(week: Play, auction: int) -> list[PlainBid]:
    """Return an auction's awards as the rules list them: place, seat, price, units."""
    places = {key: place for place, key in enumerate(week.frame.lots[auction])}
    rows = Award.objects.filter(lot__in=places).select_related("account")
    return sorted((places[row.lot_id], row.account.number, row.price, row.units) for row in rows)
