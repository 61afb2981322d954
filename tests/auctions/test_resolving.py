"""Auctions resolved in the database, once and by the rules (rules 3.4, 7, 16.12)."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models import F, Sum

from auctions.models import Account, Award, Bid, Lot
from auctions.rules.resolution import Bid as PlainBid, Resolution, fate, resolve
from auctions.selectors.fates import fates_of
from auctions.services.scheduler import run_week
from chat.core import clock
from games.models import Match
from games.services.failures import PAUSE, resume_match
from tests.auctions.bidders import bid_all, filled, lend
from tests.auctions.moves import withdraw_bid
from tests.auctions.weeks import ZEROS, Play, awards_of, play
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def _purses(week: Play) -> dict[int, int]:
    return dict(Account.objects.filter(match=week.match).values_list("number", "purse"))


@pytest.mark.both
@pytest.mark.parametrize("seed", range(6))
def test_the_stored_rows_match_the_rules(wednesday: datetime, seed: int) -> None:
    week, chance = play(2 + 3 * seed), random.Random(seed)
    lend(week, chance)
    for auction in range(7):
        bids, before = bid_all(week, auction, chance), _purses(week)
        lots = week.frame.lineup[auction]
        told = resolve(lots, bids, before, secret=ZEROS, auction=auction)
        week.run(auction)
        assert awards_of(week, auction) == sorted(told.awards)
        after = {s: money - told.paid.get(s, 0) for s, money in before.items()}
        assert _purses(week) == after
        _fates_agree(week, auction, bids, told)
        for row in Lot.objects.filter(auction=week.auction(auction)):
            won = Award.objects.filter(lot=row)
            assert row.sold == (won.aggregate(n=Sum("units"))["n"] or 0)
            assert row.takings == (won.aggregate(n=Sum(F("units") * F("price")))["n"] or 0)
            assert row.awards == won.count()
    assert week.fresh().status == Match.Status.FINISHED


def _fates_agree(week: Play, auction: int, bids: list[PlainBid], told: Resolution) -> None:
    won = {award[:3]: award[3] for award in told.awards}
    rows = list(Bid.objects.filter(lot__in=week.frame.lots[auction]))
    found = {
        (line.item, line.seat, line.price): (line.won, line.nullified, line.lost)
        for line in fates_of(week.match, auction, rows)
    }
    lots = week.frame.lineup[auction]
    assert found == {
        (lots[place].item, seat, price): fate(
            units,
            price,
            won=won.get((place, seat, price), 0),
            cut=told.cuts[place],
            pinched=told.pinched.get((place, seat), 0),
        )
        for place, seat, price, units in bids
    }


def test_a_week_ends_with_realization_repayment_and_ranks(wednesday: datetime) -> None:
    week = filled(7, seats=9, seed=5)
    match = week.fresh()
    assert (match.status, match.deadline, match.due_at) == ("finished", None, None)
    rows = list(Account.objects.filter(match=match).select_related("seat").order_by("rank"))
    for row in rows:
        owed = row.loan + (3 * row.loan + 9) // 10
        assert row.realized is not None
        assert row.final == row.purse + row.realized - owed
        better = [other for other in rows if (other.final or 0) > (row.final or 0)]
        assert row.rank == 1 + len(better)
        seat = row.seat
        assert (seat.rank, seat.score, seat.winner) == (row.rank, row.final, row.rank == 1)
    assert match.outcome is not None
    assert [one["seat"] for one in match.outcome["standings"]] == [row.number for row in rows]


def test_late_auctions_are_resolved_in_order_with_the_bids_of_their_instant(
    wednesday: datetime,
) -> None:
    """Resolve auctions after the site was down for two days (rules 3.4)."""
    week = play(5, options={"pace": "daily"})
    for seat in range(5):
        week.borrow(seat, 100)
    for auction in (0, 1, 2, 3):
        bid_all(week, auction, random.Random(auction))
    week.to(2, seconds=3600)
    assert code_of(week.bid, 0, 5, auction=1) == "late"
    lot: dict[str, Any] = {"public_id": week.id, "auction": 2, "item": week.item(2)}
    assert code_of(withdraw_bid, user=week.user(0), **lot) == "late"
    assert code_of(week.bid, 0, 5, auction=4) == ""
    run_week(week.match.pk)
    resolved = [week.auction(number).resolved_at for number in range(7)]
    times = [at for at in resolved[:3] if at is not None]
    assert len(times) == 3 and not any(resolved[3:])
    assert times == sorted(times)
    assert week.fresh().due_at == week.frame.instants[3]


@pytest.mark.both
def test_resolving_again_changes_nothing(wednesday: datetime) -> None:
    week = play(4)
    bid_all(week, 0, random.Random(1))
    lend(week, random.Random(1))
    week.run(0)
    before = (awards_of(week, 0), _purses(week), week.auction(0).resolved_at)
    Match.objects.filter(pk=week.match.pk).update(due_at=week.frame.start)
    run_week(week.match.pk)
    run_week(week.match.pk)
    assert (awards_of(week, 0), _purses(week), week.auction(0).resolved_at) == before


def test_nothing_happens_before_the_instant(wednesday: datetime) -> None:
    week = play(2)
    week.to(0, seconds=-30)
    Match.objects.filter(pk=week.match.pk).update(due_at=week.frame.start)
    run_week(week.match.pk)
    assert week.auction(0).resolved_at is None


@pytest.mark.both
@pytest.mark.parametrize(
    ("where", "error", "failures", "fault"),
    [
        ("auctions.rules.resolution._by_level", ValueError, 1, "ValueError"),
        ("auctions.services.resolution.update_rows", ValueError, 0, "ValueError"),
        ("auctions.services.resolution.update_rows", MemoryError, 0, ""),
        ("auctions.services.resolution.update_rows", OperationalError, 0, ""),
    ],
)
def test_an_interrupted_resolution_is_rolled_back_and_repeated(
    wednesday: datetime,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    error: type[Exception],
    failures: int,
    fault: str,
) -> None:
    """Check also that only errors of the rules stop the week, not repeated others."""
    week = play(4)
    lend(week, random.Random(2))
    bid_all(week, 0, random.Random(2))
    before = _purses(week)

    def fails(*_: object, **__: object) -> None:
        raise error("$12 for 4 of silk-tax")

    with monkeypatch.context() as broken:
        broken.setattr(where, fails)
        week.run(0)
    assert (awards_of(week, 0), _purses(week)) == ([], before)
    match = week.fresh()
    assert (match.failures, match.status, match.fault) == (failures, "running", fault)
    clock.move(PAUSE.total_seconds())
    run_week(match.pk)
    assert week.auction(0).resolved_at is not None
    assert week.fresh().failures == 0


def test_a_stalled_week_accepts_commands_for_later_auctions(
    wednesday: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    week = play(4)

    def fails(*_: object, **__: object) -> None:
        raise ValueError

    monkeypatch.setattr("auctions.rules.resolution._by_level", fails)
    week.to(0, seconds=1)
    for _ in range(3):
        run_week(week.match.pk)
    assert week.fresh().status == Match.Status.STALLED
    assert code_of(week.bid, 0, 5) == "late"
    assert code_of(week.bid, 0, 5, auction=1) == ""
    monkeypatch.undo()
    week.to(1, seconds=2)
    resume_match(public_id=week.id)
    run_week(week.match.pk)
    assert week.auction(1).resolved_at is not None
    assert week.fresh().status == "running"


def test_money_is_conserved(wednesday: datetime) -> None:
    week = filled(7, seats=10, seed=3)
    rows = Account.objects.filter(match=week.match)
    loans = rows.aggregate(n=Sum("loan"))["n"]
    left = rows.aggregate(n=Sum("purse"))["n"]
    paid = Lot.objects.filter(auction__match=week.match).aggregate(n=Sum("takings"))["n"]
    assert loans - left == paid > 0
