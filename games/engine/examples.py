"""Worked examples of any game: cases, each of which holds or has a fault."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.engine.base import CaseResult


class Fault(Exception):
    """A case does not hold, or cannot be understood."""


def only(raw: Any, known: Collection[str], what: str) -> None:
    """Raises `Fault` if this is no mapping or has other keys: nothing is passed over in silence."""
    if not isinstance(raw, Mapping):
        raise Fault(f"{what}: {raw!r} is no mapping")
    if unknown := set(raw) - set(known):
        raise Fault(f"{what}: unknown keys {sorted(unknown)}")


def same(key: str, wanted: Any, got: Any) -> None:
    """Raises `Fault` unless both are the same."""
    # Equal but of another kind (True and 1) is not the same.
    if wanted != got or isinstance(wanted, bool) != isinstance(got, bool):
        raise Fault(f"{key}: expected {wanted!r}, got {got!r}")


def run_cases(
    document: Mapping[str, Any],
    known: Collection[str],
    of_case: Collection[str],
    play: Callable[[Mapping[str, Any]], None],
) -> tuple[CaseResult, ...]:
    """A result for each case, which `play` plays. Raises `ValueError` if the document has other
    keys than those known.
    """
    if unknown := set(document) - set(known):
        raise ValueError(f"unknown keys: {sorted(unknown)}")
    return tuple(_result(case, of_case, play) for case in document["cases"])


def _result(
    case: Mapping[str, Any], known: Collection[str], play: Callable[[Mapping[str, Any]], None]
) -> CaseResult:
    fault = ""
    try:
        only(case, known, "case")
        play(case)
    except Fault as found:
        fault = str(found)
    except Exception as error:
        # Rules that break in one case must not keep the others from being run.
        fault = f"{type(error).__name__}: {error}"
    return CaseResult(id=str(case.get("id", "")), title=str(case.get("title", "")), fault=fault)
