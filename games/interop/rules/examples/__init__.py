"""Worked examples of Interop, run against the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.base import CaseResult
from games.engine.examples import Fault, run_cases
from games.interop.rules.examples.case import Case
from games.interop.rules.examples.expect import check, check_standing
from games.interop.rules.examples.steps import run_step

_DOCUMENT = {"game", "set", "schema", "note", "cases"}
_CASE = {"id", "title", "rule", "note", "position", "random", "steps", "expect", "expect_before"}


def run_examples(document: Mapping[str, Any]) -> Sequence[CaseResult]:
    """Return one result per case.

    Raise `ValueError` if this is not a document of worked examples of this game.
    """
    if document.get("game") != "interop":
        raise ValueError('not a document of examples with "game": "interop"')
    return run_cases(document, _DOCUMENT, _CASE, _play)


def _play(raw: Mapping[str, Any]) -> None:
    case = Case(raw["position"], raw.get("random", {}))
    check(case, raw.get("expect_before", {}))
    check_standing(case)
    for place, step in enumerate(raw["steps"], 1):
        try:
            run_step(case, step)
        except Fault as fault:
            raise Fault(f"step {place} ({step.get('do')} {step.get('seat')}): {fault}") from fault
    check(case, raw.get("expect", {}))
