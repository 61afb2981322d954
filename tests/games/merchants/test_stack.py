"""Powers, Emblems, the Stack and its resolution (rules 8)."""

from __future__ import annotations

import pytest

from games.engine.base import IllegalAction
from tests.games.merchants.play import Table

ONE = {"actions": 1, "minor": 0}
TWO = {"actions": 2, "minor": 0}


@pytest.mark.parametrize(
    ("card", "mode", "code"),
    [
        ("S10", "power", "not_usable"),
        ("X1", "emblem", "not_usable"),
        ("S4", "power", "not_usable"),
        ("SA", "emblem", "not_usable"),
        ("CQ", "power", "not_in_hand"),
        ("Q", "power", "unknown_card"),
    ],
)
def test_8_1_the_modes_of_each_card(card: str, mode: str, code: str) -> None:
    table = Table(hands={0: ["S10", "X1", "S4", "SA", "SJ"]}, stocks=["S5"])
    assert table.refused(0, "play", card=card, mode=mode) == code


def test_8_2_a_go_can_have_several_cards_each_with_its_mode() -> None:
    table = Table(
        phase="power", hands={0: ["S10", "SJ", "HQ", "X1"], 1: ["C2"]}, nest=["SA"], stocks=["S5"]
    )
    table.go(0, "HQ:power", "S10:emblem", "SJ:emblem")
    assert table.state.stack is not None
    assert [one.card for one in table.state.stack.cards] == ["HQ", "S10", "SJ"]
    table.passes(1)
    assert table.front(0) == {"S10", "SJ"}
    assert table.hand(0) == {"X1", "SA"}


@pytest.mark.parametrize(
    ("plays", "code"),
    [(["S10:power"], "not_usable"), (["SJ:power", "SJ:emblem"], "duplicate_card"),
     (["SJ"], "not_usable"), (["CQ:power"], "not_in_hand"), (["nothing:power"], "unknown_card"),
     ([], "empty")],
)  # fmt: skip
def test_8_2_invalid_goes_are_refused(plays: list[str], code: str) -> None:
    table = Table(phase="power", hands={0: ["S10", "SJ"]}, stocks=["S5"])
    assert table.refused(0, "go", cards=plays) == code


def test_8_2_all_others_can_answer_every_go_even_after_passing() -> None:
    table = Table(
        phase="power",
        hands={0: ["S10", "S2"], 1: ["C10", "C2"], 2: ["H10", "H2"], 3: ["D2"]},
        stocks=["S5"],
    )
    asked = []
    answers = {(0, 0): "S10:emblem", (2, 0): "H10:emblem"}
    seen: dict[int, int] = {}
    while table.pending and table.pending[0] == "stack":
        (seat,) = table.pending[1]
        asked.append(seat)
        play = answers.get((seat, seen.get(seat, 0)))
        seen[seat] = seen.get(seat, 0) + 1
        _ = table.go(seat, play) if play else table.passes(seat)
        if table.state.round > 1 or table.state.phase == "over":
            break
    # 0 goes; 1 passes, 2 goes; then 3, 0 and 1 (who had passed) are asked, and all pass.
    assert asked == [0, 1, 2, 3, 0, 1]


def test_8_2_nobody_answers_twice_in_a_row_and_the_active_player_answers_last() -> None:
    table = Table(hands={0: ["DQ", "S2"], 1: ["C10"], 2: ["H2"]}, stocks=["S5", "H5"], budget=TWO)
    table.play(0, "DQ").go(1, "C10:emblem")
    assert table.pending == ("stack", [2])
    table.passes(2)
    assert table.pending == ("stack", [0])


def test_8_3_the_top_card_first_and_targets_are_chosen_as_it_resolves() -> None:
    table = Table(hands={0: ["DQ"], 1: ["DJ", "C2"], 2: ["H2"]}, stocks=["S5", "H5"], budget=TWO)
    table.play(0, "DQ").go(1, "DJ:power").passes(2)
    # Toll first: 2 has one card, which is given automatically, 0 has none. Then the Magnate
    # chooses.
    assert table.hand(1) == {"C2", "H2"}
    assert table.pending == ("pick_stock", [0])
    table.post(0, "pick_stock", suit="H")
    assert table.hand(0) == {"H5"}
    assert table.state.exile == ("DJ", "DQ")


