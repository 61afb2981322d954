"""The reading of a case's shorthand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.worked import Fault


def card_ids(raw: Any) -> list[str]:
    """Ids from a list, or from ranges as in "w01-w40, x1"."""
    if isinstance(raw, str):
        return [card for part in raw.split(",") for card in _range(part.strip())]
    return [card["id"] if isinstance(card, Mapping) else card for card in raw]


def _range(part: str) -> list[str]:
    first, dash, last = part.partition("-")
    if not dash:
        return [part]
    digits = len(first) - len(first.rstrip("0123456789"))
    head, low = first[: len(first) - digits], first[len(first) - digits :]
    if not digits or not last.startswith(head) or not last[len(head) :].isdigit():
        raise Fault(f"white_deck: cannot read {part!r}")
    numbers = range(int(low), int(last[len(head) :]) + 1)
    return [f"{head}{number:0{digits}d}" for number in numbers]
