"""The house bot of Merchant Kings, where the formula of rules 15 plays badly."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.dealer import Seeded
from games.merchants.bots.house_bot import house
from games.merchants.title import MERCHANTS
from tests.games.merchants.play import Table

ONE = {"actions": 1, "minor": 1}
IRON = ["S2", "S3", "S4", "S5", "S6", "S7", "S8"]
EGGS = ["SA", "CA", "HA"]


def answer(table: Table, seat: int = 0) -> dict[str, Any]:
    raw = house(table.view(seat), Seeded("bot"))
    assert raw is not None
    return {key: value for key, value in raw.items() if key != "decision"}


def test_it_waits_if_it_is_not_pending() -> None:
    assert house(Table(stocks=["S5"]).view(1), Seeded("bot")) is None


def test_it_prefers_the_eighth_card_of_a_monopoly_to_anything_dearer() -> None:
    table = Table(stocks=["S9", "H10"], hands={0: [*IRON, "C9"]}, kings={0: "HK"}, budget=ONE)
    assert answer(table)["cards"] == ("S9",)


def test_it_bids_for_the_last_card_of_a_monopoly() -> None:
    table = Table(stocks=["S9"], hands={0: ["D4"], 1: [*IRON, "D9", "D10"]}, kings={1: "DK"})
    table.buy(0, "S9", commit=("D4",))
    # By the formula S9 is worth 9, and raising T from 5 costs 18 in Spice.
    assert answer(table, 1)["action"] == "bid"


def test_it_takes_the_stock_that_completes_a_monopoly() -> None:
    table = Table(stocks=["S8", "S9"], hands={0: [*IRON[:-1], "DQ"]}, budget=ONE)
    assert answer(table) == {"action": "play", "card": "DQ", "mode": "power"}


def test_it_plays_the_keeper_at_once_for_the_fourth_egg() -> None:
    position: dict[str, Any] = {
        "hands": {0: [*EGGS, "HQ"], 1: ["DJ"]},
        "nest": ["DA"],
        "stocks": ["S9", "H9"],
    }
    keeper = {"action": "play", "card": "HQ", "mode": "power"}
    assert answer(Table(budget=ONE, **position)) == keeper


def test_it_answers_an_opponents_play_with_the_fourth_egg() -> None:
    hands = {0: ["SQ"], 1: [*EGGS, "HQ", "C2"]}
    table = Table(hands=hands, nest=["DA"], stocks=["S9"], budget=ONE).play(0, "SQ")
    assert answer(table, 1) == {"action": "go", "cards": ["HQ:power"]}


def test_its_siege_resolves_before_it_takes_eggs() -> None:
    hands = {0: ["SQ", "HQ"], 1: ["CA", "C2"]}
    table = Table(phase="power", hands=hands, nest=["SA", "HA", "DA"], stocks=["S5"])
    assert answer(table) == {"action": "go", "cards": ["HQ:power", "SQ:power"]}


def test_it_takes_a_rich_stock_as_an_action() -> None:
    hands = {0: ["DQ"], 1: ["C2"]}
    table = Table(stocks=["H7", "H8", "H9"], hands=hands, kings={0: "HK"}, budget=ONE)
    assert answer(table) == {"action": "play", "card": "DQ", "mode": "power"}


def test_it_raises_a_shield_before_eggs_that_a_siege_would_take() -> None:
    table = Table(phase="power", hands={0: ["SA", "S10"]}, stocks=["S5"])
    assert answer(table) == {"action": "go", "cards": ["S10:emblem"]}


def test_it_strikes_the_most_harmful_card_and_not_the_top_one() -> None:
    hands = {0: ["SQ", "CJ"], 1: ["CQ", "SA", "C2"]}
    table = Table(phase="power", hands=hands, stocks=["S5"], fronts={2: ["D10"]})
    table.go(0, "SQ:power", "CJ:power")
    assert answer(table, 1) == {"action": "go", "cards": ["CQ:power"]}
    table.go(1, "CQ:power")
    while table.pending and table.pending[0] == "stack":
        table.passes(*table.pending[1])
    assert answer(table, 1) == {"action": "pick_stack_card", "card": "SQ"}


def _long_hard_game(**position: Any) -> Table:
    """Return a position whose Deck lasts for some rounds in which a Siege may come."""
    deck = [f"{suit}{rank}" for suit in "SCH" for rank in range(4, 10)] + ["D8", "D9", "X2"]
    used = {card for hand in position["hands"].values() for card in hand}
    return Table(
        mode="hard",
        deck=[card for card in deck if card not in used],
        stocks=["D4", "D5", "D6"],
        **position,
    )


def test_hard_it_leaves_eggs_in_the_nest_while_many_sieges_are_possible() -> None:
    table = _long_hard_game(phase="power", hands={0: ["HQ", "D2"]}, nest=["SA", "CA"])
    assert answer(table) == {"action": "pass"}


def test_hard_it_takes_an_egg_behind_a_shield() -> None:
    position: dict[str, Any] = {"hands": {0: ["HQ", "D2"]}, "fronts": {0: ["SJ"]}}
    table = _long_hard_game(phase="power", nest=["SA", "CA"], **position)
    assert answer(table) == {"action": "go", "cards": ["HQ:power"]}


def test_hard_it_gives_away_an_egg_that_could_ruin_it() -> None:
    hands = {0: ["DJ"], 1: ["SA", "D2"], 2: ["C2", "C3"]}
    table = _long_hard_game(hands=hands, budget=ONE).play(0, "DJ")
    while table.pending and table.pending[0] == "stack":
        table.passes(*table.pending[1])
    assert answer(table, 1) == {"action": "give", "card": "SA"}


def test_hard_it_slips_the_egg_to_another() -> None:
    table = _long_hard_game(hands={0: ["X1", "SA", "D2"], 1: ["D3"]}, budget=ONE).play(0, "X1")
    while table.pending and table.pending[0] == "stack":
        table.passes(*table.pending[1])
    assert answer(table) == {"action": "slip", "target": 1, "card": "SA"}


@pytest.mark.nightly
@pytest.mark.parametrize("mode", ["full", "hard"])
def test_it_beats_three_formula_bots(mode: str) -> None:
    # Par is 12 of 48. For figures over many matches run `manage.py simulate`.
    won = 0
    for number in range(48):
        bots = ["merchant"] * 4
        bots[number % 4] = "house"
        result = MERCHANTS.simulate(bots=bots, options={"mode": mode}, seed=f"formula {number}")
        won += any(one.winner and one.seat == number % 4 for one in result.outcome.standings)
    assert won >= 14
