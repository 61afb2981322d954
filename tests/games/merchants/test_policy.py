"""The masters' policy without a search, and its view of an end."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import codec
from games.engine.dealer import Seeded
from games.engine.rollout import World
from games.engine.simulate import Run, engine_for, play_out
from games.merchants.bots.house_bot import house, policy
from games.merchants.bots.master import Rollout
from games.merchants.title import MERCHANTS
from tests.games.merchants.play import Table

DECK = [f"{suit}{rank}" for suit in "SCH" for rank in range(4, 9)]


def answers(table: Table, seat: int = 0) -> list[dict[str, Any]]:
    """Return the answers of the policy and of the house bot."""
    given = (bot(table.view(seat), Seeded("bot")) for bot in (policy, house))
    return [{key: one[key] for key in one if key != "decision"} for one in given if one]


def test_it_plays_emblems_while_rounds_are_left() -> None:
    hands = {0: ["DJ", "H10"], 1: ["C2", "C3"]}
    own, of_house = answers(Table(phase="power", hands=hands, deck=DECK, stocks=["S9"]))
    assert own == {"action": "go", "cards": ["H10:emblem", "DJ:emblem"]}
    assert of_house == {"action": "go", "cards": ["DJ:power"]}


def test_in_the_last_power_phase_it_takes_cards_that_score() -> None:
    hands = {0: ["DJ", "HQ"], 1: ["C2", "C3"]}
    own, _ = answers(Table(phase="power", hands=hands, deck=[], stocks=["S9"], nest=["SA"]))
    assert own == {"action": "go", "cards": ["HQ:power", "DJ:power"]}


def test_it_visits_before_it_buys() -> None:
    position: dict[str, Any] = {"kings": {0: "SK"}, "stocks": ["S9"], "hands": {0: ["D9"]}}
    black, budget = [["HQ", "SA"]], {"actions": 1, "minor": 1}
    own, of_house = answers(Table(deck=DECK, black_markets=black, budget=budget, **position))
    assert own["action"] == "visit" and of_house["action"] == "buy"


def test_it_removes_an_emblem_that_gives_an_opponent_actions() -> None:
    fronts = {0: ["H10"], 1: ["SQ"], 2: ["D10"]}
    table = Table(phase="power", hands={0: ["CJ", "C2"]}, fronts=fronts, stocks=["S9"])
    table.go(0, "CJ:power")
    own, of_house = answers(table)
    assert own["card"] == "D10" and of_house["card"] == "SQ"


def test_of_two_ways_to_win_it_takes_the_one_with_more_points() -> None:
    hands = {0: ["HQ", "H10", "H9"], 1: ["C2", "C3"]}
    table = Table(phase="power", hands=hands, deck=[], stocks=["S9"], nest=["SA"])
    rollout, world = Rollout(table.engine, 0), World(table.state, 1)

    def worth(*played: str) -> float:
        raw = {"action": "go", "cards": played} if played else {"action": "pass"}
        given = {**raw, "decision": table.view(0).decision}
        return rollout.worth(codec.decode_action(given, table.engine.action_type), world)

    assert 0.75 < worth() < worth("HQ:power") < 1


@pytest.mark.nightly
@pytest.mark.parametrize(("mode", "least"), [("full", 16), ("hard", 14)])
def test_it_beats_three_house_bots(mode: str, least: int) -> None:
    # Par is 12 of 48.
    engine, won = engine_for(MERCHANTS, seats=4, options={"mode": mode}, bot=True), 0
    for number in range(48):
        bots: list[Any] = [house] * 4
        bots[number % 4] = policy
        outcome = play_out(Run(engine, f"policy {number}"), bots, Seeded(f"policy {number}"))
        won += any(one.winner and one.seat == number % 4 for one in outcome.standings)
    assert won >= least
