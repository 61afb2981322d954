"""Declarations, seizes, duels and settlements (rules 7)."""

from __future__ import annotations

import pytest

from tests.games.merchants.play import Table

OPEN = {"actions": 2, "minor": 0}


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["S4", "H4"], "bad_declaration"),
        (["S4", "HQ"], "bad_declaration"),
        (["HQ", "DQ"], "bad_declaration"),
        (["CQ"], "bad_declaration"),
        (["S4", "S4"], "duplicate_card"),
        (["S9"], "not_in_market"),
        (["ZZ"], "unknown_card"),
        ([], "empty"),
    ],
)
def test_7_1_cards_of_one_stock_or_one_emblem_of_another_player(
    cards: list[str], code: str
) -> None:
    table = Table(
        stocks=["S4", "S5", "H4"], fronts={0: ["CQ"], 1: ["HQ"], 2: ["DQ"]}, hands={3: ["S9"]}
    )
    assert table.refused(0, "buy", cards=cards, commit=[]) == code


def test_2_6_a_missing_action_is_refused_before_an_empty_declaration() -> None:
    table = Table(black_markets=[["C4"]], stocks=["S4"], budget={"actions": 0, "minor": 1})
    assert table.refused(0, "buy", cards=[], commit=[]) == "no_action_left"
    assert table.refused(0, "buy", cards=["S4"], commit=[]) == "no_action_left"


def test_7_1_any_subset_of_a_stock_can_be_declared() -> None:
    table = Table(stocks=["S2", "S4", "S6"], dice=[[6, 5]], budget=OPEN)
    table.buy(0, "S6", "S2")
    assert table.hand(0) == {"S6", "S2"}


def test_7_1_an_emblem_costs_ten_and_an_event_guild_needs_a_grand_opening() -> None:
    table = Table(fronts={1: ["HJ"]}, stocks=["S4"], dice=[[6, 4], [6, 3]], budget=OPEN)
    table.buy(0, "HJ")
    assert table.hand(0) == {"HJ"}
    assert table.front(1) == set()
    table = Table(event={"card": "SJ", "type": "carnival"}, stocks=["S4"])
    assert table.refused(0, "buy", cards=["SJ"], commit=[]) == "not_in_market"


@pytest.mark.parametrize(
    ("commit", "code"),
    [(["C4", "C4"], "duplicate_card"), (["S4"], "bad_commit"), (["CQ"], "bad_commit"),
     (["C5"], "not_in_hand"), (["Z1"], "unknown_card")],
)  # fmt: skip
def test_7_2_only_primary_commodities_of_the_hand_can_be_committed(
    commit: list[str], code: str
) -> None:
    table = Table(stocks=["H8"], hands={0: ["C4", "S4", "CQ"]})
    assert table.refused(0, "buy", cards=["H8"], commit=commit) == code


def test_7_2_a_declaration_may_be_12_or_negative_but_not_more() -> None:
    table = Table(stocks=["H8", "H5"], hands={0: ["C2", "C9", "C10"]}, dice=[[2, 1]], budget=OPEN)
    assert table.refused(0, "buy", cards=["H8", "H5"], commit=[]) == "too_much"
    table.buy(0, "H5", commit=("C9", "C10"))
    assert table.told("declared")[0]["value"] == -14
    assert table.hand(0) == {"C2", "H5"}


def test_7_2_a_guild_in_hand_counts_ten() -> None:
    table = Table(stocks=["H9", "H8"], hands={0: ["C10"]}, dice=[[3, 4]], budget=OPEN)
    table.buy(0, "H9", "H8", commit=("C10",))
    assert table.hand(0) == {"H8", "H9"}
    assert table.stock("C") == {"C10"}


def test_7_3_bids_are_sealed_until_all_have_answered() -> None:
    table = Table(stocks=["D7"], hands={0: ["C2"], 1: ["H4"], 2: ["H3", "H5"], 3: ["C9"]})
    table.buy(0, "D7")
    spectator, rival = table.view(None), table.view(1)
    assert spectator.awaited == ()
    assert spectator.parallel
    table.bid(2, "H3", "H5")
    assert table.view(1) == rival
    assert table.view(None) == spectator
    assert table.events == ()
    assert table.own(2).answer == ("H3", "H5")
    assert table.hand(2) == {"H3", "H5"}
    table.passes(1, 3)
    assert table.told("bids") == [{"seats": [2], "bids": [[2, ["H3", "H5"], 8]]}]
    assert table.state.purchase is not None
    assert table.state.purchase.seizer == 2


