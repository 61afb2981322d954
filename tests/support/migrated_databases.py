"""Migrated databases, created once per test run and copied from then on.

The copies serve as Django's own test database of each worker and as databases of whole sites.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.support.servers import Databases

ROOT = Path(__file__).resolve().parents[2]
# environment variable: the folder of the run, shared with its workers
RUN_FOLDER = "TESTS_RUN_FOLDER"


def copy_file(to: Path) -> None:
    """Create a migrated SQLite database at this path."""
    folder = _once("sqlite", lambda: "")
    to.parent.mkdir(exist_ok=True)
    shutil.copyfile(folder / "ridotto.sqlite3", to)


def template(server: Databases) -> str:
    """Return the name of a migrated database of this server to use as a template."""
    name = "migrated"
    _once(f"postgres-{server.port}", lambda: server.database(name))
    return name


def _once(name: str, url: Callable[[], str]) -> Path:
    """Migrate this database unless a worker already has; return its folder."""
    folder = _run_folder() / name
    with (_run_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            _migrate(url(), folder)
            (folder / "done").touch()
    return folder


def _migrate(url: str, folder: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "REDIS_URL": "", "RUN_DIR": str(folder)},
        check=True,
    )


@cache
def _run_folder() -> Path:
    """Return the folder of the run, or of this process if it runs outside pytest."""
    if RUN_FOLDER in os.environ:
        return Path(os.environ[RUN_FOLDER])
    folder = Path(tempfile.mkdtemp(prefix="ridotto-run-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
