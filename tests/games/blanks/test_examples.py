"""Malformed or wrong worked examples of Blanks are reported as faults."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.blanks.title import BLANKS
from tests.support.examples import WORKED

DOCUMENTS = WORKED["blanks"].documents
fault_of = WORKED["blanks"].fault_of


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
def test_an_unknown_step_is_a_fault(change: dict[str, Any], fault: str) -> None:
    case = {**copy.deepcopy(DOCUMENTS["blanks"]["cases"][0]), **change}
    assert fault in fault_of(case)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="blanks-examples"):
        BLANKS.run_examples({"format": "venice-examples", "version": 1, "cases": []})
