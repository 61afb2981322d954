"""Commands that race an instant: each is refused or resolved (rules 3.3, 16.12)."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from auctions.models import Account, Bid
from auctions.rules import bids
from auctions.rules.resolution import Bid as PlainBid, resolve
from auctions.services import commands, resolution
from auctions.services.commands import keep_bids
from auctions.services.scheduler import run_week
from games.refusals import Refusal
from games.services.bulk import insert_rows
from tests.auctions.bidders import bid_all, lend
from tests.auctions.conftest import WEDNESDAY
from tests.auctions.moves import (
    place_bid,
    reprice_bid,
    say_done,
    set_loan,
    take_back_done,
    withdraw_bid,
)
from tests.auctions.weeks import ZEROS, Play, awards_of, play, set_clock
from tests.support.patience import PATIENCE
from tests.support.races import at_once

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

SEATS = 8
REFUSED = {"late", "loan_closed", "too_many_units", "too_many_bids", "busy"}


@pytest.fixture
def week() -> Play:
    set_clock(WEDNESDAY)
    return play(SEATS)


class Bidder:
    """A player who bids without a pause and tracks the accepted units at each price."""

    def __init__(self, week: Play, seat: int, auction: int) -> None:
        self.week, self.seat, self.auction = week, seat, auction
        self.item = week.item(auction)
        self.chance = random.Random(seat)
        self.stands: dict[int, int] = {}
        self.loan = 0
        self.codes: list[str] = []

    def until_late(self) -> None:
        end = time.monotonic() + PATIENCE
        while "late" not in self.codes and time.monotonic() < end:
            try:
                self._act()
                self.codes.append("")
            except Refusal as refusal:
                self.codes.append(refusal.code)

    def _act(self) -> None:
        same: dict[str, Any] = {
            "user": self.week.user(self.seat),
            "public_id": self.week.id,
            "auction": self.auction,
            "item": self.item,
        }
        prices = list(self.stands)
        match self.chance.randrange(4):
            case 0 if prices:
                withdraw_bid(**same, price=prices[0])
                del self.stands[prices[0]]
            case 1 if prices:
                price = self.chance.randrange(1, 60)
                reprice_bid(**same, old=prices[0], price=price, units=1)
                del self.stands[prices[0]]
                self.stands[price] = 1
            case 2 if self.auction == 0:
                loan = self.chance.randrange(201)
                set_loan(user=same["user"], public_id=self.week.id, amount=loan)
                self.loan = loan
            case _:
                price = self.chance.randrange(1, 60)
                place_bid(**same, price=price, units=1)
                self.stands[price] = 1


def _resolver(week: Play, auction: int) -> Callable[[], None]:
    def resolve_when_due() -> None:
        end = time.monotonic() + PATIENCE
        while week.auction(auction).resolved_at is None and time.monotonic() < end:
            run_week(week.match.pk)
            time.sleep(0.02)

    return resolve_when_due


def _in_force(week: Play, auction: int) -> list[PlainBid]:
    places = {key: place for place, key in enumerate(week.frame.lots[auction])}
    rows = Bid.objects.filter(lot__in=places).select_related("account")
    return [(places[row.lot_id], row.account.number, row.price, row.units) for row in rows]


def _is_what_the_rules_say(week: Play, auction: int, before: dict[int, int]) -> None:
    told = resolve(
        week.frame.lineup[auction], _in_force(week, auction), before, secret=ZEROS, auction=auction
    )
    assert awards_of(week, auction) == sorted(told.awards)
    purses = dict(Account.objects.values_list("number", "purse"))
    assert purses == {seat: money - told.paid.get(seat, 0) for seat, money in before.items()}


@pytest.mark.parametrize("auction", [0, pytest.param(1, marks=pytest.mark.deep)])
def test_commands_racing_the_instant_are_refused_or_resolved(week: Play, auction: int) -> None:
    if auction:
        lend(week, random.Random(1))
        week.run(0)
    before = dict(Account.objects.values_list("number", "purse"))
    bidders = [Bidder(week, seat, auction) for seat in range(SEATS)]
    week.to(auction, seconds=-4)
    at_once(
        *(bidder.until_late for bidder in bidders),
        _resolver(week, auction),
        _resolver(week, auction),
    )
    assert sum(bidder.codes.count("") for bidder in bidders) > SEATS
    for bidder in bidders:
        assert bidder.codes[-1] == "late"
        assert set(bidder.codes) <= REFUSED | {""}
        stands = {
            price: units for _p, s, price, units in _in_force(week, auction) if s == bidder.seat
        }
        assert stands == bidder.stands
        if auction == 0:
            assert week.account(bidder.seat).loan == bidder.loan
            before[bidder.seat] = bidder.loan
    assert week.auction(auction).resolved_at is not None
    _is_what_the_rules_say(week, auction, before)


@pytest.mark.deep
def test_commands_racing_an_advanced_instant_are_refused_or_resolved(
    week: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Race an instant that moves as marks are set and taken back (rules 3.2)."""
    monkeypatch.setattr(bids, "PAUSE", timedelta(seconds=2))
    planned = week.auction(0).instant
    bidders = [Bidder(week, seat, 0) for seat in range(SEATS)]
    at_once(
        *(bidder.until_late for bidder in bidders),
        *(partial(_say_done_until_moved, week, seat, planned) for seat in range(SEATS)),
        _resolver(week, 0),
    )
    held = week.auction(0)
    assert held.resolved_at is not None
    assert held.instant < planned
    for bidder in bidders:
        assert set(bidder.codes) <= REFUSED | {""}
        stands = {price: units for _p, s, price, units in _in_force(week, 0) if s == bidder.seat}
        assert stands == bidder.stands
        assert all(bid.since < held.instant for bid in Bid.objects.filter(lot__auction=held))
    _is_what_the_rules_say(week, 0, {bidder.seat: bidder.loan for bidder in bidders})


