"""Collected static files: made again only when a source file changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

_STAMP = ".sources"


def refresh() -> None:
    """Collects, hashes and compresses the static files unless that was done for these sources."""
    stamp = Path(settings.STATIC_ROOT) / _STAMP
    sources = _digest()
    if settings.SERVESTATIC_USE_FINDERS or (stamp.exists() and stamp.read_text() == sources):
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(sources)


def _digest() -> str:
    lines = "\n".join(sorted(_sources()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            file = Path(storage.path(name)).stat()
            yield f"{name} {file.st_size} {file.st_mtime_ns}"
