"""The candidates that masters search, and those they leave to the house bot."""

from __future__ import annotations

from typing import Any

from games.interop.bots.master import tries as interop_tries
from games.merchants.bots.master import tries
from tests.games.engine.walks import SEEDS, life
from tests.games.merchants.play import Table


def goes(hand: list[str]) -> list[Any]:
    table = Table(phase="power", hands={0: hand, 1: ["C2"]}, stocks=["S5"], nest=["SA"])
    return [one["cards"] for one in tries(table.view(0)) if one["action"] == "go"]


def test_an_emblem_is_considered_beside_the_house_bots_move() -> None:
    tried = goes(["HQ", "H10"])
    assert ["HQ:power"] in tried and ["H10:emblem"] in tried
    # The last of a go resolves first.
    assert ["H10:emblem", "HQ:power"] in tried


def test_all_emblems_are_considered_if_the_house_bot_would_pass() -> None:
    assert ["H10:emblem", "C10:emblem", "CJ:emblem"] in goes(["C10", "CJ", "H10"])


def test_the_house_bots_move_is_also_considered_with_one_card_less() -> None:
    assert ["HQ:power"] in goes(["HQ", "DJ"]) and ["DJ:power"] in goes(["HQ", "DJ"])


def test_a_power_is_not_paid_for_with_an_action() -> None:
    budget = {"actions": 1, "minor": 1}
    table = Table(hands={0: ["HQ", "D4"]}, stocks=["S5"], nest=["SA"], budget=budget)
    assert {one["action"] for one in tries(table.view(0))} == {"buy", "substitute", "end_turn"}


def test_the_interop_master_delegates_founders_licences_and_users_to_the_house_bot() -> None:
    lived, kinds = life("interop-2", SEEDS[0]), set[str]()
    for state in lived.states:
        decision = lived.engine.pending(state)
        for seat in decision.asked if decision else ():
            view: Any = lived.engine.view(state, seat)
            tried = list(interop_tries(view))
            kinds.update(view.kind for _ in tried)
            licences = {
                (one["card"], one["licence"], one.get("fee")) for one in tried if "licence" in one
            }
            assert len(licences) == len({card for card, *_ in licences})
    assert kinds == {"invest", "keep"}
