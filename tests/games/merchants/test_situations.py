"""Odd positions and their exact outcome (rules 12), a test per row of the table."""

from __future__ import annotations

from tests.games.merchants.play import Table, outcome

TWO = {"actions": 2, "minor": 0}


def test_12_stocks_empty_nothing_else_to_buy() -> None:
    table = Table(
        hands={0: ["SJ"]}, fronts={0: ["SQ"]}, black_markets=[["C2"]],
        budget={"actions": 1, "minor": 1},
    )  # fmt: skip
    assert table.doing(0) == [
        "play", "play", "callback", "substitute", "visit", "do_nothing", "end_turn",
    ]  # fmt: skip


def test_12_deck_runs_out_in_restock_or_supply() -> None:
    table = Table(phase="turn", active=2, dealer=0, deck=["S4"], stocks=["S5"], hands={3: ["C2"]})
    assert set(table.state.stocks) == {"S4", "S5"}
    table.post(2, "end_turn").post(3, "end_turn").passes(3)
    assert table.state.cause == "deck"


def test_12_a_joker_shuffled_into_an_empty_deck_is_the_next_card_drawn() -> None:
    table = Table(phase="power", hands={0: ["X1"], 1: ["C2"]}, dice=[[6, 5]], stocks=["S5"],
                  discard=["SJ"])  # fmt: skip
    table.go(0, "X1:power").passes(1)
    # It comes as the Event: Carnival, then a Black Market with the cards of the pile.
    assert table.event().type == "carnival"
    assert table.markets() == {1: {"SJ", "X1"}}
    assert table.pending == ("market", [1])


def test_12_empty_hand_is_asked_nothing_and_loses_nothing() -> None:
    table = Table(hands={0: ["DJ"], 2: ["C2"]}, stocks=["S5", "H9"], dice=[[1, 2]], budget=TWO)
    table.buy(0, "H9")
    assert table.pending == ("seize", [2])
    table.passes(2).play(0, "DJ").passes(2)
    assert table.hand(0) == {"C2"}
    assert table.told("toll") == [{"seat": 0, "seats": [2]}]


def test_12_all_eggs_out_of_the_nest() -> None:
    table = Table(hands={0: ["HQ"]}, stocks=["S5"], discard=["SJ"], budget=TWO, dice=[[6, 6]])
    table.play(0, "HQ")
    assert table.told("no_effect") == [{"seat": 0, "card": "HQ"}]
    assert table.state.exile == ("HQ",)
    table.buy(0, "S5")
    assert table.markets() == {1: {"SJ"}}
    assert table.told("black_market") == [{"market": 1, "count": 1, "egg": False}]


def test_12_an_emptied_black_market_leaves_the_other_numbers_unchanged() -> None:
    table = Table(black_markets=[["C2"], ["C3"]], dice=[[6, 5]], stocks=["S5"],
                  budget={"actions": 1, "minor": 1})  # fmt: skip
    table.post(0, "visit", market=1)
    assert table.markets() == {2: {"C3"}}
    assert table.view(0).markets.black[0].number == 2


def test_12_permission_draws_more_than_is_left() -> None:
    table = Table(black_markets=[["C2", "C3"]], dice=[[6, 5]], fronts={0: ["HQ", "HJ", "H10"]},
                  picks=["C3"], stocks=["S5"], budget={"actions": 1, "minor": 1})  # fmt: skip
    table.post(0, "visit", market=1)
    assert table.hand(0) == {"C2", "C3"}


def test_12_high_justice_alone_has_no_effect() -> None:
    table = Table(hands={0: ["CQ"]}, stocks=["S5"], budget=TWO).play(0, "CQ")
    assert table.state.exile == ("CQ",)
    assert table.told("no_effect") == [{"seat": 0, "card": "CQ"}]


