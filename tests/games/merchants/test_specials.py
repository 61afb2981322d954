"""Foreign Merchant, Dragon Siege, ends, points and modes (rules 9 to 11, 13)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.dealer import Dealer
from games.engine.simulate import engine_for
from games.merchants.rules import cards
from games.merchants.title import MERCHANTS
from tests.games.merchants.play import Table, outcome

TWO = {"actions": 2, "minor": 0}
SPADES = [f"S{value}" for value in range(2, 10)]


def test_9_1_without_cards_no_market_is_created_and_no_number_used() -> None:
    table = Table(stocks=["S4"], dice=[[6, 6]], budget=TWO)
    table.buy(0, "S4")
    assert table.markets() == {}
    assert table.state.next_market == 1


def test_9_2_all_hands_are_shown_even_if_nobody_has_an_egg_until_the_next_event() -> None:
    table = Table(stocks=["S4"], dice=[[1, 1]], hands={1: ["C2"], 2: ["H3"]}, budget=TWO)
    table.buy(0, "S4").all_pass()
    (siege,) = [event for event in table.events if event.kind == "siege"]
    assert siege.facts["hands"] == [[0, []], [1, ["C2"]], [2, ["H3"]], [3, []]]
    assert siege.facts["seats"] == []
    assert siege.fades == 1
    assert siege.to is None


def test_9_2_shields_must_be_as_many_as_eggs() -> None:
    table = Table(
        stocks=["C4"], dice=[[1, 1]], fronts={1: ["SJ"], 2: ["SQ"]}, budget=TWO,
        hands={1: ["SA", "C2"], 2: ["HA", "DA", "C3"]},
    )  # fmt: skip
    table.buy(0, "C4").all_pass()
    assert table.hand(1) == {"SA", "C2"}
    assert table.hand(2) == set()
    assert table.state.nest == ("HA", "DA")


def test_9_2_losses_start_with_the_dealer_and_go_counter_clockwise() -> None:
    # The Dealer is 2: seat 3 loses before seat 1.
    table = Table(
        stocks=["C4"], dice=[[1, 1]], dealer=2, active=0, budget=TWO, picks=["D3", "C3"],
        hands={1: ["SA", "C2", "C3"], 3: ["HA", "D2", "D3"]},
    )  # fmt: skip
    table.buy(0, "C4").all_pass()
    assert table.state.discard == ("D3", "C3")


def test_9_3_a_siege_waits_for_the_complete_effect_of_its_roll() -> None:
    table = Table(stocks=["C4"], dice=[[1, 1]], hands={1: ["S5", "SA", "D2"]}, budget=TWO,
                  picks=["C4"])  # fmt: skip
    table.buy(0, "C4").bid(1, "S5")
    # The Seizer gets the goods, then the Siege applies to the new hand.
    assert table.hand(1) == {"D2"}
    assert table.state.discard == ("C4",)
    assert table.stock("S") == {"S5"}


def test_10_1_the_game_ends_when_no_event_can_be_drawn() -> None:
    table = Table(phase="event", hands={0: ["S4"], 1: ["S5"]}, stocks=["C4"])
    assert table.pending is None
    assert outcome(table) == [(1, 1, 5, True), (0, 2, 4, False), (2, 3, 0, False), (3, 3, 0, False)]


def test_10_2_monopoly_wins_at_once_and_nothing_else_resolves() -> None:
    table = Table(stocks=["S9"], dice=[[6, 6]], hands={0: [*SPADES[:7], "D2"]}, discard=["SJ"],
                  budget=TWO)  # fmt: skip
    table.buy(0, "S9", commit=("D2",))
    assert outcome(table) == [(0, 1, 0, True), (1, 2, 0, False), (2, 2, 0, False), (3, 2, 0, False)]
    assert table.reason() == "monopoly"
    assert table.state.purchase is not None
    assert table.state.purchase.primary == ("D2",)
    assert table.markets() == {}
    assert table.view(None).scores == ()


def test_10_2_committed_cards_and_guilds_do_not_count() -> None:
    table = Table(stocks=["C9"], dice=[[6, 5]], hands={0: [*SPADES, "D3"][1:], 1: []}, budget=TWO)
    table.buy(0, "C9", commit=("S9",))
    assert table.pending == ("market", [0])


def test_11_1_everything_is_open_when_the_game_is_over() -> None:
    table = Table(phase="end", hands={0: ["S4"]}, kings={0: "SK", 1: "HK"}, nest=["SA"],
                  black_markets=[["C2"]], exile=["DK", "SQ"])  # fmt: skip
    view = table.view(None)
    assert view.players[0].cards == ("S4",)
    assert view.players[1].king == "HK"
    assert view.opened is not None
    assert view.opened.black == (("C2",),)
    assert view.opened.kings == ("DK",)


def test_11_2_the_worked_example_line_by_line() -> None:
    table = Table(
        phase="end", kings={0: "SK"}, hands={0: ["S4", "S7", "H5", "DA", "CJ"]},
        fronts={0: ["S10", "SQ"]},
    )  # fmt: skip
    (score, *_) = table.view(None).scores
    iron, silk = score.lines
    assert (iron.sum, iron.doubled, iron.guild, iron.points) == (21, True, 4, 46)
    assert (silk.sum, silk.doubled, silk.guild, silk.points) == (5, False, 0, 5)
    assert (score.eggs, score.egg_points, score.total) == (1, 20, 71)


def test_11_3_most_eggs_break_a_tie() -> None:
    table = Table(phase="end", hands={0: ["S9", "C9", "S2"], 1: ["HA"]})
    assert outcome(table)[:2] == [(1, 1, 20, True), (0, 2, 20, False)]


def test_11_3_a_full_tie_has_no_winner() -> None:
    table = Table(phase="end", players=3, hands={0: ["S9"], 1: ["C9"]})
    result = table.engine.outcome(table.state)
    assert result is not None
    assert outcome(table) == [(0, 1, 9, False), (1, 1, 9, False), (2, 3, 0, False)]
    assert [one.note for one in result.standings] == ["drawn", "drawn", ""]


def test_11_4_eliminated_players_rank_last_in_reverse_order() -> None:
    table = Table(phase="end", mode="hard", hands={0: ["S2"]}, eliminated=[3, 1])
    assert outcome(table) == [(0, 1, 2, True), (2, 2, 0, False), (1, 3, 0, False), (3, 4, 0, False)]


@pytest.mark.parametrize("seats", [3, 4])
def test_13_2_quick_start_has_kings_and_commodities_only(seats: int) -> None:
    engine: Any = engine_for(MERCHANTS, seats=seats, options={"mode": "quick"})
    state = engine.begin(Dealer("7" * 64, 1)).state
    assert len(state.box) == 14
    # Event and at least three goods and one Supply have left the 28 cards of the Deck.
    assert len(state.deck) == 28 - 1 - len(state.stocks)
    assert state.nest == state.discard == ()
    assert (len(state.exile), len(state.exiled_kings)) == ((0, 0) if seats == 4 else (2, 1))
    assert not any(cards.is_character(card) for card in state.deck)


def test_13_2_quick_start_no_player_effects_no_power_phase_no_specials() -> None:
    table = Table(
        phase="event", mode="quick", players=3, deck=["S4", "C9", "D9", "H4", "H5"], stocks=["S9"],
        hands={0: ["C2", "C3", "C4", "C5"], 1: ["H2", "H3", "H6", "H7"]}, dice=[[1, 1], [6, 6]],
    )  # fmt: skip
    assert table.state.event is not None
    assert table.state.event.no_seizing == ()
    table.buy(0, "S9").passes(1)
    assert table.told("siege") == []
    table.post(1, "end_turn")
    table.buy(2, "S9").passes(0, 1)
    assert table.markets() == {}
    # No Power Phase: the next Event is drawn at once; the last one was exiled.
    assert table.state.cause == "deck"
    assert table.state.exile == ("S4",)


def test_13_3_an_egg_that_a_failed_visit_forfeits_goes_home() -> None:
    table = Table(mode="hard", black_markets=[["C4"]], hands={0: ["SA"]}, dice=[[1, 2]],
                  budget={"actions": 1, "minor": 1}, stocks=["S5"])  # fmt: skip
    table.post(0, "visit", market=1)
    assert table.state.nest == ("SA",)
    assert table.hand(0) == set()


def test_13_3_the_forfeit_comes_before_the_siege() -> None:
    table = Table(mode="hard", black_markets=[["C4"]], hands={0: ["SA"]}, dice=[[1, 1]],
                  budget={"actions": 1, "minor": 1}, stocks=["S5"])  # fmt: skip
    table.post(0, "visit", market=1)
    assert not table.player(0).out


def test_13_3_ruin_takes_everything_including_cards_on_the_stack() -> None:
    table = Table(
        mode="hard", stocks=["S5"], phase="power", kings={1: "HK"}, fronts={1: ["H10"]},
        hands={1: ["SA", "C3", "C2", "CJ", "D10"], 0: ["SQ"], 2: ["H2"], 3: ["D2"]}, dealer=1,
        deck=["S8", "S9", "C9"],
    )  # fmt: skip
    table.go(1, "CJ:power", "D10:emblem").passes(2, 3).go(0, "SQ:power").passes(1, 2, 3)
    assert table.player(1).out == 1
    assert table.state.exiled_kings == ("HK",)
    assert "CJ" in table.state.exile
    assert table.state.discard[-4:] == ("C2", "C3", "H10", "D10")
    assert table.told("eliminated")[0]["seat"] == 1
    assert table.state.dealer == 2


def test_13_3_without_players_nobody_wins() -> None:
    table = Table(mode="hard", players=3, stocks=["S5"], dice=[[1, 1]], budget=TWO,
                  hands={0: ["CA"], 1: ["SA"], 2: ["HA"]})  # fmt: skip
    table.buy(0, "S5").passes(1, 2)
    result = table.engine.outcome(table.state)
    assert result is not None
    assert result.reason == "last_standing"
    assert not any(one.winner for one in result.standings)
    assert {one.rank for one in result.standings} == {1}
