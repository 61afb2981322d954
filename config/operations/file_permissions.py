"""Files and folders that only the site's user may read.

The settings use this module, so it must not read them.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

KEY_BYTES = 60


def make_folder(folder: Path, *, own: bool) -> None:
    """Create a folder that only the site's user may read.

    An existing folder is closed to others only if `own` says that it is the site's.
    """
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        own = True
    if own:
        _close(folder, 0o700)


def make_file(file: Path) -> Path:
    """Create an empty private file unless it exists."""
    # SQLite gives its log files the same mode as the database.
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    _close(file, 0o600)
    return file


def new_secret() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def new_push_key() -> str:
    """Return a new private key of the curve P-256: 32 random bytes."""
    # All but one in 2^32 values are in the valid range.
    return secrets.token_urlsafe(32)


def kept_secret(file: Path, draw: Callable[[], str] = new_secret) -> str:
    """Return the secret in the file.

    The first process that asks creates it with `draw`, and all others get the same.
    """
    if not file.exists():
        new = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
        make_file(new).write_text(draw(), "ascii")
        with suppress(FileExistsError):  # another process was quicker
            os.link(new, file)
        new.unlink()
    _close(file, 0o600)
    return file.read_text("ascii").strip()


def push_key(folder: Path) -> str:
    """Return the stored push key of a site that has none in its settings."""
    return kept_secret(folder / "push-key", new_push_key)


def _close(path: Path, mode: int) -> None:
    with suppress(PermissionError):  # another user owns it and decides
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)