def test_7_3_a_tie_goes_to_the_first_counter_clockwise_from_the_active_player() -> None:
    event = {"card": "H10", "type": "grand_opening"}
    table = Table(
        active=2, hands={1: ["C5", "C2"], 3: ["C7"], 2: ["S2"]}, event=event, stocks=["S5"]
    )
    table.buy(2, "H10").bid(1, "C5", "C2").bid(3, "C7")
    assert table.state.purchase is not None
    assert table.state.purchase.seizer == 3
    assert table.hand(1) == {"C5", "C2"}


def test_7_3_the_owner_of_a_declared_emblem_may_seize() -> None:
    table = Table(fronts={1: ["HJ"]}, hands={1: ["C9"]}, stocks=["S4"], dice=[[1, 2]], budget=OPEN)
    table.buy(0, "HJ").bid(1, "C9")
    assert table.hand(1) == {"HJ"}
    assert table.front(1) == set()


@pytest.mark.parametrize(
    ("cards", "code"),
    [(["S3"], "not_usable"), (["H3"], "not_in_hand"), (["H4", "H4"], "duplicate_card"),
     ([], "empty"), (["??"], "unknown_card")],
)  # fmt: skip
def test_7_3_a_bid_is_of_usable_primary_cards(cards: list[str], code: str) -> None:
    table = Table(stocks=["D7"], hands={1: ["H4", "S3"]})
    table.buy(0, "D7")
    assert table.refused(1, "bid", cards=cards) == code


def test_7_4_a_side_without_a_usable_card_can_only_pass() -> None:
    table = Table(stocks=["H8"], hands={0: ["D2"], 1: ["C6"]})
    table.buy(0, "H8").bid(1, "C6")
    assert table.pending == ("duel", [0])
    assert table.doing(0) == ["pass"]


def test_7_4_an_empty_hand_passes_by_itself() -> None:
    table = Table(stocks=["H8"], hands={1: ["C6"]}, dice=[[6, 6]])
    table.buy(0, "H8").bid(1, "C6")
    assert table.hand(0) == {"H8"}


def test_7_5_the_worked_example_of_the_rules() -> None:
    table = Table(
        stocks=["H8", "H5"],
        fronts={0: ["HQ"]},
        hands={0: ["C4", "S7", "S5", "C2"], 1: ["C6"], 2: ["C9", "C5", "D4"], 3: ["D2"]},
        dice=[[3, 4]],
    )
    assert table.buy(0, "H8", "H5", commit=("C4",)).purchase().value == 7
    table.bid(1, "C6").bid(2, "C9").passes(3)
    assert table.purchase().value == 16
    for seat, cards, value in ((0, ["S7", "S5"], 7), (2, ["C5"], 9), (0, ["C2"], 7)):
        assert table.post(seat, "commit", cards=cards).purchase().value == value
    table.passes(2)
    assert table.hand(0) == {"H8", "H5"}


def test_7_5_excess_cancelling_counts_against_later_cards() -> None:
    hands = {0: ["S9", "S8"], 1: ["C3", "C4", "C10", "S2"]}
    table = Table(stocks=["H8"], hands=hands, dice=[[5, 5]]).buy(0, "H8").bid(1, "C3")
    table.post(0, "commit", cards=["S9", "S8"])
    assert table.purchase().value == 8
    assert table.refused(1, "commit", cards=["S2"]) == "not_usable"
    table.post(1, "commit", cards=["C4", "C10"])
    assert table.purchase().value == 8


def test_7_6_a_failure_without_a_seizer_returns_all_cards() -> None:
    table = Table(fronts={1: ["HJ"]}, stocks=["S4"], hands={0: ["C2"]}, dice=[[1, 2]], budget=OPEN)
    table.buy(0, "HJ", commit=("C2",))
    assert table.front(1) == {"HJ"}
    assert table.stock("C") == {"C2"}


def test_7_6_committed_cards_go_to_their_stocks_before_the_specials_of_the_roll() -> None:
    table = Table(stocks=["S4"], hands={0: ["D2"]}, discard=["SJ"], dice=[[6, 6]], budget=OPEN)
    table.buy(0, "S4", commit=("D2",))
    kinds = [event.kind for event in table.events]
    assert kinds.index("bought") < kinds.index("to_stocks") < kinds.index("black_market")
    assert table.markets() == {1: {"SJ"}}


def test_7_bids_stay_open_until_the_next_decision_is_answered() -> None:
    table = Table(stocks=["D7"], hands={0: ["H2"], 1: ["H4", "H8"], 2: ["H3"]})
    table.buy(0, "D7").bid(1, "H4").bid(2, "H3")
    bids = table.purchase().bids
    assert [(one.seat, one.total) for one in bids] == [(1, 4), (2, 3)]
    table.post(0, "commit", cards=["H2"])
    assert table.purchase().bids == ()
