"""The context of log lines: the request, person or task that they belong to.

Code that begins a request or a task declares it here, and every line logged meanwhile carries it
(config/operations/logs.py).
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from uuid import uuid4

_ids: ContextVar[dict[str, str] | None] = ContextVar("ids", default=None)
_A_NAME = re.compile(r"[\w.:-]{8,64}")


def begin(**ids: str) -> dict[str, str]:
    """Start a log context. Ids noted later are added to the returned dict."""
    _ids.set(ids)
    return ids


def note(**ids: object) -> None:
    """Add ids that became known only now to the current log context."""
    known = _ids.get()
    if known is not None:
        known.update((name, str(value)) for name, value in ids.items())


def ids() -> dict[str, str]:
    return _ids.get() or {}


def name_of_request(given: str = "") -> str:
    """Return the proxy's id of a request (`X-Request-ID`) if valid, else a new one."""
    return given if _A_NAME.fullmatch(given) else uuid4().hex
