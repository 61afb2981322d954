"""What is wrong with a case."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


class Fault(Exception):
    """A case does not hold, or cannot be understood."""


def only(raw: Any, known: Collection[str], what: str) -> None:
    """Raises `Fault` if this is no mapping or has other keys: nothing is passed over in silence."""
    if not isinstance(raw, Mapping):
        raise Fault(f"{what}: {raw!r} is no mapping")
    if unknown := set(raw) - set(known):
        raise Fault(f"{what}: unknown keys {sorted(unknown)}")


def same(key: str, wanted: Any, got: Any) -> None:
    # Equal but of another kind (True and 1) is not the same.
    if wanted != got or isinstance(wanted, bool) != isinstance(got, bool):
        raise Fault(f"{key}: expected {wanted!r}, got {got!r}")


def place(key: str, limit: int) -> int:
    """A seat out of a key ("0", "1" ...)."""
    if not key.isdigit() or int(key) >= limit:
        raise Fault(f"no such seat: {key!r}")
    return int(key)
