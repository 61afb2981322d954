"""Files of the site that nobody else on the machine may read. Asked while settings are read."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

KEY_BYTES = 60


def make_folder(folder: Path, *, own: bool) -> None:
    """`own`: the site's, so that it is closed even if it was there; others are left as they are."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        own = True
    if own:
        _close(folder, 0o700)


def make_file(file: Path) -> Path:
    """An empty one, unless it is there; SQLite gives its log the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    _close(file, 0o600)
    return file


def new_secret() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def new_push_key() -> str:
    """A private key of the curve P-256: 32 bytes, of which all but one in 2^32 are in its range."""
    return secrets.token_urlsafe(32)


def kept_secret(file: Path, draw: Callable[[], str] = new_secret) -> str:
    """What stands there. The first process that asks draws it; all others get the same."""
    if not file.exists():
        new = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
        make_file(new).write_text(draw(), "ascii")
        with suppress(FileExistsError):  # somebody was quicker
            os.link(new, file)
        new.unlink()
    _close(file, 0o600)
    return file.read_text("ascii").strip()


def push_key(folder: Path) -> str:
    """That of a house which was given none."""
    return kept_secret(folder / "push-key", new_push_key)


def _close(path: Path, mode: int) -> None:
    with suppress(PermissionError):  # it is somebody else's, who decides
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)
