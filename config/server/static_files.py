"""Static files: serving them, and collecting them again after a change."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from servestatic import ServeStaticASGI

from config.server import static_bundles

_STAMP = ".sources"
_KEPT = 24 * 60 * 60  # seconds


def refresh() -> None:
    """Collect, hash and compress the static files unless they are up to date."""
    stamp = Path(settings.STATIC_ROOT) / _STAMP
    sources = _digest()
    if settings.SERVED_FROM_SOURCES or (stamp.exists() and stamp.read_text() == sources):
        return
    _delete_old_files(Path(settings.STATIC_ROOT))
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(sources)


def _delete_old_files(folder: Path) -> None:
    """Delete collected files, but keep hashed ones for a day after their last use.

    Pages that were open before a new version still load them.
    """
    storage: Any = staticfiles_storage  # with a manifest
    names = set(storage.hashed_files.values())
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        name = path.relative_to(folder).as_posix()
        if name in names or name.rpartition(".")[0] in names:  # or compressed
            path.touch()  # in use until now
        elif ServeStaticASGI.DEFAULT_IMMUTABLE_FILE_TEST.search(name):
            if path.stat().st_mtime < time.time() - _KEPT:
                path.unlink()
        elif name != storage.manifest_name:
            path.unlink()  # else a source with an older time would not replace it


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
    files = [storage.path(name) for finder in get_finders() for name, storage in finder.list([])]
    for file in [static_bundles.__file__, *files]:
        status = Path(file).stat()
        yield f"{file} {status.st_size} {status.st_mtime_ns}"
