"""Worked examples of Venice: documents whose `game` is "venice", run against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auctions.rules.examples.kinds import KINDS
from auctions.rules.examples.reading import Fault, ZoneOf, compare, only
from games.engines.base import CaseResult

_DOCUMENT = {"game", "set", "version", "note", "schema", "cases"}
_CASE = {"id", "title", "kind", "rule", "note", "given", "expect"}


def run_examples(document: Mapping[str, Any], zone_of: ZoneOf) -> Sequence[CaseResult]:
    """One result per case. Raises `ValueError` if this is no such document."""
    if document.get("game") != "venice":
        raise ValueError("not a document of examples of venice")
    if unknown := set(document) - _DOCUMENT:
        raise ValueError(f"unknown keys: {sorted(unknown)}")
    return tuple(_run(case, zone_of) for case in document["cases"])


def _run(raw: Mapping[str, Any], zone_of: ZoneOf) -> CaseResult:
    number, title = str(raw.get("id", "")), str(raw.get("title", ""))
    try:
        only(raw, _CASE, "case")
        if raw["kind"] not in KINDS:
            raise Fault(f"unknown kind of case {raw['kind']!r}")
        compare("expect", raw["expect"], KINDS[raw["kind"]](raw["given"], zone_of))
    except Fault as fault:
        return CaseResult(id=number, title=title, fault=str(fault))
    except Exception as error:
        # Rules that break in one case must not keep the others from being run.
        return CaseResult(id=number, title=title, fault=f"{type(error).__name__}: {error}")
    return CaseResult(id=number, title=title)
