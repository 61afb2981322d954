"""Databases that the migrations were carried out on before: Django's own of each worker, those of
whole sites. They are made once a run of the tests and copied from then on.
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
RUN_FOLDER = "TESTS_RUN_FOLDER"  # in the environment: of the whole run, its workers have it as well


def copy_file(to: Path) -> None:
    """Puts an SQLite database there."""
    folder = _once("sqlite", lambda: "")
    to.parent.mkdir(exist_ok=True)
    shutil.copyfile(folder / "ridotto.sqlite3", to)


def template(server: Databases) -> str:
    """The name of a database of this PostgreSQL to make others like."""
    name = "migrated"
    _once(f"postgres-{server.port}", lambda: server.database(name))
    return name


def _once(name: str, url: Callable[[], str]) -> Path:
    """Migrates the database at this address unless another worker has; the folder of it."""
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
    """Outside of pytest, where sites are measured, a process has one of its own."""
    if RUN_FOLDER in os.environ:
        return Path(os.environ[RUN_FOLDER])
    folder = Path(tempfile.mkdtemp(prefix="ridotto-run-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
