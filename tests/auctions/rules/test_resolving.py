"""Rules 7, and properties 2 to 8 of rules 16."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from auctions.rules.lineup import Lot
from auctions.rules.resolution import NEVER, Bid, Fated, Resolution, fates_of, resolve, turns
from tests.auctions.rules.literal_rules import Literal
from tests.auctions.rules.random_weeks import Small

SMALL = st.integers(0, 10**9).map(Small)
AUCTIONS_TRIED = 20_000


def result_of(small: Small) -> Resolution:
    return resolve(small.lots, small.bids, small.purses, secret=small.secret, auction=small.auction)


def fates(small: Small) -> list[Fated]:
    return fates_of(small.bids, result_of(small))


def test_the_worked_example() -> None:
    lots = (Lot(item="opera", units=3), Lot(item="senator", units=2))
    bids: list[Bid] = [(0, 0, 12, 2), (1, 0, 9, 1), (0, 1, 12, 2), (0, 2, 12, 1), (1, 2, 8, 2)]
    bids.append((1, 3, 9, 1))
    money = {0: 30, 1: 25, 2: 100, 3: 8}
    result = resolve(lots, bids, money, secret="0" * 64, auction=3)
    assert result.awards == [
        (0, 0, 12, 1), (0, 1, 12, 1), (0, 2, 12, 1), (1, 0, 9, 1), (1, 2, 8, 1)
    ]  # fmt: skip
    assert result.paid == {0: 21, 1: 12, 2: 20}
    lost = {(one.place, one.seat): (one.nullified, one.lost) for one in fates_of(bids, result)}
    assert lost[1, 3] == (1, 0)
    assert lost[1, 2] == (0, 1)
    assert money == {0: 30, 1: 25, 2: 100, 3: 8}, "purses that are handed in stay as they are"


@pytest.mark.parametrize("part", range(10))
def test_resolving_equals_the_literal_rules_in_any_order_of_bids(part: int) -> None:
    each = AUCTIONS_TRIED // 10
    for seed in range(part * each, (part + 1) * each):
        small = Small(seed)
        literal = Literal(
            small.lots, small.bids, small.purses, secret=small.secret, auction=small.auction
        )
        result = result_of(small)
        assert result.awards == literal.awards
        assert fates_of(small.bids, result) == literal.fates
        after = {seat: purse - result.paid.get(seat, 0) for seat, purse in small.purses.items()}
        assert after == literal.purses
        Random(seed).shuffle(small.bids)
        assert result_of(small) == result


@given(SMALL)
def test_no_lot_sells_more_than_offered_or_keeps_a_wanted_unit(small: Small) -> None:
    result = result_of(small)
    sold: Counter[int] = Counter()
    for place, _, _, units in result.awards:
        sold[place] += units
    for place, lot in enumerate(small.lots):
        lost = sum(one.lost for one in fates(small) if one.place == place)
        assert sold[place] <= lot.units
        assert sold[place] == lot.units or lost == 0
        assert (result.cuts[place] == NEVER) == (sold[place] < lot.units)


@given(SMALL)
def test_money_is_conserved_and_nobody_overpays(small: Small) -> None:
    result = result_of(small)
    wanted = {bid[:3]: bid[3] for bid in small.bids}
    paid: Counter[int] = Counter()
    for place, seat, price, units in result.awards:
        assert 1 <= units <= wanted[place, seat, price]
        paid[seat] += price * units
    assert dict(paid) == result.paid
    assert all(paid[seat] <= purse for seat, purse in small.purses.items())


@given(SMALL)
def test_every_unit_wanted_has_one_fate(small: Small) -> None:
    for one in fates(small):
        assert one.wanted == one.won + one.nullified + one.lost
        assert min(one.won, one.nullified, one.lost) >= 0


@given(SMALL)
def test_no_unit_is_sold_below_a_losing_bid(small: Small) -> None:
    for lost in fates(small):
        if lost.lost:
            won = [award for award in result_of(small).awards if award[0] == lost.place]
            assert all(price >= lost.price for _, _, price, _ in won)


@given(SMALL)
def test_equal_bidders_take_turns(small: Small) -> None:
    losers: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one in fates(small):
        if one.lost:
            losers[one.place, one.price].append(one.won)
    assert all(max(won) - min(won) <= 1 for won in losers.values())


@settings(max_examples=300)
@given(SMALL, st.integers(0, 10**6), st.integers(1, 4))
def test_a_higher_price_never_wins_less_with_enough_money(
    small: Small, pick: int, more: int
) -> None:
    if not small.bids:
        return
    place, seat, price, units = small.bids[pick % len(small.bids)]
    taken = {bid[2] for bid in small.bids if bid[:2] == (place, seat)}
    if price + more in taken:
        return
    small.purses[seat] = 10**6

    def won() -> int:
        awards = result_of(small).awards
        return sum(award[3] for award in awards if award[:2] == (place, seat))

    before = won()
    small.bids = [bid for bid in small.bids if bid[:3] != (place, seat, price)]
    small.bids.append((place, seat, price + more, units))
    assert won() >= before


def test_a_higher_price_can_win_less_with_too_little_money() -> None:
    lots, money = (Lot(item="opera", units=4),), {0: 12}
    few = resolve(lots, [(0, 0, 12, 4)], money, secret="0" * 64, auction=1)
    many = resolve(lots, [(0, 0, 3, 4)], money, secret="0" * 64, auction=1)
    assert (few.awards, many.awards) == ([(0, 0, 12, 1)], [(0, 0, 3, 4)])


@given(st.lists(st.integers(0, 6), min_size=1, max_size=8), st.data())
def test_turns_share_units_like_dealing_in_rounds(caps: list[int], data: st.DataObject) -> None:
    if not sum(caps):
        return
    left = data.draw(st.integers(0, sum(caps) - 1))
    level, over = turns(caps, left)
    assert sum(min(cap, level) for cap in caps) + over == left
    assert over <= sum(cap > level for cap in caps)
