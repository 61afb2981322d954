"""The worked examples of every game hold, and every value in them is compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.support.examples import WORKED, Steps, altered

SAMPLED = 20  # `make test` tries one in so many changes

every_case = pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=name)
        for game, worked in WORKED.items()
        for name, case in worked.cases()
    ],
)


@every_case
def test_the_case_passes(game: str, case: dict[str, Any]) -> None:
    assert WORKED[game].fault_of(case) == ""


@every_case
def test_expectations_are_compared(game: str, case: dict[str, Any]) -> None:
    # Any changed value must make the case fail. This tries a sample, at least one per case.
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
