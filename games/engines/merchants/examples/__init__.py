"""Worked examples of Merchant Kings, run against the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.base import CaseResult
from games.engines.merchants.examples.case import Case
from games.engines.merchants.examples.fault import Fault, only
from games.engines.merchants.examples.steps import run_case

GAME = "Merchant Kings"
_DOCUMENT = {"game", "set", "schema", "cases", "note"}
_CASE = {"id", "title", "rules", "note", "position", "random", "steps", "expect", "expect_before"}


def run_examples(document: Mapping[str, Any]) -> Sequence[CaseResult]:
    """One result per case. Raises `ValueError` if this is no such document."""
    if document.get("game") != GAME:
        raise ValueError(f"not a document of worked examples of {GAME}")
    if unknown := set(document) - _DOCUMENT:
        raise ValueError(f"unknown keys: {sorted(unknown)}")
    return tuple(_run(case) for case in document["cases"])


def _run(raw: Mapping[str, Any]) -> CaseResult:
    number, title = str(raw.get("id", "")), str(raw.get("title", ""))
    try:
        only(raw, _CASE, "case")
        case = Case.set_up(raw["position"], raw.get("random", {}))
        run_case(case, raw)
    except Fault as fault:
        return CaseResult(id=number, title=title, fault=str(fault))
    except Exception as error:
        # An engine that breaks in one case must not keep the others from being run.
        return CaseResult(id=number, title=title, fault=f"{type(error).__name__}: {error}")
    return CaseResult(id=number, title=title)
