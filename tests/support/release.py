"""A fresh clone of the repository: its files, a shell and a filled-in `.env`."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.laws.source import ROOT

SHELL = ("HOME", "LANG", "TMPDIR")


def files() -> Iterator[str]:
    """Yield the paths of all files of a clone."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    yield from (name for name in listed.splitlines() if (ROOT / name).is_file())


def copy(name: str, folder: Path) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / name, folder / name)


def shell(programs: Path, *kept: str, **more: str) -> dict[str, str]:
    """Return the environment of a user's shell, without the tests' settings."""
    own = {name: os.environ[name] for name in (*SHELL, *kept) if name in os.environ}
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return {**own, "PATH": path, "PYTHONUNBUFFERED": "1", **more}


def settings(**values: str) -> str:
    """Return `.env.example` with these values and a secret key filled in."""
    text = (ROOT / ".env.example").read_text("utf-8")
    for name, value in {"SECRET_KEY": secrets.token_urlsafe(60), **values}.items():
        line = re.search(rf"^{name}=.*$", text, re.MULTILINE)
        assert line, name
        text = f"{text[: line.start()]}{name}={value}{text[line.end() :]}"
    return text
