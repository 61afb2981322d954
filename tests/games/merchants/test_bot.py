"""The bot's formula (rules 15): its choices in plain positions."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.dealer import Seeded
from games.merchants.bots.formula import merchant
from games.merchants.title import MERCHANTS
from tests.games.merchants.play import Table

TWO = {"actions": 2, "minor": 1}


def answer(table: Table, seat: int) -> dict[str, Any]:
    raw = merchant(table.view(seat), Seeded("bot"))
    assert raw is not None
    assert raw["decision"] == table.view(seat).decision
    return {key: value for key, value in raw.items() if key != "decision"}


def test_15_the_bot_waits_if_it_is_not_pending() -> None:
    assert merchant(Table(stocks=["S5"]).view(1), Seeded("bot")) is None


def test_15_the_bot_declares_the_most_profitable_goods() -> None:
    table = Table(stocks=["S5", "H9"], kings={0: "SK"}, budget=TWO)
    # P(5) x 10 beats P(9) x 9, and everything affordable with both is of two Stocks.
    assert answer(table, 0) == {"action": "buy", "cards": ("S5",), "commit": ()}


def test_15_the_bot_commits_cards_that_pay() -> None:
    table = Table(stocks=["H9"], kings={0: "HK"}, hands={0: ["C2", "C4"]}, budget=TWO)
    # A gain of 18: 5.5 at T = 9, 11.8 with C4 (T = 5, 3.6 less), 12.1 with both (T = 3, 5.4 less).
    assert answer(table, 0) == {"action": "buy", "cards": ("H9",), "commit": ("C2", "C4")}


def test_15_the_bot_otherwise_visits_the_largest_black_market() -> None:
    position: dict[str, Any] = {"black_markets": [["C2"], ["C3", "C4"]]}
    assert answer(Table(**position, budget=TWO), 0) == {"action": "visit", "market": 2}
    spent = {"actions": 1, "minor": 0}
    assert answer(Table(**position, budget=spent), 0) == {"action": "substitute"}
    assert answer(Table(stocks=[], budget=TWO), 0) == {"action": "end_turn"}


def test_15_the_bot_bids_the_most_profitable_cards() -> None:
    table = Table(stocks=["D9"], hands={1: ["H2", "H3", "H9"]}, kings={1: "DK"})
    table.buy(0, "D9")
    # A gain of 18: 16.3 - 2 with H2 (T = 11), 17.4 - 3 with H3 (T = 12).
    assert answer(table, 1) == {"action": "bid", "cards": ("H3",)}
    poor = Table(stocks=["D2"], hands={1: ["H9"]}).buy(0, "D2")
    assert answer(poor, 1) == {"action": "pass"}


def test_15_the_bot_compares_with_passing_in_a_duel() -> None:
    table = Table(stocks=["D9"], hands={0: ["C3", "C2"], 1: ["H4"]}, kings={0: "DK"})
    table.buy(0, "D9").bid(1, "H4")
    # T = 13 succeeds in 3 of 100: cancelling with C3 makes it 10.
    assert answer(table, 0) == {"action": "commit", "cards": ("C2", "C3")}
    lost = Table(stocks=["D2"], hands={0: ["H3"], 1: ["H10"]}).buy(0, "D2").bid(1, "H10")
    assert answer(lost, 0) == {"action": "pass"}


@pytest.mark.parametrize(
    ("position", "plays"),
    [
        ({"hands": {0: ["HQ"]}, "nest": ["SA"]}, ["HQ:power"]),
        ({"hands": {0: ["HQ"]}}, None),
        ({"hands": {0: ["DJ", "X1"]}}, ["DJ:power", "X1:power"]),
        ({"hands": {0: ["HJ"]}, "black_markets": [["C2"]]}, ["HJ:power"]),
        ({"hands": {0: ["HJ"]}}, None),
        ({"hands": {0: ["DQ"]}, "stocks": ["S9", "S5"]}, ["DQ:power"]),
        ({"hands": {0: ["DQ"]}, "stocks": ["S9", "H4"]}, ["DQ:emblem"]),
        ({"hands": {0: ["SQ"]}}, ["SQ:power"]),
        ({"hands": {0: ["SQ", "SA"]}}, ["SQ:emblem"]),
        ({"hands": {0: ["SJ"]}}, ["SJ:emblem"]),
        ({"hands": {0: ["CQ", "CJ", "S10", "C4"]}}, None),
    ],
)
def test_15_the_bot_in_the_power_phase(position: dict[str, Any], plays: list[str] | None) -> None:
    table = Table(**{"phase": "power", "stocks": ["S5"], **position})
    wanted = {"action": "go", "cards": plays} if plays else {"action": "pass"}
    assert answer(table, 0) == wanted


@pytest.mark.parametrize(
    ("power", "position", "strikes"),
    [
        ("DJ", {}, True),
        ("X1", {}, True),
        ("SQ", {"fronts": {1: []}}, False),
        ("SQ", {"hands": {0: ["SQ"], 1: ["CQ", "SA"]}}, True),
        ("SQ", {"hands": {0: ["SQ"], 1: ["CQ", "SA"]}, "fronts": {1: ["S10"]}}, False),
        ("CJ", {}, False),
        ("CJ", {"fronts": {1: ["D10"]}}, True),
        ("DQ", {}, False),
    ],
)
def test_15_the_bot_answers_harm_with_high_justice(
    power: str, position: dict[str, Any], strikes: bool
) -> None:
    hands = {0: [power], 1: ["CQ", "C2"]}
    table = Table(**{"stocks": ["S5"], "hands": hands, "budget": TWO, **position}).play(0, power)
    wanted = {"action": "go", "cards": ["CQ:power"]} if strikes else {"action": "pass"}
    assert answer(table, 1) == wanted


@pytest.mark.parametrize(
    ("mode", "seats", "rounds", "answers"),
    [
        ("full", 4, (6, 8), (45, 70)),
        ("full", 3, (7, 10), (45, 70)),
        ("hard", 4, (5.5, 8.5), (40, 62)),
        ("quick", 4, (5, 5), (18, 26)),
        ("quick", 3, (7, 7), (18, 27)),
    ],
)
def test_16_length(
    mode: str, seats: int, rounds: tuple[float, float], answers: tuple[int, int]
) -> None:
    played = [
        MERCHANTS.simulate(
            bots=["merchant"] * seats, options={"mode": mode}, seed=f"length {number}"
        )
        for number in range(8)
    ]
    mean = {key: sum(one.facts[key] for one in played) / 8 for key in ("rounds", "answers_each")}
    assert rounds[0] <= mean["rounds"] <= rounds[1]
    assert answers[0] <= mean["answers_each"] <= answers[1]


def test_15_the_bot_beats_three_random_bots() -> None:
    won = 0
    for number in range(20):
        bots = ["random"] * 4
        bots[number % 4] = "merchant"
        result = MERCHANTS.simulate(bots=bots, options={}, seed=f"against {number}").outcome
        won += any(one.winner and one.seat == number % 4 for one in result.standings)
    assert won >= 14
