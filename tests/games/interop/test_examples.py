"""Malformed or wrong worked examples of Interop are reported as faults."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.interop.title import INTEROP
from tests.support.examples import WORKED

DOCUMENTS = WORKED["interop"].documents
fault_of = WORKED["interop"].fault_of
FIRST = DOCUMENTS["interop"]["cases"][0]
TURN = {"players": 2, "round": 2, "phase": "investment"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"steps": [{"seat": 2, "do": "dance"}]}, "unknown kind of step"),
        ({"steps": [{"seat": 2, "do": "pass", "colour": "red"}]}, "unknown keys"),
        ({"steps": [{"seat": 2, "do": "founder"}]}, "is missing"),
        ({"steps": [{"seat": 2, "do": "pass", "error": "no_funds"}]}, "got wrong_decision"),
        ({"steps": [{"seat": 0, "do": "clock"}]}, "seat: expected 0, got 2"),
        ({"expect": {"weather": "fine"}}, "unknown keys"),
        ({"expect_before": {"round": 1}}, "round: expected 1, got 0"),
        ({"remark": ""}, "unknown keys"),
        ({"random": {"dice": [3]}}, "unknown keys"),
        ({"random": {"draws": {"PUB": []}}}, "unknown keys"),
        ({"random": {"draws": {"LINK": ["submarine"]}}}, "cannot be drawn"),
        ({"position": {"start": True, "players": 7}}, "7 players"),
        ({"position": {"start": True, "players": 3, "rounds": 7}}, "7 rounds"),
        ({"position": {"start": True, "players": 3, "round": 2}}, "unknown keys"),
        ({"position": {**TURN, "weather": "fine"}}, "unknown keys"),
        ({"position": {**TURN, "phase": "revenue"}}, "position.phase"),
        ({"position": {**TURN, "user_card": "m1"}}, "position.user_card"),
        ({"position": {**TURN, "phase": "allocation"}}, "position.user_card"),
        ({"position": {**TURN, "round": 9}}, "position.round"),
        ({"position": {**TURN, "turn": 2}}, "no such seat"),
        ({"position": {**TURN, "seats": {"2": {}}}}, "no such seat"),
        ({"position": {**TURN, "seats": {"0": {"luck": 1}}}}, "unknown keys"),
        ({"position": {**TURN, "seats": {"0": {"links": ["smtp"]}}}}, "no link"),
        ({"position": {**TURN, "seats": {"0": {"protocols": ["smtp"]}}}}, "no licence"),
        ({"position": {**TURN, "licences": {"smtp": {"deployer": 0}}}}, "KeyError"),
        ({"position": {**TURN, "rows": {"LINK": ["smtp"]}}}, "no card of LINK"),
        ({"position": {**TURN, "rows": {"PUB": []}}}, "unknown keys"),
        ({"position": {**TURN, "decks_used": ["PUB"]}}, "ValidationError"),
        ({"position": {**TURN, "seats": {"0": {"money": "ten"}}}}, "ValidationError"),
        ({"expect": {"sees": {"someone": None}}}, "nobody of that name"),
        ({"expect": {"in_view_of": {"0": {"ace": False}}}}, "no such card"),
        ({"expect": {"row_lacks": {"CORE": ["ipsec", "udp"]}}}, "udp"),
    ],
)
def test_an_unknown_step_or_a_wrong_expectation_is_a_fault(
    change: dict[str, Any], fault: str
) -> None:
    case = copy.deepcopy(FIRST)
    if "steps" in change or "position" in change or "random" in change:
        case["expect"] = {}
    if "position" in change:
        case["steps"] = []
    assert fault in fault_of({**case, **change})


def test_draws_continue_after_the_deck_of_the_position() -> None:
    full = ["isdn", "wifi", "adsl", "cable", "dialup"]
    after = [*full[1:], "lte"]
    case: dict[str, Any] = {
        "id": "draws",
        "position": {
            **TURN,
            "seats": {"0": {"money": 40}},
            "rows": {"LINK": full},
            "decks": {"LINK": ["lte", "fibre"]},
        },
        "random": {"draws": {"LINK": ["lte"]}},
        "steps": [{"seat": 0, "do": "buy", "card": "isdn", "expect": {"rows": {"LINK": after}}}],
    }
    assert fault_of(case) == ""
    case["random"] = {"draws": {"LINK": ["fibre", "lte"]}}
    assert "another order" in fault_of(case)


def test_several_deadlines_can_pass_in_one_step() -> None:
    case = copy.deepcopy(FIRST)
    case["steps"] = [{"seat": 2, "do": "clock", "times": 3}]
    case["expect"] = {"phase": "investment", "licences": {"http": {"deployer": 0, "since": 0}}}
    assert fault_of(case) == ""


def test_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="interop"):
        INTEROP.run_examples({"game": "venice", "cases": []})
    with pytest.raises(ValueError, match="unknown keys"):
        INTEROP.run_examples({"game": "interop", "cases": [], "more": 1})
