"""Worked examples: documents of the game "interop", run against the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.base import CaseResult
from games.engines.interop.examples.case import Case
from games.engines.interop.examples.expect import check
from games.engines.interop.examples.fault import Fault, only
from games.engines.interop.examples.standing import check_standing
from games.engines.interop.examples.steps import run_step

_DOCUMENT = {"game", "set", "schema", "note", "cases"}
_CASE = {"id", "title", "rule", "note", "position", "random", "steps", "expect", "expect_before"}


def run_examples(document: Mapping[str, Any]) -> Sequence[CaseResult]:
    """One result per case. Raises `ValueError` if this is no such document."""
    if document.get("game") != "interop":
        raise ValueError('not a document of examples with "game": "interop"')
    if unknown := set(document) - _DOCUMENT:
        raise ValueError(f"unknown keys: {sorted(unknown)}")
    return tuple(_run(case) for case in document["cases"])


def _run(raw: Mapping[str, Any]) -> CaseResult:
    number, title = str(raw.get("id", "")), str(raw.get("title", ""))
    try:
        only(raw, _CASE, "case")
        _play(raw)
    except Fault as fault:
        return CaseResult(id=number, title=title, fault=str(fault))
    except Exception as error:
        # An engine that breaks in one case must not keep the others from being run.
        return CaseResult(id=number, title=title, fault=f"{type(error).__name__}: {error}")
    return CaseResult(id=number, title=title)


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
