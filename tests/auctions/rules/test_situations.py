"""Rules 15: one test for each situation, in the order of the table."""

from __future__ import annotations

from datetime import timedelta

import pytest

from auctions.rules.catalogue import AGENDAS
from auctions.rules.commands import PlaceBid, RepriceBid, SetLoan, WithdrawBid
from auctions.rules.lineup import Lot, draw_number
from auctions.rules.realization import realize
from auctions.rules.resolution import Bid, Resolution, fates_of, resolve
from auctions.rules.week import view
from games.engine.base import IllegalAction
from tests.auctions.rules.random_weeks import START, new_week

SECRET = "5" * 64
OPERA, SENATOR = Lot(item="opera", units=4), Lot(item="senator", units=4)


def sold(bids: list[Bid], money: dict[int, int], *lots: Lot) -> Resolution:
    return resolve(lots or (OPERA,), bids, money, secret=SECRET, auction=1)


def fates(bids: list[Bid], result: Resolution) -> list[tuple[int, int, int]]:
    return [(one.won, one.nullified, one.lost) for one in fates_of(bids, result)]


def test_nobody_borrows_and_all_share_rank_one_with_nothing() -> None:
    week = new_week(3, 1)
    bid = PlaceBid(auction=0, item=week.lots[0][0].item, price=5, units=1)
    week.carry_out(bid, 0, START)
    week.resolve_due(week.instants[6])
    assert [(line.final, line.rank) for line in week.lines] == [(0, 1)] * 3
    assert not week.results[0].awards


@pytest.mark.parametrize(
    ("bids", "purse", "awards", "paid"),
    [
        pytest.param([], 50, [], {}, id="nobody bids on a lot: its units vanish"),
        pytest.param([(0, 0, 9, 2)], 50, [(0, 0, 9, 2)], {0: 18}, id="a lone bid: its own price"),
        pytest.param(
            [(0, 0, 30, 1), (0, 0, 12, 2)], 45, [(0, 0, 30, 1), (0, 0, 12, 1)], {0: 42},
            id="two prices of one player: wishes for a unit each",
        ),
        pytest.param([(0, 0, 11, 1)], 11, [(0, 0, 11, 1)], {0: 11}, id="a purse of the price"),
    ],
)  # fmt: skip
def test_the_only_bidder_wins(
    bids: list[Bid], purse: int, awards: list[Bid], paid: dict[int, int]
) -> None:
    result = sold(bids, {0: purse})
    assert (result.awards, result.paid) == (awards, paid)
    assert result.cuts == [0], "units are left"


def test_only_units_won_at_the_lower_price_count_for_the_turns() -> None:
    bids: list[Bid] = [(0, 0, 9, 2), (0, 0, 5, 1), (0, 1, 5, 1)]
    result = sold(bids, {0: 99, 1: 99}, Lot(item="opera", units=3))
    first = min((0, 1), key=lambda seat: draw_number(SECRET, 1, "opera", seat))
    assert result.awards == [(0, 0, 9, 2), (0, first, 5, 1)]


def test_a_purse_of_eleven_buys_two_of_three_units_at_five() -> None:
    bids: list[Bid] = [(0, 0, 5, 3)]
    assert fates(bids, sold(bids, {0: 11})) == [(2, 1, 0)]


def test_a_won_lot_takes_the_money_of_later_lots() -> None:
    bids: list[Bid] = [(0, 0, 10, 1), (1, 0, 10, 1)]
    both = sold(bids, {0: 10}, OPERA, SENATOR)
    assert fates(bids, both) == [(1, 0, 0), (0, 1, 0)]
    rival: list[Bid] = [*bids, (0, 1, 20, 4)]
    lost = sold(rival, {0: 10, 1: 80}, OPERA, SENATOR)
    assert fates(bids, lost) == [(0, 0, 1), (1, 0, 0)]


def test_the_same_asset_on_two_days_has_its_own_bids_and_draws() -> None:
    week = next(week for week in (new_week(3, seed) for seed in range(9)) if _twice(week.lots))
    item, days = _twice(week.lots)[0]
    week.carry_out(PlaceBid(auction=days[0], item=item, price=5, units=1), 0, START)
    assert not list(week.in_force(days[1]))
    numbers = {draw_number(week.secret, day, item, 0) for day in days}
    assert len(numbers) == 2


def _twice(lots: tuple[tuple[Lot, ...], ...]) -> list[tuple[str, list[int]]]:
    days = {lot.item: [k for k, sold in enumerate(lots) if lot.item in {x.item for x in sold}]
            for auction in lots for lot in auction}  # fmt: skip
    return [(item, found) for item, found in days.items() if len(found) == 2]


def test_an_overdue_common_auction_is_resolved_before_the_closing() -> None:
    week = new_week(2, 4)
    week.resolve_due(week.instants[4])
    late = week.instants[6] + timedelta(hours=1)
    bid = PlaceBid(auction=6, item=week.lots[6][0].item, price=5, units=1)
    with pytest.raises(IllegalAction, match="late"):
        week.carry_out(bid, 0, late)
    assert week.resolve_due(late) == [5, 6]
    assert view(week, None).secret == week.secret


def test_a_withdrawal_counts_until_the_last_millisecond() -> None:
    week = new_week(2, 5)
    item, moment = week.lots[1][0].item, timedelta(milliseconds=1)
    bid = PlaceBid(auction=1, item=item, price=5, units=1)
    gone = WithdrawBid(auction=1, item=item)
    week.carry_out(bid, 0, START)
    week.carry_out(bid, 1, START)
    week.carry_out(gone, 0, week.instants[1] - moment)
    with pytest.raises(IllegalAction, match="late"):
        week.carry_out(gone, 1, week.instants[1])
    assert list(week.in_force(1)) == [(0, 1, 5, 1)]


@pytest.mark.parametrize(
    ("loan", "price", "lowered"),
    [
        pytest.param(100, 60, 59, id="a loan lowered after bidding"),
        pytest.param(200, 201, 200, id="a bid above the cap"),
    ],
)
def test_a_bid_above_the_purse_is_accepted_and_nullified(
    loan: int, price: int, lowered: int
) -> None:
    week = new_week(2, 6)
    bid = PlaceBid(auction=0, item=week.lots[0][0].item, price=price, units=1)
    for command in (SetLoan(amount=loan), bid, SetLoan(amount=lowered)):
        week.carry_out(command, 0, START)
    week.resolve_due(week.instants[0])
    assert fates(list(week.in_force(0)), week.results[0]) == [(0, 1, 0)]


def test_no_agenda_of_the_catalogue_is_realized_without_resources() -> None:
    assert realize(AGENDAS, [1] * len(AGENDAS), (0, 0, 0)).value == 0


def test_a_late_edit_leaves_the_old_bid_in_force() -> None:
    week = new_week(2, 9)
    item = week.lots[1][0].item
    week.carry_out(PlaceBid(auction=1, item=item, price=5, units=1), 0, START)
    edit = RepriceBid(auction=1, item=item, old=5, price=8, units=1)
    with pytest.raises(IllegalAction, match="late"):
        week.carry_out(edit, 0, week.instants[1])
    assert list(week.in_force(1)) == [(0, 0, 5, 1)]
    early = PlaceBid(auction=2, item=week.lots[2][0].item, price=5, units=1)
    week.carry_out(early, 0, START)
    step = RepriceBid(auction=2, item=early.item, old=5, price=8, units=1)
    week.carry_out(step, 0, START)
    assert list(week.in_force(2)) == [(0, 0, 8, 1)]