def test_12_only_own_cards_below_high_justice() -> None:
    table = Table(phase="power", hands={0: ["SJ", "DQ", "CQ"], 1: ["C2"]}, stocks=["S5"])
    table.go(0, "SJ:emblem", "DQ:emblem", "CQ:power").passes(1)
    assert table.pending == ("pick_stack_card", [0])
    assert table.doing(0) == ["pick_stack_card"]
    table.post(0, "pick_stack_card", card="SJ")
    assert table.front(0) == {"DQ"}


def test_12_herald_with_no_emblem_in_any_front() -> None:
    table = Table(phase="power", hands={0: ["S10", "CJ"], 1: ["C2"]}, stocks=["S5"])
    table.go(0, "S10:emblem", "CJ:power").passes(1)
    assert table.told("no_effect") == [{"seat": 0, "card": "CJ"}]
    assert table.front(0) == {"S10"}


def test_12_a_siege_above_a_shield_emblem_comes_too_early_for_it() -> None:
    for plays, hand in ((("SJ:emblem", "SQ:power"), set()), (("SQ:power", "SJ:emblem"), {"SA"})):
        table = Table(phase="power", hands={0: ["SA", "SJ", "SQ"], 1: ["C2"]}, stocks=["S5"])
        table.go(0, *plays).passes(1)
        assert table.hand(0) == hand
        assert table.front(0) == {"SJ"}


def test_12_power_phase_with_everybody_barred_or_empty_handed_ends_at_once() -> None:
    event = {"card": "H5", "type": "court_mourning", "value": 5, "barred_from_playing": [1, 2]}
    table = Table(phase="power", event=event, hands={1: ["C2"], 2: ["C3"]}, deck=["C5"],
                  stocks=["S4", "S5", "S6"])  # fmt: skip
    assert table.state.round == 2
    assert table.pending == ("market", [1])


def test_12_market_warden_with_an_empty_deck() -> None:
    table = Table(hands={0: ["SJ"]}, stocks=["S5"], black_markets=[["C2"]], budget=TWO)
    table.play(0, "SJ")
    assert (table.state.stocks, table.markets()) == ((), {})
    table = Table(hands={0: ["SJ"]}, stocks=["S5"], black_markets=[["C2", "X2"]], budget=TWO)
    table.play(0, "SJ")
    assert table.markets() == {2: {"S5", "C2", "X2"}}
    assert table.state.exile == ("SJ",)


def test_12_a_low_or_negative_declaration_fails_with_double_one_only() -> None:
    for dice, hand in (([1, 2], {"S2"}), ([1, 1], set())):
        table = Table(stocks=["S2"], fronts={0: ["SQ"]}, dice=[dice], budget=TWO).buy(0, "S2")
        assert table.hand(0) == hand


def test_12_beyond_12_after_the_duel_only_double_six_succeeds() -> None:
    for dice, hand in (([6, 5], set()), ([6, 6], {"H9"})):
        table = Table(stocks=["H9"], hands={1: ["C8"]}, dice=[dice], budget=TWO)
        table.buy(0, "H9").bid(1, "C8")
        assert table.hand(0) == hand


def test_12_seizer_completes_a_monopoly() -> None:
    own = [f"S{value}" for value in range(2, 9)]
    table = Table(stocks=["S9"], hands={1: [*own, "D3"]}, dice=[[1, 2]], budget=TWO)
    table.buy(0, "S9").bid(1, "D3")
    assert outcome(table)[0] == (1, 1, 0, True)
    assert table.state.purchase is not None
    assert table.state.purchase.counter == ("D3",)
    assert table.stock("D") == set()


def test_12_active_player_eliminated_in_the_own_turn() -> None:
    table = Table(mode="hard", stocks=["S5"], hands={0: ["SA", "D2"], 1: ["C2"]}, dice=[[1, 1]],
                  budget={"actions": 3, "minor": 1})  # fmt: skip
    table.buy(0, "S5", commit=("D2",)).passes(1)
    assert table.player(0).out
    assert table.stock("D") == {"D2"}
    assert table.pending == ("market", [1])
    # The order of the round still starts at the Dealer's seat, though they are out.
    table.post(1, "end_turn").post(2, "end_turn").post(3, "end_turn")
    assert table.pending == ("stack", [1])
