"""Static files: serving them, and collecting them again after a change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from servestatic import ServeStaticASGI

_STAMP = ".sources"


def refresh() -> None:
    """Collect, hash and compress the static files unless they are up to date."""
    stamp = Path(settings.STATIC_ROOT) / _STAMP
    sources = _digest()
    if settings.SERVED_FROM_SOURCES or (stamp.exists() and stamp.read_text() == sources):
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(sources)


def are_there() -> bool:
    """Return True if this process has the manifest of the static files."""
    collected = getattr(staticfiles_storage, "hashed_files", None)  # the contents of the manifest
    return settings.SERVED_FROM_SOURCES or bool(collected)


def before(application: Any) -> Any:
    """Return an ASGI application that serves static files and passes on the rest.

    In development and tests it serves the sources, otherwise the collected files.
    """
    site = ServeStaticASGI(
        application,
        autorefresh=settings.DEBUG,
        max_age=0 if settings.DEBUG else 60,  # files with a hash in their name are cached for ever
        add_headers_function=_add_headers,
    )
    for folder in _folders():
        site.add_files(folder, prefix=settings.STATIC_URL)
    return site


def _folders() -> list[str]:
    """Return the folders to serve; the last one wins if two have the same file."""
    if not settings.SERVED_FROM_SOURCES:
        return [str(settings.STATIC_ROOT)]
    found = (storage.location for finder in get_finders() for _, storage in finder.list([]))
    return [str(folder) for folder in reversed(dict.fromkeys(found))]


def _add_headers(headers: Headers, path: str, url: str) -> None:
    """Add a header that Django's middleware sets for pages."""
    headers["X-Content-Type-Options"] = "nosniff"


def _digest() -> str:
    lines = "\n".join(sorted(_sources()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            file = Path(storage.path(name)).stat()
            yield f"{name} {file.st_size} {file.st_mtime_ns}"
