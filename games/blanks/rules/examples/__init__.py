"""Worked examples: documents of the format "blanks-examples", run on the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.blanks.rules.examples.case import Case
from games.blanks.rules.examples.steps import run_step
from games.engine.base import CaseResult
from games.engine.examples import Fault, run_cases

_DOCUMENT = {"format", "version", "note", "schema", "cases"}
_CASE = {"id", "title", "rules", "note", "setup", "steps"}


def run_examples(document: Mapping[str, Any]) -> Sequence[CaseResult]:
    """Run all cases of a document. Return one result per case.

    Raise `ValueError` if the document is not of this format.
    """
    if document.get("format") != "blanks-examples" or document.get("version") != 1:
        raise ValueError("not a document of blanks-examples, version 1")
    return run_cases(document, _DOCUMENT, _CASE, _play)


def _play(raw: Mapping[str, Any]) -> None:
    case = Case(raw["setup"])
    for place, step in enumerate(raw["steps"], 1):
        _run_step(case, step, place)


def _run_step(case: Case, step: Mapping[str, Any], place: int) -> None:
    try:
        run_step(case, step)
    except Fault as fault:
        raise Fault(f"step {place} ({step.get('do')} {step.get('by', '')}): {fault}") from fault
