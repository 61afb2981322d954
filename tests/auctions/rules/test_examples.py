"""Examples of Venice that are malformed or wrong are reported as faults."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from auctions.title import VENICE
from tests.support.examples import WORKED

DOCUMENTS = WORKED["venice"].documents
fault_of = WORKED["venice"].fault_of
BY_KIND = {case["kind"]: case for case in DOCUMENTS["venice"]["cases"]}


@pytest.mark.parametrize("kind", sorted(BY_KIND))
def test_unknown_keys_are_faults(kind: str) -> None:
    case = BY_KIND[kind]
    for changed in (
        {**case, "colour": "red"},
        {**case, "given": {**case["given"], "weather": "fine"}},
        {**case, "expect": {**case["expect"], "mood": "gay"}},
    ):
        assert "unknown" in fault_of(changed)


@pytest.mark.parametrize(
    ("kind", "change", "fault"),
    [
        ("bidding", {"do": "dance", "at": "2026-11-18T12:00:00Z"}, "unknown command"),
        ("bidding", {"do": "resolve", "at": "2026-11-18T12:00:00Z", "seat": 1}, "unknown keys"),
        ("bidding", {"do": "loan", "at": "2026-11-18T12:00:00", "seat": 1}, "no zone"),
        ("week", {"do": "loan", "at": "2026-11-18T12:00:00Z", "amount": 5}, "KeyError"),
    ],
)
def test_unknown_commands_are_faults(kind: str, change: dict[str, Any], fault: str) -> None:
    case = copy.deepcopy(BY_KIND[kind])
    case["given"]["commands"].append(change)
    assert fault in fault_of(case)


@pytest.mark.parametrize(
    ("given", "fault"),
    [({"pace": "slow"}, "unknown pace"), ({"zone": "Europe/Atlantis"}, "KeyError")],
)
def test_impossible_matches_are_faults(given: dict[str, Any], fault: str) -> None:
    case = copy.deepcopy(BY_KIND["schedule"])
    case["given"]["matches"][0].update(given)
    assert fault in fault_of(case)


def test_another_kind_of_case_or_document_is_refused() -> None:
    assert "unknown kind" in fault_of({**BY_KIND["loan"], "kind": "duel"})
    with pytest.raises(ValueError, match="venice"):
        VENICE.run_examples({"game": "blanks", "cases": []})
    with pytest.raises(ValueError, match="unknown keys"):
        VENICE.run_examples({"game": "venice", "colour": "red", "cases": []})
