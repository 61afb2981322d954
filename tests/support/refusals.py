"""Codes of refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chat.core.refusals import Refusal


def code_of(command: Callable[..., object], *given: Any, **named: Any) -> str:
    """Return the code that this command is refused with, or "" if it is accepted."""
    try:
        command(*given, **named)
    except Refusal as refusal:
        return refusal.code
    return ""
