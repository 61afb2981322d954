"""Running worked examples of any game: cases that hold or have a fault."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.engine.base import CaseResult


class Fault(Exception):
    """A case that does not hold or cannot be understood."""


def only(raw: Any, known: Collection[str], what: str) -> None:
    """Raise `Fault` if `raw` is not a mapping or has keys that are not known."""
    # Unknown keys are never skipped: a case with a misspelt key would check nothing.
    if not isinstance(raw, Mapping):
        raise Fault(f"{what}: {raw!r} is no mapping")
    if unknown := set(raw) - set(known):
        raise Fault(f"{what}: unknown keys {sorted(unknown)}")


def same(key: str, wanted: Any, got: Any) -> None:
    """Raise `Fault` unless both values are the same."""
    # True == 1 in Python, but they are different values here.
    if wanted != got or isinstance(wanted, bool) != isinstance(got, bool):
        raise Fault(f"{key}: expected {wanted!r}, got {got!r}")


def run_cases(
    document: Mapping[str, Any],
    known: Collection[str],
    of_case: Collection[str],
    play: Callable[[Mapping[str, Any]], None],
) -> tuple[CaseResult, ...]:
    """Return the result of each case of the document; `play` plays a case.

    `known`: the keys of the document. `of_case`: the keys of a case. `play` raises `Fault` if the
    case does not hold. Raise `ValueError` if the document has other keys.
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
        # Rules that crash in one case must not keep the others from running.
        fault = f"{type(error).__name__}: {error}"
    return CaseResult(id=str(case.get("id", "")), title=str(case.get("title", "")), fault=fault)
