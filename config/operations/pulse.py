"""A health check for workers and beat, which have no HTTP port.

Each touches a file regularly, and `manage.py pulse` checks its age.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings

KINDS = ("worker", "thinker", "beat")
LATE = 15.0  # seconds; each touches its file every second


def touch(kind: str) -> None:
    """Record that a process of this kind is alive."""
    # A full disk, for example, must not stop the process.
    with suppress(OSError):
        _file(kind).parent.mkdir(parents=True, exist_ok=True)
        _file(kind).touch()


def age(kind: str) -> float | None:
    """Return the seconds since the file was last touched, or None if it never was."""
    try:
        return abs(time.time() - _file(kind).stat().st_mtime)
    except FileNotFoundError:
        return None


def _file(kind: str) -> Path:
    return Path(settings.RUN_DIR) / f"{kind}.pulse"
