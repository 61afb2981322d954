"""Rules 6: accepted bids, refusals with their codes, and receipts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from auctions.rules.bids import (
    Desk,
    OwnBid,
    OwnBids,
    place_bid,
    reprice_bid,
    set_loan,
    withdraw_bid,
)
from auctions.rules.commands import (
    MESSAGES,
    PlaceBid,
    RepriceBid,
    SetLoan,
    WithdrawBid,
    read_command,
)
from auctions.rules.lineup import Lot
from auctions.rules.schedule import fast_instants
from games.engine.base import IllegalAction
from tests.auctions.rules.random_weeks import START

LATER = START + timedelta(minutes=1)
INSTANTS = fast_instants(START, 10)
LOTS = tuple((Lot(item=item, units=12),) for item in ("silk-tax", *["opera"] * 5, "spice-convoy"))
DESK = Desk(at=START, start=START, instants=INSTANTS, lots=LOTS, plays=True, cap=200)


def bid(price: int = 5, units: int = 1, auction: int = 1, item: str = "opera") -> PlaceBid:
    return PlaceBid(auction=auction, item=item, price=price, units=units)


def own(*pairs: tuple[int, int]) -> OwnBids:
    return tuple(OwnBid(price=price, units=units, since=START) for price, units in pairs)


def pairs(bids: OwnBids) -> list[tuple[int, int]]:
    return [(one.price, one.units) for one in bids]


def apply_command(desk: Desk, command: Any, mine: OwnBids) -> None:
    match command:
        case PlaceBid():
            place_bid(desk, command, mine)
        case WithdrawBid():
            withdraw_bid(desk, command, mine)
        case RepriceBid():
            reprice_bid(desk, command, mine)
        case _:
            set_loan(desk, command)


def code_of(desk: Desk, command: Any, mine: OwnBids = ()) -> str:
    with pytest.raises(IllegalAction) as refused:
        apply_command(desk, command, mine)
    assert refused.value.message == MESSAGES[refused.value.code]
    return refused.value.code


def test_a_bid_is_identified_by_its_price() -> None:
    late = replace(DESK, at=LATER)
    mine = place_bid(DESK, bid(5, 1), ())
    mine = place_bid(late, bid(9, 2), mine)
    assert pairs(mine) == [(9, 2), (5, 1)], "highest price first"
    changed = place_bid(late, bid(5, 3), mine)
    assert pairs(changed) == [(9, 2), (5, 3)]
    assert [one.since for one in changed] == [LATER, LATER]


def test_an_edit_of_price_is_one_step() -> None:
    mine = own((9, 8), (5, 4))
    edit = RepriceBid(auction=1, item="opera", old=9, price=7, units=8)
    assert pairs(reprice_bid(DESK, edit, mine)) == [(7, 8), (5, 4)], "both at once would not fit"
    assert pairs(reprice_bid(DESK, replace(edit, price=5, units=12), mine)) == [(5, 12)]
    assert reprice_bid(replace(DESK, at=LATER), replace(edit, price=9), mine) == mine
    assert code_of(DESK, replace(edit, old=8), mine) == "no_such_bid"
    assert code_of(DESK, replace(edit, units=9), mine) == "too_many_units"
    assert code_of(replace(DESK, at=INSTANTS[1]), edit, mine) == "late"


FULL = own(*((price, 1) for price in range(21, 31)))

# Each has all the faults that come later in the order too, and the first one must win.
BIDS_REFUSED: list[tuple[str, dict[str, Any], PlaceBid, OwnBids]] = [
    ("not_started", {"at": START - timedelta(seconds=1), "plays": False}, bid(0, 0, 9), ()),
    ("not_started", {"start": None, "plays": False}, bid(0, 0, 9), ()),
    ("not_a_player", {"plays": False}, bid(0, 0, 9), ()),
    ("unknown_auction", {"at": INSTANTS[6]}, bid(0, 0, 7), ()),
    ("unknown_auction", {}, bid(0, 0, -1), ()),
    ("unknown_item", {"at": INSTANTS[6]}, bid(0, 0, 1, "silk-tax"), ()),
    ("late", {"at": INSTANTS[1]}, bid(0, 0), FULL),
    ("late", {"resolved": 2}, bid(0, 0), FULL),
    ("bad_price", {}, bid(0, 0), FULL),
    ("bad_price", {}, bid(1_000_001, 0), FULL),
    ("bad_units", {}, bid(5, 0), FULL),
    ("too_many_bids", {}, bid(5, 99), FULL),
    ("too_many_units", {}, bid(21, 4), FULL),
    ("too_many_units", {}, bid(5, 13), ()),
]


@pytest.mark.parametrize(("code", "change", "command", "mine"), BIDS_REFUSED)
def test_bid_refusals_follow_the_order_of_the_rules(
    code: str, change: dict[str, Any], command: PlaceBid, mine: OwnBids
) -> None:
    assert code_of(replace(DESK, **change), command, mine) == code


def test_withdrawing_a_missing_bid_is_refused_last() -> None:
    gone = WithdrawBid(auction=1, item="opera", price=4)
    assert code_of(DESK, gone, own((5, 1))) == "no_such_bid"
    assert code_of(DESK, replace(gone, price=None)) == "no_such_bid"
    assert code_of(replace(DESK, at=INSTANTS[1]), gone) == "late"
    assert code_of(DESK, replace(gone, auction=0)) == "unknown_item"


@pytest.mark.parametrize(
    ("code", "change", "amount"),
    [
        ("not_started", {"start": None, "plays": False}, -1),
        ("not_a_player", {"plays": False, "at": INSTANTS[0]}, -1),
        ("loan_closed", {"at": INSTANTS[0]}, -1),
        ("loan_closed", {"resolved": 1}, 999),
        ("loan_negative", {}, -1),
        ("loan_above_cap", {}, 201),
    ],
)
def test_loan_refusals_follow_the_order_of_the_rules(
    code: str, change: dict[str, Any], amount: int
) -> None:
    assert code_of(replace(DESK, **change), SetLoan(amount=amount)) == code


def test_any_loan_up_to_the_cap_is_accepted_until_the_opening() -> None:
    last = replace(DESK, at=INSTANTS[0] - timedelta(milliseconds=1))
    assert [set_loan(last, SetLoan(amount=amount)) for amount in (0, 1, 200)] == [0, 1, 200]


def test_a_command_is_in_time_until_just_before_its_instant() -> None:
    moment = timedelta(milliseconds=1)
    assert place_bid(replace(DESK, at=INSTANTS[1] - moment), bid(), ())
    assert place_bid(replace(DESK, at=INSTANTS[1]), bid(auction=2), ()), "later ones stay open"
    assert code_of(replace(DESK, at=INSTANTS[1]), bid()) == "late"


RAW = {"do": "bid", "auction": 1, "item": "opera", "price": 5, "units": 2}


def test_commands_are_parsed_with_their_types() -> None:
    assert read_command(RAW) == bid(5, 2)
    assert read_command({"do": "loan", "amount": 7}) == SetLoan(amount=7)
    gone = {"do": "withdraw", "auction": 1, "item": "opera"}
    assert read_command(gone) == WithdrawBid(auction=1, item="opera")
    assert read_command({**gone, "price": None}) == WithdrawBid(auction=1, item="opera")
    assert read_command({**gone, "price": 3}) == WithdrawBid(auction=1, item="opera", price=3)


def test_forms_may_send_numbers_as_text() -> None:
    posted = {"do": "bid", "auction": "1", "item": "opera", "price": " 5 ", "units": "2", "x": "y"}
    assert read_command(posted, text=True) == bid(5, 2)
    assert read_command({"do": "loan", "amount": "-3"}, text=True) == SetLoan(amount=-3)


@pytest.mark.parametrize("name", ["auction", "item", "price", "units"])
def test_a_field_that_is_missing_is_malformed(name: str) -> None:
    raw = {key: value for key, value in RAW.items() if key != name}
    with pytest.raises(IllegalAction, match="malformed"):
        read_command(raw)


@pytest.mark.parametrize("value", ["ten", "", "2.5", 2.5, 3.0, True, None, [1], "9" * 5000, "٣"])
@pytest.mark.parametrize("text", [True, False])
def test_a_number_that_is_not_whole_is_malformed(value: Any, text: bool) -> None:
    with pytest.raises(IllegalAction, match="malformed"):
        read_command({**RAW, "price": value}, text=text)


@pytest.mark.parametrize(
    "raw",
    [{}, {"do": "dance"}, {**RAW, "item": 5}, {"do": "withdraw", "auction": 1, "item": "opera",
     "price": "all"}, {"do": "reprice", "auction": 1, "item": "opera", "price": 1, "units": 1}],
)  # fmt: skip
def test_an_unknown_command_is_malformed(raw: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match="malformed"):
        read_command(raw, text=True)


def test_times_are_stored_as_given() -> None:
    fine = datetime.fromisoformat("2026-11-18T12:00:00.001+00:00")
    assert place_bid(replace(DESK, at=fine), bid(), ())[0].since == fine
