"""Static files: how they are served, and made again when a source file changed."""

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
    """Collects, hashes and compresses the static files unless that was done for these sources."""
    stamp = Path(settings.STATIC_ROOT) / _STAMP
    sources = _digest()
    if settings.SERVED_FROM_SOURCES or (stamp.exists() and stamp.read_text() == sources):
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(sources)


def are_there() -> bool:
    """Whether this process knows the names of the files that its pages ask for."""
    collected = getattr(staticfiles_storage, "hashed_files", None)  # what the manifest names
    return settings.SERVED_FROM_SOURCES or bool(collected)


def before(application: Any) -> Any:
    """An ASGI application that answers for static files itself, and has `application` do the rest.

    In development and tests the sources are served as they are, otherwise what was collected.
    """
    site = ServeStaticASGI(
        application,
        autorefresh=settings.DEBUG,
        max_age=0 if settings.DEBUG else 60,  # those with a hash in their name: for good
        add_headers_function=_add_headers,
    )
    for folder in _folders():
        site.add_files(folder, prefix=settings.STATIC_URL)
    return site


def _folders() -> list[str]:
    """The last one wins, where two have a file of one name."""
    if not settings.SERVED_FROM_SOURCES:
        return [str(settings.STATIC_ROOT)]
    found = (storage.location for finder in get_finders() for _, storage in finder.list([]))
    return [str(folder) for folder in reversed(dict.fromkeys(found))]


def _add_headers(headers: Headers, path: str, url: str) -> None:
    """As of every page: Django's middleware is not asked for files."""
    headers["X-Content-Type-Options"] = "nosniff"


def _digest() -> str:
    lines = "\n".join(sorted(_sources()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            file = Path(storage.path(name)).stat()
            yield f"{name} {file.st_size} {file.st_mtime_ns}"
