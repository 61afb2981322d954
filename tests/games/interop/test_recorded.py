"""Records of Interop reveal everything, and forgeries in them are found."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import verify
from games.interop.title import INTEROP
from tests.games.engine.test_recorded import recorded

NAME = ("interop", "rounds_over")


def _bend(built: dict[str, Any], what: str) -> None:
    drawing = next(entry for entry in built["entries"] if len(entry["drawn"]) == 4)
    bought = next(entry for entry in built["entries"] if entry["action"]["action"] == "buy")
    match what:
        case "seal":
            built["seal"] = "0" * 64
        case "out":
            drawing["drawn"][0]["out"].reverse()
        case "pool":
            drawing["drawn"][1]["of"].pop()
        case "place":
            drawing["drawn"][0]["place"] = "1.0"
        case "card":
            bought["action"]["card"] = "submarine"
        case "seat":
            bought["seat"] = (bought["seat"] + 1) % 5
        case "outcome":
            built["outcome"]["standings"][0]["score"] += 1
        case "cut":
            built["entries"].pop()
        case "unread":
            built["options"]["rounds"] = 7


@pytest.mark.parametrize("what", ["out", "pool", "place", "seal"])
def test_forged_randomness_is_detected_by_the_verifier(what: str) -> None:
    built = recorded(NAME)
    _bend(built, what)
    assert verify.check(built)[0]


@pytest.mark.parametrize("what", ["pool", "card", "seat", "outcome", "cut", "unread"])
def test_forged_moves_or_results_are_detected_by_a_replay(what: str) -> None:
    built = recorded(NAME)
    _bend(built, what)
    assert INTEROP.check_record(built)


def test_the_record_contains_the_drawn_cards() -> None:
    # After the game everything is open (rules 16, D33).
    built = recorded(NAME)
    draws = [one for one in built["entries"] if one["action"]["action"] == "draw"]
    assert draws
    assert all(1 <= sum(len(drawn["out"]) for drawn in one["drawn"]) <= 2 for one in draws)
