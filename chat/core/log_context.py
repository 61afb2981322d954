"""What a line of the log belongs to: a request, a person, a task.

Whoever begins a request or a task says so here, and every line that is written meanwhile carries it
(config/operations/logs.py).
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from uuid import uuid4

_ids: ContextVar[dict[str, str] | None] = ContextVar("ids", default=None)
_A_NAME = re.compile(r"[\w.:-]{8,64}")


def begin(**ids: str) -> dict[str, str]:
    """From here on in this context. What is noted later is found in what is returned."""
    _ids.set(ids)
    return ids


def note(**ids: object) -> None:
    """What is known only now."""
    known = _ids.get()
    if known is not None:
        known.update((name, str(value)) for name, value in ids.items())


def ids() -> dict[str, str]:
    return _ids.get() or {}


def name_of_request(given: str = "") -> str:
    """As the proxy named it (`X-Request-ID`), if that is a name; else a new one."""
    return given if _A_NAME.fullmatch(given) else uuid4().hex
