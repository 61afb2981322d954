"""Bots of a week borrow at the start, and bid in bulk and in time (rules 13)."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db.models import Count, Sum

from auctions.models import Account, Bid, Week
from auctions.services import bots
from auctions.services.scheduler import run_week
from games.models import Match, Seat
from tests.auctions.weeks import FAST, Play, begin, open_match, people_called

pytestmark = pytest.mark.django_db


def bot_week(count: int, *, company: str = "mixed") -> Play:
    """Return a week of one person on seat 0 and `count` bots."""
    people = people_called("host", 1)
    match = open_match(people, options={**FAST, "company": company})
    Seat.objects.bulk_create(
        Seat(match=match, index=1 + number, bot="planner", joined_at=match.created_at)
        for number in range(count)
    )
    return Play(begin(match), people)


def test_the_kind_of_each_bot_is_chosen_at_the_start(wednesday: datetime) -> None:
    week = bot_week(200)
    kinds = dict(
        Seat.objects.filter(match=week.match).values_list("bot").annotate(n=Count("pk")).order_by()
    )
    assert set(kinds) == {"", "random", "shopper", "planner", "idle", "over-borrower"}
    assert kinds["planner"] > kinds["idle"]


def test_bots_borrow_and_bid_at_once_and_again_after_each_resolution(wednesday: datetime) -> None:
    week = bot_week(30, company="planner")
    run_week(week.match.pk)
    loans = Account.objects.filter(match=week.match, number__gt=0)
    assert set(loans.values_list("loan", "purse")) == {(140, 140)}
    for auction in range(7):
        assert _bids(week, auction) > 0
        assert auction == 6 or _bids(week, auction + 1) == 0
        week.run(auction)
    assert week.fresh().status == Match.Status.FINISHED
    assert (loans.aggregate(n=Sum("realized"))["n"] or 0) > 0


def _bids(week: Play, auction: int) -> int:
    return Bid.objects.filter(lot__in=week.frame.lots[auction]).count()


@pytest.mark.both
def test_bots_act_in_steps_and_resume(wednesday: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "AT_ONCE", 4)
    week = bot_week(10, company="planner")
    row = Week.objects.get(match=week.match)
    bots.bots_bid(match=week.match, week=row, auction=week.auction(0))
    assert (row.bots_at, row.bots_from) == (0, 5)
    run_week(week.match.pk)
    row.refresh_from_db()
    assert (row.bots_at, row.bots_from) == (1, 0)
    bidders = Bid.objects.values("account").distinct().count()
    assert bidders == 10


@pytest.mark.both
def test_a_bot_that_acts_after_the_instant_has_its_loan_but_no_bid(wednesday: datetime) -> None:
    week = bot_week(5, company="planner")
    week.run(1)
    assert _bids(week, 0) == _bids(week, 1) == 0
    loans = Account.objects.order_by("number").values_list("loan", "purse")
    assert list(loans) == [(0, 0)] + [(140, 140)] * 5
    assert week.auction(1).resolved_at is not None
    run_week(week.match.pk)
    assert _bids(week, 2) > 0


def test_bots_never_make_illegal_bids(wednesday: datetime) -> None:
    week = bot_week(40)
    for auction in range(7):
        run_week(week.match.pk)
        for place, lot in enumerate(week.frame.lineup[auction]):
            rows = Bid.objects.filter(lot=week.frame.lots[auction][place])
            for line in rows.values("account").annotate(n=Sum("units"), c=Count("pk")).order_by():
                assert line["n"] <= lot.units
                assert line["c"] <= 10
        week.run(auction)
