"""Rules 14: simulated weeks match the figures within three standard errors."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from auctions.rules.simulate import COUNTED
from auctions.title import VENICE
from games.engine.base import Simulated

# (players, weeks, mean final money of each kind in the rules, standard error of the rules)
FIELDS = [
    (2, 400, {"random": -45, "shopper": -51, "planner": 130, "over-borrower": -74}, 2),
    (5, 150, {"random": -57, "shopper": -56, "planner": 81, "over-borrower": -96}, 2),
    (20, 40, {"random": -66, "shopper": -55, "planner": 59, "over-borrower": -104}, 4),
]
SHARES = {
    2: {"agendas": 68, "assets": 79, "realized": 75, "price": 32},
    5: {"agendas": 81, "assets": 90, "realized": 71, "price": 32},
    20: {"agendas": 86, "assets": 96, "realized": 68, "price": 33},
}


def weeks(players: int, count: int) -> list[Simulated]:
    return [
        VENICE.simulate(bots=["mixed"] * players, options={}, seed=f"rules.{number}")
        for number in range(count)
    ]


@pytest.mark.parametrize(("players", "count", "means", "error"), FIELDS)
def test_the_figures_of_the_rules(
    players: int, count: int, means: dict[str, int], error: int
) -> None:
    played = weeks(players, count)
    for kind, expected in means.items():
        finals = [
            standing.score
            for one in played
            for standing in one.outcome.standings
            if one.bots[standing.seat] == kind
        ]
        own = stdev(finals) / len(finals) ** 0.5
        assert abs(mean(finals) - expected) <= 3 * (own**2 + error**2) ** 0.5, kind
    facts = {name: sum(one.facts[name] for one in played) for name in COUNTED if name != "actions"}
    wanted = SHARES[players]
    assert abs(100 * facts["agendas_sold"] / facts["agendas_offered"] - wanted["agendas"]) <= 3
    assert abs(100 * facts["assets_sold"] / facts["assets_offered"] - wanted["assets"]) <= 3
    assert abs(100 * facts["agendas_realized"] / facts["agendas_sold"] - wanted["realized"]) <= 3
    assert abs(100 * facts["agendas_money"] / facts["agendas_worth"] - wanted["price"]) <= 3


def test_the_same_seed_makes_the_same_week() -> None:
    bots = ["mixed", "planner", "random"]
    first = VENICE.simulate(bots=bots, options={"cap": 300}, seed="a")
    assert VENICE.simulate(bots=bots, options={"cap": 300}, seed="a") == first
    assert VENICE.simulate(bots=bots, options={"cap": 300}, seed="b") != first


def test_kinds_are_chosen_by_name_and_a_mix_is_any() -> None:
    played = VENICE.simulate(bots=["idle", "mixed", "shopper"], options={}, seed="c")
    assert played.bots[0] == "idle" and played.bots[2] == "shopper"
    assert played.bots[1] in VENICE.bots


def test_with_all_idle_nothing_is_sold_and_all_win() -> None:
    played = VENICE.simulate(bots=["idle"] * 3, options={}, seed="d")
    assert played.actions == 0
    assert {(one.winner, one.score) for one in played.outcome.standings} == {(True, 0)}
    assert "agendas sold of offered: 0.0 %" in VENICE.figures([played])
    assert "realized of sold: - %" in VENICE.figures([played])