def test_8_3_cards_on_the_stack_are_neither_in_front_nor_in_a_hand() -> None:
    table = Table(hands={0: ["S10"], 1: ["C2"]}, stocks=["S5"], budget=TWO)
    table.play(0, "S10", "emblem")
    assert table.hand(0) == table.front(0) == set()
    table.passes(1)
    assert table.front(0) == {"S10"}


def test_8_4_market_warden_discards_stocks_then_black_markets_and_restocks() -> None:
    table = Table(
        hands={0: ["SJ"]}, stocks=["H5", "C4"], black_markets=[["SA", "D9"], ["X1", "SQ"]],
        deck=["C7", "D4", "D5", "D6"], budget=TWO,
    )  # fmt: skip
    table.play(0, "SJ")
    assert table.state.discard == ("C4", "H5", "D9", "SQ")
    assert table.state.nest == ("SA",)
    assert set(table.state.stocks) == {"C7", "D4", "D5"}
    assert set(table.state.deck) == {"D6", "X1"}
    assert table.markets() == {}
    assert table.state.exile == ("SJ",)


def test_8_4_royal_herald_sends_an_emblem_back_to_its_owners_hand() -> None:
    table = Table(hands={0: ["CJ"]}, fronts={0: ["S10"], 2: ["HQ"]}, stocks=["S5"], budget=TWO)
    table.play(0, "CJ")
    assert table.pending == ("pick_emblem", [0])
    assert table.refused(0, "pick_emblem", card="CJ") == "no_such_target"
    assert table.refused(0, "pick_emblem", card="ZJ") == "unknown_card"
    table.post(0, "pick_emblem", card="HQ")
    assert table.hand(2) == {"HQ"}


def test_8_4_customs_clerk_sees_a_black_market_alone() -> None:
    table = Table(
        hands={0: ["HJ"], 1: ["S2"]}, black_markets=[["C4"], ["SA", "D9"]], stocks=["S5"],
        event={"card": "D4", "type": "open_ledgers", "value": 4, "barred_from_visiting": [0]},
        budget=TWO,
    )  # fmt: skip
    table.play(0, "HJ").passes(1)
    assert table.pending == ("pick_black_market", [0])
    assert table.refused(0, "pick_black_market", market=3) == "no_such_market"
    table.post(0, "pick_black_market", market=2)
    assert table.own(0).found == ("SA", "D9")
    assert table.own(1).found == ()
    assert table.view(1).choices == ()
    table.post(0, "pick_black_market_card", card="SA")
    assert table.hand(0) == {"SA"}
    assert table.markets() == {1: {"C4"}, 2: {"D9"}}


def test_8_4_toll_collector_takes_a_card_of_everybody_at_once() -> None:
    table = Table(
        hands={0: ["DJ"], 1: ["C2", "C3"], 2: ["H2"], 3: ["D2", "D3"]}, stocks=["S5"], budget=TWO
    )
    table.play(0, "DJ").passes(1, 2, 3)
    assert table.pending == ("give", [1, 3])
    before = table.view(3)
    assert table.refused(1, "give", card="D2") == "not_in_hand"
    table.post(1, "give", card="C3")
    assert table.view(3) == before
    assert table.hand(1) == {"C2", "C3"}
    table.post(3, "give", card="D2")
    assert table.hand(0) == {"C3", "H2", "D2"}
    moved = [event for event in table.events if event.kind == "moved_card"]
    assert [event.to for event in moved] == [(1, 0), (2, 0), (3, 0)]


def test_8_4_keeper_of_the_nest_takes_a_random_egg() -> None:
    table = Table(hands={0: ["HQ"], 1: ["S2"]}, nest=["SA", "DA"], picks=["DA"], stocks=["S5"],
                  budget=TWO)  # fmt: skip
    table.play(0, "HQ").passes(1)
    assert table.hand(0) == {"DA"}
    assert all("DA" not in str(e.facts) for e in table.events if e.to is None)


def test_8_4_harbour_magnate_takes_the_only_stock_without_being_asked() -> None:
    table = Table(hands={0: ["DQ"]}, stocks=["H5", "H6"], budget=TWO)
    table.play(0, "DQ")
    assert table.hand(0) == {"H5", "H6"}


