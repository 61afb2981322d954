"""What is wrong with a case."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


class Fault(Exception):
    """A case does not hold, or cannot be understood."""


def only(raw: Mapping[str, Any], known: Collection[str], what: str) -> None:
    """Raises `Fault` if there are other keys: nothing is passed over in silence."""
    if unknown := set(raw) - set(known):
        raise Fault(f"{what}: unknown keys {sorted(unknown)}")


def same(key: str, wanted: Any, got: Any) -> None:
    if wanted != got:
        raise Fault(f"{key}: expected {wanted!r}, got {got!r}")
