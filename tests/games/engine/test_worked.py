"""The worked examples of every game hold, and the adapters compare everything they say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.support.examples import WORKED, Steps, altered

SAMPLED = 20  # one in so many changes is tried in `make test`

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
def test_expectations_are_compared(game: str, case: dict[str, Any]) -> None:
    """Any one of them changed makes the case fail. A sample, of each case at least one."""
    paths = list(WORKED[game].expectations(case))
    assert paths
    _each_change_is_noticed(game, case, paths[::SAMPLED])


@pytest.mark.nightly
@every_case
def test_all_other_expectations_are_compared(game: str, case: dict[str, Any]) -> None:
    paths = list(WORKED[game].expectations(case))
    del paths[::SAMPLED]
    _each_change_is_noticed(game, case, paths)


def _each_change_is_noticed(game: str, case: dict[str, Any], paths: Iterable[Steps]) -> None:
    for path in paths:
        assert WORKED[game].fault_of(altered(case, path)), f"nothing noticed at {path}"
