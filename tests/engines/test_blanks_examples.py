"""The worked examples of Blanks, and that the adapter compares everything they say."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.engines.blanks.title import BLANKS
from tests.support.examples import altered, documents, each_case, leaves

DOCUMENTS = documents("blanks")
every_case = each_case(DOCUMENTS)


def fault_of(case: dict[str, Any]) -> str:
    document = {"format": "blanks-examples", "version": 1, "cases": [case]}
    (result,) = BLANKS.run_examples(document)
    return result.fault


@every_case
def test_the_case_holds(case: dict[str, Any]) -> None:
    assert fault_of(case) == ""


@every_case
def test_every_expectation_is_compared(case: dict[str, Any]) -> None:
    """Any one of them changed makes the case fail."""
    for path in leaves(case["steps"], ("steps",)):
        if _is_expectation(path):
            assert fault_of(altered(case, path)), f"nothing noticed at {path}"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"steps": [{"do": "dance"}]}, "unknown kind of step"),
        ({"steps": [{"do": "look", "colour": "red"}]}, "unknown keys"),
        ({"steps": [{"do": "look", "expect": {"weather": "fine"}}]}, "unknown expectation"),
        ({"steps": [{"do": "start", "by": "ann"}]}, "too_few_players"),
        ({"steps": [{"do": "look", "error": "stale"}]}, "expected stale"),
        ({"remark": ""}, "unknown keys"),
        ({"setup": {"owner": "ann", "options": {"speed": 3}}}, "unknown keys"),
        ({"steps": [{"do": "join"}]}, "KeyError"),
    ],
)
def test_what_is_not_understood_is_a_fault(change: dict[str, Any], fault: str) -> None:
    case = {**copy.deepcopy(DOCUMENTS["blanks"]["cases"][0]), **change}
    assert fault in fault_of(case)


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="blanks-examples"):
        BLANKS.run_examples({"format": "venice-examples", "version": 1, "cases": []})


def _is_expectation(path: tuple[Any, ...]) -> bool:
    # A subset may be any larger set: what it says cannot be falsified by another element.
    return ("expect" in path or "error" in path) and "hand_within" not in path
