"""Rules 3.3 and 3.4 without a database: late commands and late resolutions.

Also property 12 of rules 16.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from auctions.rules.bids import LoanReceipt, Receipt
from auctions.rules.commands import PlaceBid, SetLoan, WithdrawBid
from auctions.rules.schedule import AUCTIONS
from auctions.rules.week import Week
from games.engine.base import IllegalAction
from tests.auctions.rules.random_weeks import START, Dice, bid_all, new_week

MOMENT = timedelta(milliseconds=1)


def placed(seed: int) -> Week:
    """Return a week with all bids placed ahead of time."""
    week, dice = new_week(4, seed), Dice(seed)
    for seat in range(4):
        week.carry_out(SetLoan(amount=60 + 40 * seat), seat, START)
    for auction in range(AUCTIONS):
        bid_all(week, auction, ["random"] * 4, dice)
    return week


def first_bid(week: Week, auction: int) -> PlaceBid:
    return PlaceBid(auction=auction, item=week.lots[auction][0].item, price=7, units=1)


@pytest.mark.parametrize("seed", range(10))
def test_a_week_resolved_late_equals_one_on_time(seed: int) -> None:
    on_time, late = placed(seed), placed(seed)
    for auction in range(AUCTIONS):
        assert on_time.resolve_due(on_time.instants[auction]) == [auction]
    assert late.resolve_due(late.instants[6] + timedelta(days=2)) == list(range(AUCTIONS))
    assert late.results == on_time.results
    assert late.lines == on_time.lines


def test_each_auction_is_resolved_once() -> None:
    week = placed(1)
    assert week.resolve_due(week.instants[2]) == [0, 1, 2]
    results = list(week.results)
    assert week.resolve_due(week.instants[2]) == []
    assert week.results == results


@pytest.mark.parametrize("auction", range(AUCTIONS))
def test_commands_around_the_instant_are_late_or_in_the_resolution(auction: int) -> None:
    week = new_week(2, auction)
    instant, command = week.instants[auction], first_bid(week, auction)
    gone = WithdrawBid(auction=auction, item=command.item)
    for step in (3, 2, 1):
        at = instant - step * MOMENT
        assert isinstance(week.carry_out(command, 0, at), Receipt)
    for step in range(3):
        with pytest.raises(IllegalAction, match="late"):
            week.carry_out(command, 1, instant + step * MOMENT)
        with pytest.raises(IllegalAction, match="late"):
            week.carry_out(gone, 0, instant + step * MOMENT)
    week.resolve_due(instant)
    assert list(week.in_force(auction)) == [(0, 0, 7, 1)]


def test_a_late_command_is_refused_before_and_after_the_resolution() -> None:
    week = placed(3)
    at = week.instants[1] + MOMENT
    with pytest.raises(IllegalAction, match="late"):
        week.carry_out(first_bid(week, 0), 0, at)
    with pytest.raises(IllegalAction, match="loan_closed"):
        week.carry_out(SetLoan(amount=1), 0, at)
    assert isinstance(week.carry_out(first_bid(week, 2), 0, at), Receipt), "later ones are open"
    week.resolve_due(at)
    with pytest.raises(IllegalAction, match="late"):
        week.carry_out(first_bid(week, 1), 0, START)


def test_a_receipt_never_states_less_than_the_auction_can_cost() -> None:
    """Check that an auction costs `at_most` or less, with these bids and loan (6.2)."""
    for seed in range(20):
        week = new_week(3, seed)
        for seat in range(3):
            assert isinstance(week.carry_out(SetLoan(amount=50), seat, START), LoanReceipt)
        bid_all(week, 0, ["random", "shopper", "random"], Dice(seed))
        command = first_bid(week, 0)
        found = [week.carry_out(command, seat, START) for seat in range(3) if _fits(week, seat)]
        seats = [seat for seat in range(3) if _fits(week, seat)]
        week.resolve_due(week.instants[0])
        for seat, answer in zip(seats, found, strict=True):
            assert isinstance(answer, Receipt)
            assert week.results[0].paid.get(seat, 0) <= answer.at_most


def _fits(week: Week, seat: int) -> bool:
    own = week.bids[0].get((0, seat), ())
    others = sum(bid.units for bid in own if bid.price != 7)
    return others + 1 <= week.lots[0][0].units
