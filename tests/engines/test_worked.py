"""The worked examples of every game hold, and the adapters compare everything they say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.examples import WORKED, altered

every_case = pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=name)
        for game, worked in WORKED.items()
        for name, case in worked.cases()
    ],
)


@every_case
def test_the_case_holds(game: str, case: dict[str, Any]) -> None:
    assert WORKED[game].fault_of(case) == ""


@every_case
def test_every_expectation_is_compared(game: str, case: dict[str, Any]) -> None:
    """Any one of them changed makes the case fail."""
    worked = WORKED[game]
    paths = list(worked.expectations(case))
    assert paths
    for path in paths:
        assert worked.fault_of(altered(case, path)), f"nothing noticed at {path}"
