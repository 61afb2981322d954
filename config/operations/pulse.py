"""Whether the workers or beat of this machine go round: each touches a file as it does.

Nobody can ask them over HTTP. Containers and the like ask by `manage.py pulse`.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings

KINDS = ("worker", "thinker", "beat")
LATE = 15.0  # seconds; each goes round every second


def touch(kind: str) -> None:
    """Whoever cannot, on a full disk say, goes round all the same."""
    with suppress(OSError):
        _file(kind).parent.mkdir(parents=True, exist_ok=True)
        _file(kind).touch()


def age(kind: str) -> float | None:
    """Seconds since it last went round; None if it never did."""
    try:
        return abs(time.time() - _file(kind).stat().st_mtime)
    except FileNotFoundError:
        return None


def _file(kind: str) -> Path:
    return Path(settings.RUN_DIR) / f"{kind}.pulse"
