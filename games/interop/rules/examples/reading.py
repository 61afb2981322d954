"""The reading of a case's shorthand."""

from __future__ import annotations

from games.engine.worked import Fault


def place(key: str, limit: int) -> int:
    """A seat out of a key ("0", "1" ...)."""
    if not key.isdigit() or int(key) >= limit:
        raise Fault(f"no such seat: {key!r}")
    return int(key)
