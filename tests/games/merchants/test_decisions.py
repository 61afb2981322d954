"""Pending seats, refusals, defaults and automatic passes (rules 2.5, 2.6, 15)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import codec
from games.engine.base import Abort, Join, Timeout
from games.merchants.rules.options import MerchantsPreferences
from games.merchants.rules.show import SECONDS
from tests.games.merchants.play import Table

TWO = {"actions": 2, "minor": 0}


def bidding(**more: Any) -> Table:
    """Return a position in which seat 0 has declared D7.

    Seat 1 could bid, 2 could not, and 3 has no hand.
    """
    position: dict[str, Any] = {"stocks": ["D7"], "hands": {1: ["H4"], 2: ["C2"]}, **more}
    return Table(**position).buy(0, "D7")


def test_2_5_a_hand_without_a_usable_card_is_asked_an_empty_one_is_not() -> None:
    table = bidding()
    assert table.pending == ("seize", [1, 2])
    assert table.doing(1) == ["bid", "pass"]
    assert table.doing(2) == ["pass"]


def test_2_5_all_passes_have_the_same_event() -> None:
    chosen, automatic, late = (bidding(hands={1: ["H4"]}, dice=[[6, 5]]) for _ in range(3))
    chosen.passes(1)
    action = automatic.engine.auto_action(automatic.state, 1, {"seize_never": True})
    assert action is not None
    automatic.act(1, action)
    late.time_up()
    assert chosen.events == automatic.events == late.events
    assert chosen.state == automatic.state == late.state


@pytest.mark.parametrize(
    ("seat", "action", "fields", "code"),
    [
        (0, "pass", {}, "not_asked"),
        (3, "pass", {}, "not_asked"),
        (9, "pass", {}, "not_asked"),
        (1, "end_turn", {}, "wrong_decision"),
        (1, "commit", {"cards": ["H4"]}, "wrong_decision"),
        (1, "bid", {"cards": ["H4"], "decision": "1.seize"}, "stale"),
        (1, "bid", {"cards": "H4"}, "malformed"),
        (1, "bid", {"cards": [], "decision": 3.5}, "malformed"),
        (1, "timeout", {}, "malformed"),
    ],
)
def test_2_6_refusals(seat: int, action: str, fields: dict[str, Any], code: str) -> None:
    assert bidding().refused(seat, action, **fields) == code


def test_15_an_answer_is_final_and_a_repeated_one_is_stale() -> None:
    table = bidding().passes(1)
    assert table.refused(1, "bid", cards=["H4"]) == "stale"


def test_15_an_answer_to_a_decision_that_is_over_is_stale() -> None:
    table = bidding(dice=[[6, 5]])
    assert table.decision is not None
    old = table.decision.id
    table.passes(1, 2)
    assert table.refused(1, "pass", decision=old) == "stale"
    table = Table(phase="end", hands={0: ["S4"]})
    assert table.refused(0, "end_turn") == "stale"
    with pytest.raises(Exception, match="stale"):
        table.house(Abort())


def test_2_6_nobody_can_join() -> None:
    with pytest.raises(Exception, match="malformed"):
        bidding().house(Join())


def test_15_seconds() -> None:
    assert {phase.value: seconds for phase, seconds in SECONDS.items()} == {
        "market": 90, "seize": 30, "duel": 30, "reroll": 15, "callback_take": 15, "stack": 20,
        "pick_emblem": 30, "pick_stack_card": 20, "pick_black_market": 20,
        "pick_black_market_card": 30, "give": 30, "pick_stock": 20, "cutpurse": 30, "over": 0,
    }  # fmt: skip


def defaulted(table: Table, seat: int) -> dict[str, Any]:
    action = codec.plain(table.engine.default_action(table.state, seat))
    del action["decision"]
    return dict(action)


def test_15_market_times_out_with_the_end_of_the_turn() -> None:
    table = Table(stocks=["S5"], hands={1: ["C2"]}).time_up()
    assert table.pending == ("market", [1])


def test_15_seize_stack_and_duel_time_out_with_a_pass() -> None:
    table = bidding(hands={1: ["H4"], 2: ["C2"], 0: ["S2"]}, dice=[[1, 2]])
    table.bid(1, "H4").time_up()
    assert table.pending == ("duel", [0])
    table.time_up()
    assert "D7" in table.hand(1)
    table = Table(phase="power", hands={0: ["SJ"]}, stocks=["S5"]).time_up()
    assert table.hand(0) == {"SJ"}


def test_15_reroll_times_out_with_yes_if_the_result_fails() -> None:
    table = Table(stocks=["S5"], dice=[[2, 2], [4, 4]], budget=TWO).buy(0, "S5")
    assert defaulted(table, 0) == {"action": "reroll"}
    table.time_up()
    assert defaulted(table, 0) == {"action": "keep"}


def test_15_callback_take_times_out_with_yes() -> None:
    table = Table(fronts={0: ["SQ"]}, stocks=["S5"], dice=[[6, 5]], budget=TWO)
    table.post(0, "callback", card="SQ")
    assert defaulted(table, 0) == {"action": "take_back"}


@pytest.mark.parametrize(
    ("fronts", "card"),
    [
        ({0: ["SQ"], 1: ["S10", "C10"], 2: ["DJ", "HQ"]}, "HQ"),
        ({0: ["SQ"], 3: ["HJ"], 1: ["D10"]}, "D10"),
        ({1: ["CQ", "DQ"], 2: ["SQ"]}, "CQ"),
        ({0: ["SQ", "C10"]}, "C10"),
        ({0: ["S10", "SJ"]}, "SJ"),
    ],
)
def test_15_pick_emblem_default(fronts: dict[int, list[str]], card: str) -> None:
    table = Table(hands={0: ["CJ"]}, fronts=fronts, stocks=["S5"], budget=TWO).play(0, "CJ")
    assert defaulted(table, 0) == {"action": "pick_emblem", "card": card}


def test_15_pick_stack_card_default_is_the_topmost_of_an_opponent() -> None:
    hands = {0: ["SJ", "DQ", "S2"], 1: ["CQ", "D10"]}
    table = Table(phase="power", hands=hands, stocks=["S5", "H5"])
    table.go(0, "SJ:emblem", "DQ:power").go(1, "D10:emblem", "CQ:power").passes(0)
    assert defaulted(table, 1) == {"action": "pick_stack_card", "card": "DQ"}


def test_15_pick_black_market_and_card_defaults() -> None:
    table = Table(
        hands={0: ["HJ"]}, stocks=["S5"], budget=TWO, kings={0: "HK"},
        black_markets=[["C2"], ["C9", "H5"], ["S3", "X1"]],
    )  # fmt: skip
    table.play(0, "HJ")
    assert defaulted(table, 0) == {"action": "pick_black_market", "market": 2}
    table.time_up()
    assert defaulted(table, 0) == {"action": "pick_black_market_card", "card": "H5"}


def test_15_give_default_is_the_lowest_worth() -> None:
    table = Table(
        hands={0: ["DJ"], 1: ["CQ", "H2", "X2", "X1"], 2: ["S2", "C2"], 3: ["SJ", "D10", "D2"]},
        kings={1: "HK", 2: "SK", 3: "DK"}, stocks=["S5"], budget=TWO,
    )  # fmt: skip
    table.play(0, "DJ").passes(1, 2, 3)
    given = {seat: defaulted(table, seat)["card"] for seat in (1, 2, 3)}
    # D2 is worth 6 to 3: doubled by the King, 2 more by the Guild.
    assert given == {1: "X1", 2: "C2", 3: "SJ"}


def test_15_pick_stock_default_is_the_highest_total_worth() -> None:
    table = Table(hands={0: ["DQ", "D10"]}, stocks=["S9", "H5", "D4", "D2"], budget=TWO)
    table.play(0, "DQ")
    # Two Spices: 4 and 2, each 2 more by the own Guild, against 9.
    assert defaulted(table, 0) == {"action": "pick_stock", "suit": "D"}


def test_15_cutpurse_defaults() -> None:
    table = Table(hands={0: ["X1"], 1: ["C2"], 2: ["H2", "H3"], 3: ["D2", "D3"]}, stocks=["S5"],
                  budget=TWO)  # fmt: skip
    table.play(0, "X1").passes(1, 2, 3)
    assert defaulted(table, 0) == {"action": "steal", "target": 2}
    table = Table(hands={0: ["X1", "S9", "C3"]}, stocks=["S5"], budget=TWO).play(0, "X1")
    assert defaulted(table, 0) == {"action": "slip", "target": 1, "card": "C3"}


def test_15_the_clock_plays_only_for_pending_seats() -> None:
    table = bidding(hands={0: ["S2"], 1: ["H4"], 2: ["H3"]}).bid(1, "H4")
    assert table.decision is not None
    with pytest.raises(Exception, match="stale"):
        table.house(Timeout(decision="1.market"))
    table.house(Timeout(decision=table.decision.id))
    assert table.told("bids") == [{"seats": [1], "bids": [[1, ["H4"], 4]]}]


def passes(table: Table, seat: int, **wishes: bool) -> bool:
    return table.engine.auto_action(table.state, seat, wishes) is not None


def test_2_5_a_seat_without_a_usable_card_passes_automatically_unless_switched_off() -> None:
    table = bidding()
    assert not passes(table, 1)
    assert passes(table, 2)
    assert not passes(table, 2, without_usable=False)
    assert not passes(table, 0)
    assert not passes(table.passes(2), 2)
    duel = bidding(hands={0: ["S2"], 1: ["H4"]}).bid(1, "H4")
    assert passes(duel, 0)
    stack = Table(phase="power", hands={0: ["S2", "SA"]}, stocks=["S5"])
    assert passes(stack, 0)


def test_2_5_pass_unless_the_goods_are_of_my_king() -> None:
    table = bidding(hands={1: ["H4"], 2: ["H3"]}, kings={1: "DK", 2: "SK"})
    assert not passes(table, 1, seize_unless_king=True)
    assert passes(table, 2, seize_unless_king=True)
    assert passes(table, 1, seize_never=True)


def test_2_5_pass_on_the_stack_unless_an_opponents_power_is_on_it() -> None:
    hands = {0: ["DQ", "S10"], 1: ["CQ"], 2: ["D10"]}
    table = Table(hands=hands, stocks=["S5"], budget=TWO).play(0, "S10", "emblem")
    assert passes(table, 1, respond_unless_power=True)
    table = Table(hands=hands, stocks=["S5"], budget=TWO).play(0, "DQ")
    assert not passes(table, 1, respond_unless_power=True)
    table = Table(phase="power", hands=hands, stocks=["S5"])
    assert not passes(table, 0, respond_unless_power=True)
    assert passes(table, 0, power_phase_never=True)


def test_2_5_nothing_but_a_pass_is_ever_played_automatically() -> None:
    everything = dict.fromkeys(MerchantsPreferences.__struct_fields__, True)
    assert not passes(Table(stocks=["S5"], hands={0: ["S2"]}), 0, **everything)
