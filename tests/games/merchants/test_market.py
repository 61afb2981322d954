"""Rounds, Events, Turns and the Market Phase (rules 2 to 6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.base import Engine
from games.engine.dealer import Dealer
from games.engine.simulate import engine_for
from games.merchants.rules import cards, rolls
from games.merchants.title import MERCHANTS
from tests.games.merchants.play import Table


def begun(seats: int, number: int) -> tuple[Any, Engine]:
    engine = engine_for(MERCHANTS, seats=seats, options={"mode": "full"})
    return engine.begin(Dealer(f"{number:064x}", 1)).state, engine


@pytest.mark.parametrize(
    ("target", "percent"),
    [(0, 972), (3, 972), (4, 917), (5, 857), (6, 743), (7, 618), (8, 441), (9, 303), (10, 182),
     (11, 94), (12, 31), (20, 31)],
)  # fmt: skip
def test_2_3_probabilities_of_success(target: int, percent: int) -> None:
    assert rolls.per_mille(target) == percent


def test_2_3_a_doublet_need_not_be_rerolled() -> None:
    table = Table(stocks=["H6"], dice=[[4, 4]], budget={"actions": 2, "minor": 0})
    table.buy(0, "H6").post(0, "keep")
    assert table.hand(0) == {"H6"}


def test_2_4_discarding_sends_eggs_home_and_jokers_into_the_deck() -> None:
    table = Table(
        phase="event", deck=["C4", "D5"], stocks=["S5", "S6", "S7"], picks=["X1", "HA"],
        hands={0: ["X1", "S8", "S9", "H2"], 1: ["HA", "D2", "D3", "D7"]},
    )  # fmt: skip
    assert table.state.event is not None
    assert table.state.event.hit == (0, 1)
    assert table.state.nest == ("HA",)
    # The joker is in the Deck below the card that was Supply.
    assert set(table.state.deck) == {"X1"}
    assert table.state.discard == ()


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(12))
def test_3_4_setup(seats: int, number: int) -> None:
    state, engine = begun(seats, number)
    assert len(engine.conserved(state)["cards"]) == 54
    # The first Event can only cost cards of hands that hold four, and none does.
    for player in state.players:
        assert cards.is_king(player.king)
        assert sorted(card[1] for card in player.hand) == ["2", "3"]
    assert len({player.king for player in state.players}) == seats
    assert len(state.exiled_kings) == 4 - seats
    assert state.round == 1
    assert len(state.stocks) >= 3
    low = {f"{s}{r}" for s in cards.SUITS for r in "23"}
    dealt = {card for player in state.players for card in player.hand}
    known = {*state.discard, *(card for one in state.markets for card in one.cards)}
    assert low - dealt <= known


def test_3_4_kings_and_deals_differ_from_match_to_match() -> None:
    dealers = {begun(4, number)[0].dealer for number in range(20)}
    assert dealers == {0, 1, 2, 3}


def test_3_4_the_roll_off_keeps_double_5_and_rerolls_2_to_4() -> None:
    _, engine = begun(4, 0)
    rolled = []
    for number in range(40):
        events = engine.begin(Dealer(f"{number:064x}", 1)).events
        rolled += [tuple(dice) for _, *dice in events[0].facts["rolls"]]
    assert not {(2, 2), (3, 3), (4, 4)} & set(rolled)
    assert (5, 5) in rolled


def test_4_1_every_player_has_one_turn_a_round_then_the_power_phase_and_the_token_moves_on() -> (
    None
):
    table = Table(phase="event", dealer=2, deck=["DJ", "C4", "C5", "C6", "C7", "SJ", "C8"],
                  stocks=["S5", "S6", "S7"], hands={1: ["H2"]})  # fmt: skip
    seen = []
    for _ in range(4):
        assert table.pending is not None
        seen += table.pending[1]
        table.post(seen[-1], "end_turn")
    assert seen == [2, 3, 0, 1]
    assert table.pending == ("stack", [1])
    table.passes(1)
    assert table.state.dealer == 3
    assert table.pending == ("market", [3])


def test_4_2_the_previous_event_is_discarded_and_its_bars_end() -> None:
    table = Table(
        phase="event", deck=["CQ"], stocks=["S5"],
        event={"card": "S6", "type": "short_measures", "value": 6, "barred_from_seizing": [1]},
    )  # fmt: skip
    assert table.state.discard == ("S6",)
    assert table.state.event_card == "CQ"
    assert table.state.event is not None
    assert table.state.event.no_seizing == ()


@pytest.mark.parametrize(
    ("card", "kind", "bar"),
    [("S4", "short_measures", "no_seizing"), ("H4", "court_mourning", "no_playing"),
     ("D4", "open_ledgers", "no_visiting")],
)  # fmt: skip
def test_4_3_seats_hit_by_an_event_are_barred(card: str, kind: str, bar: str) -> None:
    table = Table(
        phase="event", deck=[card], stocks=["S5", "S6", "S7"],
        hands={0: ["C2", "C3", "C4", "C5"], 1: ["D2"], 2: ["H2", "H3", "H5", "H6", "H7"]},
        fronts={2: ["CQ"]},
    )  # fmt: skip
    event = table.state.event
    assert event is not None
    assert event.type == kind
    assert getattr(event, bar) == (0,)
    assert table.view(0).event is not None
    assert table.event(0).me
    assert not table.event(1).me


def test_4_3_court_mourning_bars_from_playing_in_turns_and_on_the_stack() -> None:
    event = {"card": "H5", "type": "court_mourning", "value": 5, "barred_from_playing": [0, 1]}
    table = Table(event=event, hands={0: ["SJ"], 1: ["CQ"], 2: ["DQ"]}, stocks=["S5"], active=3,
                  budget={"actions": 1, "minor": 0})  # fmt: skip
    table.post(3, "end_turn")
    assert table.pending == ("stack", [2])
    table = Table(event=event, hands={0: ["SJ"]}, stocks=["S5"])
    assert table.refused(0, "play", card="SJ", mode="power") == "barred"
    assert "play" not in table.doing(0)


def test_4_4_lean_season_dearer_and_open_ledgers_cheaper() -> None:
    lean = Table(event={"card": "C5", "type": "lean_season", "value": 5}, stocks=["H5", "H6"])
    goods = {good.card: good.price for good in lean.view(0).markets.stocks[2].goods}
    assert goods == {"H5": 7, "H6": 6}
    ledgers = Table(event={"card": "D5", "type": "open_ledgers", "value": 5}, stocks=["H4", "H5"])
    goods = {good.card: good.price for good in ledgers.view(0).markets.stocks[2].goods}
    assert goods == {"H4": 4, "H5": 3}


def test_4_4_prices_never_touch_emblems_and_committed_cards() -> None:
    table = Table(
        event={"card": "D4", "type": "open_ledgers", "value": 4}, fronts={1: ["HQ"]},
        hands={0: ["C9"]}, dice=[[6, 5]],
    )  # fmt: skip
    table.buy(0, "HQ", commit=("C9",))
    assert table.told("declared")[0]["value"] == 1


@pytest.mark.parametrize(
    ("kind", "usable"), [("short_measures", {"C4", "C6"}), ("court_mourning", {"C6", "C8"})]
)
def test_4_4_the_cards_that_can_be_committed(kind: str, usable: set[str]) -> None:
    event = {"card": "S6", "type": kind, "value": 6}
    table = Table(event=event, stocks=["H9"], hands={0: ["C4", "C6", "C8"]})
    (offer,) = table.view(0).markets.offers
    assert set(offer.commit) == usable
    (wrong,) = {"C4", "C6", "C8"} - usable
    assert table.refused(0, "buy", cards=["H9"], commit=[wrong]) == "bad_commit"


@pytest.mark.parametrize("card", ["SJ", "CQ", "H10", "X1"])
def test_4_5_carnival_and_grand_opening_give_everybody_an_extra_action(card: str) -> None:
    table = Table(phase="event", deck=[card, "C4"], stocks=["S5", "S6", "S7"], hands={1: ["C2"]})
    assert table.budget() == (2, 1)
    kind = "grand_opening" if card == "H10" else "carnival"
    assert table.event(0).type == kind
    assert table.event(0).extra == 1


def test_4_5_the_guild_of_a_grand_opening_is_for_sale_until_it_leaves() -> None:
    table = Table(
        event={"card": "H10", "type": "grand_opening"}, dice=[[1, 2], [6, 6]],
        budget={"actions": 3, "minor": 1},
    )  # fmt: skip
    table.buy(0, "H10")
    assert table.state.event_card == "H10"
    table.buy(0, "H10")
    assert table.hand(0) == {"H10"}
    assert table.state.event_card == ""
    assert (table.event(0).type, table.event(1).extra) == ("grand_opening", 1)
    assert "buy" not in table.doing(0)


def test_4_6_fortune_counts_at_the_start_of_the_market_phase_only() -> None:
    table = Table(phase="turn", active=0, fronts={0: ["D10", "DJ"]}, deck=[], stocks=["S5"],
                  dice=[[1, 2]])  # fmt: skip
    assert table.budget() == (3, 1)
    table.post(0, "callback", card="D10")
    assert table.budget() == (2, 1)


def test_5_1_restock_counts_only_the_stocks_and_discards_other_cards() -> None:
    table = Table(
        phase="turn", active=0, stocks=["S5"], black_markets=[["C2", "C3", "C4"]],
        deck=["SJ", "H4", "H5", "D4"],
    )  # fmt: skip
    assert set(table.state.stocks) == {"S5", "H4", "H5", "D4"}
    assert table.state.discard == ("SJ",)


def test_5_2_a_joker_as_supply_brings_the_foreign_merchant() -> None:
    table = Table(phase="turn", active=0, stocks=["S5", "S6", "S7"], deck=["X1"], discard=["SJ"],
                  nest=["SA"])  # fmt: skip
    assert table.markets() == {1: {"SJ", "X1", "SA"}}
    assert table.state.discard == ()


def test_6_1_the_turn_ends_automatically_if_only_doing_nothing_is_left() -> None:
    hands = {0: ["C2"], 1: ["S2"]}
    table = Table(hands=hands, stocks=["S5"], budget={"actions": 1, "minor": 1})
    table.post(0, "substitute")
    assert table.pending == ("market", [1])
    table = Table(hands=hands, stocks=["S5"], black_markets=[["C4"]],
                  budget={"actions": 1, "minor": 1})  # fmt: skip
    table.post(0, "substitute")
    assert table.budget() == (0, 2)
    assert table.pending == ("market", [0])
    table.post(0, "do_nothing").post(0, "do_nothing")
    assert table.pending == ("market", [1])


def test_6_1_an_action_is_refused_when_none_is_left() -> None:
    table = Table(
        black_markets=[["C4"]], stocks=["S5"], hands={0: ["SJ"]}, fronts={0: ["SQ"]},
        budget={"actions": 0, "minor": 1},
    )  # fmt: skip
    assert table.refused(0, "buy", cards=["S5"], commit=[]) == "no_action_left"
    assert table.refused(0, "play", card="SJ", mode="power") == "no_action_left"
    assert table.refused(0, "callback", card="SQ") == "no_action_left"
    assert table.refused(0, "substitute") == "no_action_left"
    table = Table(black_markets=[["C4"]], stocks=["S5"], budget={"actions": 1, "minor": 0})
    assert table.refused(0, "visit", market=1) == "no_action_left"
    assert table.refused(0, "do_nothing") == "no_action_left"


def test_6_2_exactly_one_card_for_an_action_and_answering_back_is_free() -> None:
    table = Table(hands={0: ["SJ", "DQ"], 1: ["CQ"]}, stocks=["S5"],
                  budget={"actions": 2, "minor": 1})  # fmt: skip
    table.play(0, "SJ").go(1, "CQ:emblem")
    assert table.pending == ("stack", [0])
    table.go(0, "DQ:emblem")
    assert table.budget() == (1, 1)
    assert table.front(0) == {"DQ"}


def test_6_3_a_failed_visit_gives_nothing_and_costs_a_minor_action() -> None:
    table = Table(black_markets=[["C4"]], stocks=["S5"], dice=[[1, 3]],
                  budget={"actions": 1, "minor": 1})  # fmt: skip
    table.post(0, "visit", market=1)
    assert table.budget() == (1, 0)
    assert table.markets() == {1: {"C4"}}
    assert table.told("visit_failed") == [{"seat": 0, "market": 1}]


def test_6_3_only_the_visitor_sees_the_found_cards() -> None:
    table = Table(black_markets=[["C4"]], stocks=["S5"], dice=[[4, 3]],
                  budget={"actions": 1, "minor": 1})  # fmt: skip
    table.post(0, "visit", market=1)
    (found,) = [event for event in table.events if event.kind == "found"]
    assert found.to == (0,)
    assert found.opens
    assert found.facts["cards"] == ["C4"]
    assert all("C4" not in str(e.facts) for e in table.events if e.to is None)


def test_6_5_a_failed_callback_changes_nothing() -> None:
    table = Table(fronts={0: ["SQ"]}, stocks=["S5"], dice=[[1, 3]],
                  budget={"actions": 2, "minor": 0})  # fmt: skip
    table.post(0, "callback", card="SQ")
    assert table.front(0) == {"SQ"}
    assert table.pending == ("market", [0])
    assert table.refused(0, "callback", card="DQ") == "no_such_target"
