"""Worked examples of Venice: documents that are run against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from auctions.rules.examples.cases import KINDS
from auctions.rules.examples.notation import ZoneOf, compare
from games.engine.base import CaseResult
from games.engine.examples import Fault, run_cases

_DOCUMENT = {"game", "set", "version", "note", "schema", "cases"}
_CASE = {"id", "title", "kind", "rule", "note", "given", "expect"}


def run_examples(document: Mapping[str, Any], zone_of: ZoneOf) -> Sequence[CaseResult]:
    """Return one result per case. Raise `ValueError` if `game` is not "venice"."""
    if document.get("game") != "venice":
        raise ValueError("not a document of examples of venice")
    return run_cases(document, _DOCUMENT, _CASE, lambda case: _play(case, zone_of))


def _play(raw: Mapping[str, Any], zone_of: ZoneOf) -> None:
    if raw["kind"] not in KINDS:
        raise Fault(f"unknown kind of case {raw['kind']!r}")
    compare("expect", raw["expect"], KINDS[raw["kind"]](raw["given"], zone_of))
