"""Bids and loans: what counts, what is refused, and receipts (rules 6 and 9)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from auctions.models import Bid
from auctions.services.commands import act
from games.models import AcceptedKey
from tests.auctions.moves import reprice_bid, withdraw_bid
from tests.auctions.weeks import Play, open_match, people_called, play
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def week(wednesday: datetime) -> Play:
    return play(20)


def _bid(week: Play, seat: int, price: int, units: int, auction: int = 1, key: str = "") -> str:
    return code_of(week.bid, seat, price, units, auction=auction, key=key)


def _lot(week: Play, auction: int) -> dict[str, Any]:
    """Return the fields that name the first lot of an auction, posted by seat 0."""
    return {
        "user": week.user(0), "public_id": week.id, "auction": auction, "item": week.item(auction),
    }  # fmt: skip


def _rows(week: Play, seat: int) -> list[tuple[int, int]]:
    rows = Bid.objects.filter(account=week.account(seat)).order_by("-price")
    return list(rows.values_list("price", "units"))


def test_a_receipt_shows_the_bids_in_force_and_the_maximum_cost(week: Play) -> None:
    week.borrow(0, 30)
    assert week.bid(0, 7, auction=1, place=1).at_most == 7
    week.bid(0, 12, auction=1)
    receipt = week.bid(0, 20, auction=1)
    assert [(bid.price, bid.units) for bid in receipt.bids] == [(20, 1), (12, 1)]
    assert (receipt.lot_sum, receipt.auction_sum) == (32, 39)
    assert (receipt.money, receipt.at_most) == (30, 30)


@pytest.mark.both
def test_bidding_again_replaces_units_and_repeating_keeps_the_time(week: Play) -> None:
    first = week.bid(0, 5)
    assert week.bid(0, 5).bids == first.bids
    assert week.offered(0) >= 2
    assert week.bid(0, 5, 2).bids != first.bids
    assert _rows(week, 0) == [(5, 2)]


@pytest.mark.both
def test_a_price_is_changed_in_one_step(week: Play) -> None:
    week.bid(0, 5, auction=1)
    same = _lot(week, 1)
    receipt = reprice_bid(**same, old=5, price=9, units=1)
    assert [(bid.price, bid.units) for bid in receipt.bids] == [(9, 1)]
    assert code_of(lambda: reprice_bid(**same, old=5, price=7, units=1)) == "no_such_bid"
    assert code_of(lambda: reprice_bid(**same, old=9, price=0, units=1)) == "bad_price"
    assert _rows(week, 0) == [(9, 1)]


def test_one_price_or_all_can_be_withdrawn(week: Play) -> None:
    for price in (5, 6):
        assert not _bid(week, 0, price, 1)
    same = _lot(week, 1)
    assert code_of(lambda: withdraw_bid(**same, price=4)) == "no_such_bid"
    assert [bid.price for bid in withdraw_bid(**same, price=5).bids] == [6]
    assert withdraw_bid(**same).bids == ()
    assert code_of(lambda: withdraw_bid(**same)) == "no_such_bid"


def test_refusals_come_in_the_order_of_the_rules(week: Play) -> None:
    def code(seat_user: object, **raw: object) -> str:
        return code_of(lambda: act(user=seat_user, public_id=week.id, raw=raw))

    stranger, me = people_called("stranger", 1)[0], week.user(0)
    good = {"do": "bid", "auction": 1, "item": week.item(1), "price": 5, "units": 1}
    assert code(stranger, **{**good, "price": None}) == "malformed"
    assert code(me, **{**good, "price": "1.5"}) == "malformed"
    assert code(stranger, **{**good, "auction": 9}) == "not_a_player"
    assert code(me, **{**good, "auction": 7, "item": "x"}) == "unknown_auction"
    assert code(me, **{**good, "auction": -1}) == "unknown_auction"
    assert code(me, **{**good, "item": week.item(0), "price": 0}) == "unknown_item"
    assert code(me, **{**good, "price": 0, "units": 0}) == "bad_price"
    for price in (1_000_001, "9" * 30, "-" + "9" * 30):
        assert code(me, **{**good, "price": price}) == "bad_price"
    assert code(me, **{**good, "units": 0}) == "bad_units"
    assert code(me, **{**good, "units": 10**17}) == "too_many_units"
    assert code(me, do="loan", amount=-1) == "loan_negative"
    assert code(me, do="loan", amount=201) == "loan_above_cap"
    assert code(me, do="loan") == "malformed"
    week.to(1)
    assert code(me, **{**good, "price": 0}) == "late"
    assert code(me, do="loan", amount=-1) == "loan_closed"


def test_bids_before_the_start_are_refused(wednesday: datetime) -> None:
    people = people_called("early", 2)
    match = open_match(people, options={"pace": "fast"})
    raw = {"do": "bid", "auction": 0, "item": "silk-tax", "price": 5, "units": 1}
    assert code_of(lambda: act(user=people[0], public_id=match.public_id, raw=raw)) == "not_started"


def test_a_lot_takes_ten_prices_and_no_more_units_than_offered(week: Play) -> None:
    auction = max(range(7), key=week.offered)
    offered = week.offered(auction)
    assert offered >= 11
    assert _bid(week, 0, 50, offered + 1, auction) == "too_many_units"
    for price in range(1, 11):
        assert not _bid(week, 0, price, 1, auction)
    assert _bid(week, 0, 11, 1, auction) == "too_many_bids"
    assert _bid(week, 0, 10, offered - 9, auction) == ""
    assert _bid(week, 0, 10, offered - 8, auction) == "too_many_units"


def test_a_loan_is_one_number_and_pays_interest_for_six_days(week: Play) -> None:
    receipt = week.borrow(1, 155)
    assert (receipt.loan, receipt.interest, receipt.owed) == (155, 47, 202)
    week.borrow(1, 7)
    account = week.account(1)
    assert (account.loan, account.purse) == (7, 7)


@pytest.mark.both
def test_repeating_a_key_changes_nothing_and_gets_the_same_answer(week: Play) -> None:
    first = week.bid(0, 5, key="k1")
    withdraw_bid(**_lot(week, 0), key="k2")
    week.to(0)
    assert week.bid(0, 5, key="k1") == first
    assert Bid.objects.count() == 0
    assert code_of(week.bid, 0, 5, key="k3") == "late"
    assert AcceptedKey.objects.count() == 2, "refusals use no key up"


def test_a_key_of_another_command_is_malformed(week: Play) -> None:
    AcceptedKey.objects.create(
        user=week.user(0), key="joined", match=week.match, at=week.frame.start
    )
    assert _bid(week, 0, 5, 1, key="joined") == "malformed"
