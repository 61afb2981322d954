"""Worked examples: documents of the format "blanks-examples", run against the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.base import CaseResult
from games.engines.blanks.examples.case import Case
from games.engines.blanks.examples.fault import Fault, only
from games.engines.blanks.examples.steps import run_step

_DOCUMENT = {"format", "version", "note", "schema", "cases"}
_CASE = {"id", "title", "rules", "note", "setup", "steps"}


def run_examples(document: Mapping[str, Any]) -> Sequence[CaseResult]:
    """One result per case. Raises `ValueError` if this is no such document."""
    if document.get("format") != "blanks-examples" or document.get("version") != 1:
        raise ValueError("not a document of blanks-examples, version 1")
    if unknown := set(document) - _DOCUMENT:
        raise ValueError(f"unknown keys: {sorted(unknown)}")
    return tuple(_run(case) for case in document["cases"])


def _run(raw: Mapping[str, Any]) -> CaseResult:
    number, title = str(raw.get("id", "")), str(raw.get("title", ""))
    try:
        only(raw, _CASE, "case")
        case = Case(raw["setup"])
        for place, step in enumerate(raw["steps"], 1):
            _run_step(case, step, place)
    except Fault as fault:
        return CaseResult(id=number, title=title, fault=str(fault))
    except Exception as error:
        # An engine that breaks in one case must not keep the others from being run.
        return CaseResult(id=number, title=title, fault=f"{type(error).__name__}: {error}")
    return CaseResult(id=number, title=title)


def _run_step(case: Case, step: Mapping[str, Any], place: int) -> None:
    try:
        run_step(case, step)
    except Fault as fault:
        raise Fault(f"step {place} ({step.get('do')} {step.get('by', '')}): {fault}") from fault
