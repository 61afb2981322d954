"""Malformed or wrong worked examples of Merchant Kings are reported as faults."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.merchants.title import MERCHANTS
from tests.support.examples import WORKED

DOCUMENTS = WORKED["merchants"].documents
fault_of = WORKED["merchants"].fault_of
CHANCY = [
    pytest.param(case, id=case["id"])
    for document in DOCUMENTS.values()
    for case in document["cases"]
    if case.get("random")
]
FIRST = DOCUMENTS["merchants"]["cases"][0]


@pytest.mark.parametrize("case", CHANCY)
def test_all_listed_randomness_is_used_and_none_is_missing(case: dict[str, Any]) -> None:
    for kind, extra in (("dice", [3, 4]), ("picks", "S4")):
        listed = case["random"].get(kind, [])
        assert fault_of({**case, "random": {**case["random"], kind: [*listed, extra]}})
        if listed:
            assert fault_of({**case, "random": {**case["random"], kind: listed[:-1]}})


END = {"decision": "market", "player": 0, "do": "end_turn"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"remark": ""}, "unknown keys"),
        ({"random": {"cards": []}}, "unknown keys"),
        ({"position": {**FIRST["position"], "weather": "fine"}}, "unknown keys"),
        ({"position": {**FIRST["position"], "phase": "lunch"}}, "unknown phase"),
        ({"position": {**FIRST["position"], "mode": "slow"}}, "unknown mode"),
        ({"position": {**FIRST["position"], "players": 5}}, "players"),
        ({"position": {**FIRST["position"], "nest": ["SA", "SA"]}}, "two places"),
        ({"position": {**FIRST["position"], "nest": ["Z9"]}}, "unknown cards"),
        ({"position": {**FIRST["position"], "dealer": 4}}, "no seats"),
        ({"position": {**FIRST["position"], "event": {"type": "rain"}}}, "unknown event"),
        ({"steps": [{"decision": "dance", "player": 0}]}, "unknown decision"),
        ({"steps": [{**END, "do": "dance"}]}, "unknown 'dance'"),
        ({"steps": [{**END, "card": "SJ"}]}, "unknown keys"),
        ({"steps": [{**END, "colour": "red"}]}, "unknown keys"),
        ({"steps": [{**END, "player": 1}]}, "refused: not_asked"),
        ({"steps": [{**END, "illegal": True}]}, "was to be refused"),
        ({"steps": [{"decision": "reroll", "player": 0, "answer": True}]}, "not asked"),
        ({"steps": [{**END, "expect": {"weather": "fine"}}]}, "unknown expectation"),
        ({"steps": [{"decision": "market"}]}, "KeyError"),
        ({"expect": {"hands": {"9": []}}}, "no seat"),
        ({"expect": {"end": {"cause": "deck"}}}, "end"),
        ({"expect": {"budget": {"pounds": 1}}}, "unknown keys"),
    ],
)
def test_an_unknown_step_is_a_fault(change: dict[str, Any], fault: str) -> None:
    assert fault in fault_of({**copy.deepcopy(FIRST), **change})


def test_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="Merchant Kings"):
        MERCHANTS.run_examples({"game": "Blanks", "cases": []})
    with pytest.raises(ValueError, match="unknown keys"):
        MERCHANTS.run_examples({"game": "Merchant Kings", "cases": [], "more": 1})