def _say_done_until_moved(week: Play, seat: int, planned: datetime) -> None:
    """Toggle marks on later days, then mark all auctions until the instant moves."""
    for auction in (3, 5, 4):
        with suppress(Refusal):  # on a slow machine, a command may wait for its lock too long
            say_done(user=week.user(seat), public_id=week.id, auction=auction)
            take_back_done(user=week.user(seat), public_id=week.id, auction=auction)
    end = time.monotonic() + PATIENCE
    while week.auction(0).instant == planned and time.monotonic() < end:
        with suppress(Refusal):
            say_done(user=week.user(seat), public_id=week.id)
        time.sleep(0.05)


def test_two_workers_resolve_an_auction_once(week: Play) -> None:
    lend(week, random.Random(3))
    bid_all(week, 0, random.Random(4))
    before = dict(Account.objects.values_list("number", "purse"))
    week.to(0, seconds=1)
    at_once(*[lambda: run_week(week.match.pk)] * 4)
    assert week.fresh().failures == 0
    _is_what_the_rules_say(week, 0, before)


def test_two_workers_resolve_a_whole_late_week(week: Play) -> None:
    lend(week, random.Random(3))
    for auction in range(7):
        bid_all(week, auction, random.Random(auction))
    week.to(6, seconds=172_800)
    at_once(*[lambda: run_week(week.match.pk)] * 4)
    run_week(week.match.pk)
    match = week.fresh()
    assert (match.status, match.failures) == ("finished", 0)
    resolved = [week.auction(number).resolved_at for number in range(7)]
    times = [at for at in resolved if at is not None]
    assert len(times) == 7
    assert times == sorted(times)


def test_commands_for_later_auctions_continue_during_a_resolution(
    week: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    lend(week, random.Random(3))
    bid_all(week, 0, random.Random(4))
    week.to(0, seconds=1)
    resolving_now, go_on = threading.Event(), threading.Event()

    def slow(*arguments: Any) -> None:
        resolving_now.set()
        go_on.wait(2 if connection.vendor == "sqlite" else PATIENCE)
        insert_rows(*arguments)

    monkeypatch.setattr(resolution, "insert_rows", slow)
    done: list[str] = []

    def bid() -> None:
        resolving_now.wait(PATIENCE)
        week.bid(0, 5, auction=1)
        done.append("bid" if week.auction(0).resolved_at is None else "bid after")
        with pytest.raises(Refusal, match="late"):
            week.bid(0, 5)
        go_on.set()

    at_once(lambda: run_week(week.match.pk), bid)
    assert week.auction(0).resolved_at is not None
    # SQLite has a single writer, so there the bid has to wait for the resolution (rules 17).
    assert done == (["bid after"] if connection.vendor == "sqlite" else ["bid"])


def test_a_resolution_waits_for_a_timely_command(
    week: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that a command accepted before 17:15 counts if written later (rules 15)."""
    writing = threading.Event()

    def slow(**arguments: Any) -> None:
        writing.set()
        week.to(0, seconds=1)
        time.sleep(0.5)
        keep_bids(**arguments)

    monkeypatch.setattr(commands, "keep_bids", slow)
    week.borrow(0, 100)
    week.to(0, seconds=-60)

    def bid() -> None:
        week.bid(0, 9)

    def resolve_it() -> None:
        writing.wait(PATIENCE)
        run_week(week.match.pk)

    at_once(bid, resolve_it)
    run_week(week.match.pk)
    assert awards_of(week, 0) == [(0, 0, 9, 1)]


def test_a_mark_does_not_wait_for_a_bid(week: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    bidding, marked = threading.Event(), threading.Event()

    def slow(**arguments: Any) -> None:
        bidding.set()
        marked.wait(1 if connection.vendor == "sqlite" else PATIENCE)  # a single writer there
        keep_bids(**arguments)

    def mark() -> None:
        bidding.wait(PATIENCE)
        try:
            say_done(user=week.user(1), public_id=week.id)
        finally:
            marked.set()

    monkeypatch.setattr(commands, "keep_bids", slow)
    at_once(partial(week.bid, 0, 5), mark)


def test_simultaneous_copies_of_a_command_count_once(week: Play) -> None:
    def bid() -> Any:
        return week.bid(0, 5, auction=1, key="the-same")

    receipts = at_once(*[bid] * 6)
    assert all(receipt == receipts[0] for receipt in receipts)
    assert Bid.objects.count() == 1
