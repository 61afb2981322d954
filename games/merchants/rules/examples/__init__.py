"""Worked examples of Merchant Kings, run against the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.base import CaseResult
from games.engine.examples import run_cases
from games.merchants.rules.examples.case import Case
from games.merchants.rules.examples.steps import run_case

GAME = "Merchant Kings"
_DOCUMENT = {"game", "set", "schema", "cases", "note"}
_CASE = {"id", "title", "rules", "note", "position", "random", "steps", "expect", "expect_before"}


def run_examples(document: Mapping[str, Any]) -> Sequence[CaseResult]:
    """Return one result per case.

    Raise `ValueError` if this is not a document of worked examples of this game.
    """
    if document.get("game") != GAME:
        raise ValueError(f"not a document of worked examples of {GAME}")
    return run_cases(document, _DOCUMENT, _CASE, _play)


def _play(raw: Mapping[str, Any]) -> None:
    run_case(Case.set_up(raw["position"], raw.get("random", {})), raw)