def test_8_4_harbour_magnate_cannot_choose_an_empty_stock() -> None:
    table = Table(hands={0: ["DQ"]}, stocks=["H5", "S6"], budget=TWO)
    table.play(0, "DQ")
    assert table.refused(0, "pick_stock", suit="C") == "empty"
    assert table.refused(0, "pick_stock", suit="X") == "no_such_target"


def test_2_6_a_refusal_as_empty_says_what_holds_nothing() -> None:
    thief = Table(hands={0: ["X1"], 1: ["C2", "C3"], 2: ["H2"]}, stocks=["S5"], dice=[[3, 4]],
                  budget=TWO)  # fmt: skip
    thief.play(0, "X1").passes(1, 2)
    magnate = Table(hands={0: ["DQ"]}, stocks=["H5", "S6"], budget=TWO)
    magnate.play(0, "DQ")
    for table, action, fields, what in (
        (thief, "steal", {"target": 3}, "hand"),
        (magnate, "pick_stock", {"suit": "C"}, "Stock"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            table.post(0, action, **fields)
        assert refusal.value.code == "empty"
        assert what in refusal.value.message and "empty" in refusal.value.message


def test_8_4_cutpurse_takes_a_random_card_then_the_joker_slips_away() -> None:
    table = Table(hands={0: ["X1"], 1: ["C2", "C3"], 2: ["H2"]}, picks=["C3"], dice=[[3, 4]],
                  stocks=["S5"], budget=TWO)  # fmt: skip
    table.play(0, "X1").passes(1, 2)
    assert table.pending == ("cutpurse", [0])
    assert table.doing(0) == ["steal"]
    assert table.refused(0, "steal", target=0) == "no_such_target"
    assert table.refused(0, "steal", target=3) == "empty"
    assert table.refused(0, "steal", target=7) == "no_such_target"
    table.post(0, "steal", target=1)
    assert table.hand(0) == {"C3"}
    assert table.state.deck == ("X1",)


def test_8_4_cutpurse_gives_a_card_and_is_caught() -> None:
    table = Table(hands={0: ["X2", "HA"], 1: ["C2"]}, dice=[[1, 2]], stocks=["S5"], budget=TWO)
    table.play(0, "X2").passes(1)
    assert table.refused(0, "slip", target=0, card="HA") == "no_such_target"
    assert table.refused(0, "slip", target=2, card="C2") == "not_in_hand"
    table.post(0, "slip", target=2, card="HA")
    assert table.hand(2) == {"HA"}
    assert table.state.exile == ("X2",)


def test_8_4_cutpurse_rolls_also_when_nothing_can_be_moved() -> None:
    table = Table(hands={0: ["X1"]}, dice=[[6, 6]], discard=["SJ"], stocks=["S5"], budget=TWO)
    table.play(0, "X1")
    assert table.told("no_effect")
    assert table.markets() == {1: {"SJ"}}
    assert table.state.deck == ("X1",)


def test_8_4_cutpurse_asks_its_player_for_a_doublet_in_the_middle_of_a_stack() -> None:
    table = Table(phase="power", hands={0: ["S10", "X1"], 1: ["C2"]}, dice=[[2, 2], [4, 4]],
                  stocks=["S5"])  # fmt: skip
    table.go(0, "S10:emblem", "X1:power").passes(1)
    assert table.pending == ("reroll", [0])
    assert table.hand(0) == {"C2"}
    table.post(0, "reroll").post(0, "keep")
    assert table.front(0) == {"S10"}
    # With the joker in the Deck there is an Event to draw, so the game goes on.
    assert table.state.round == 2


def test_8_4_cutpurse_struck_by_justice_is_exiled_without_a_roll() -> None:
    table = Table(hands={0: ["X1", "S2"], 1: ["CQ"]}, stocks=["S5"], budget=TWO)
    table.play(0, "X1").go(1, "CQ:power").passes(0)
    assert table.state.exile == ("CQ", "X1")
    assert table.state.roll is None


def test_8_4_dragon_caller_brings_a_siege() -> None:
    table = Table(hands={0: ["SQ"], 1: ["SA", "C2", "C3"]}, picks=["C3"], stocks=["S5"],
                  budget=TWO)  # fmt: skip
    table.play(0, "SQ").passes(1)
    assert table.hand(1) == {"C2"}
    assert table.state.nest == ("SA",)
    assert table.state.exile == ("SQ",)
