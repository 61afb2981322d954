"""Whole sites for tests, made of real processes on free ports.

    with EmbeddedSite() as site:            # one process, SQLite
        httpx.get(site.url)
    with ScaledSite(postgres) as site:      # two web processes, worker, beat, Redis, PostgreSQL
        site.kill("web0")

Each site has its own folder and database. Leaving the block ends the processes and fails if any of
them logged an error or a traceback.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

import psycopg

from tests.support import migrated_databases
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases, Redis, free_port
from tests.support.site_process import Inside

ROOT = Path(__file__).resolve().parents[2]
TROUBLE = re.compile(r"Traceback \(most recent|^\S+ \S+ (ERROR|CRITICAL) ", re.MULTILINE)

# Quick for tests, otherwise as in production.
ENVIRONMENT = {
    "TESTING": "1",
    "DJANGO_SETTINGS_MODULE": "tests.settings",
    "BOT_DELAY_SCALE": "0",
    "GUESTS_PER_ADDRESS": "10000",
    "GUESTS_INVITED_PER_ADDRESS": "10000",
    "SEATS_GUEST": "100000",
    "SEATS_MEMBER": "100000",
    "SEATS_LARGE": "100000",
    "SOCKETS_PER_ADDRESS": "10000",
    "PASSWORDS_PER_ADDRESS": "10000",
    "SIGNUPS_PER_ADDRESS": "10000",
    "MATCHES_PER_GUEST": "100",
    "PROCESSOR_PER_PERSON": "0",
    "NEW_ACCOUNT_MINUTES": "0",
    "LOG_LEVEL": "WARNING",
    "PYTHONUNBUFFERED": "1",
}


class Site:
    """A site's processes by name; subclasses define their commands and environment."""

    def __init__(self, **environment: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ridotto-site-"))
        self.environment = {"RUN_DIR": str(self.folder / "run"), **ENVIRONMENT, **environment}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._inside: Inside | None = None
        self.loud = False  # set if a test provokes errors on purpose
        self._log_read = 0  # how much of the log `raise_for_errors` has read

    # --- Defined by subclasses

    def commands(self) -> dict[str, str]:
        """Return a shell command for each process, by its name."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Do what must be done once before the processes start."""

    @property
    def urls(self) -> list[str]:
        """The addresses of the web processes."""
        raise NotImplementedError

    # --- Common to all sites

    @property
    def url(self) -> str:
        return self.urls[0]

    def start(self, *names: str) -> None:
        """Start these processes (by default all) and wait until the site is ready."""
        for name in names or self.commands():
            self._spawn(name)
        wait_until(self.is_ready, what=f"the site being ready\n{self.log()}")

    def _spawn(self, name: str) -> None:
        with self._log_file(name).open("ab") as log:
            self.processes[name] = subprocess.Popen(
                ["/bin/sh", "-c", f"exec {self.commands()[name]}"],
                cwd=ROOT,
                env=self._environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, *names: str) -> None:
        """Kill these processes (by default all) as a power cut would."""
        self._end(signal.SIGKILL, names)

    def stop(self, *names: str) -> None:
        """Ask these processes (by default all) to terminate, and wait for them."""
        self._end(signal.SIGTERM, names)

    def _end(self, signum: signal.Signals, names: tuple[str, ...]) -> None:
        ending = [self.processes.pop(name) for name in names or list(self.processes)]
        for process in ending:
            if process.poll() is not None:
                continue
            if signum == signal.SIGKILL:
                os.killpg(process.pid, signum)
            else:
                # A parent ends its children itself: a worker lets them finish their tasks.
                process.send_signal(signum)
        for process in ending:
            process.wait(timeout=PATIENCE)

    def is_ready(self) -> bool:
        died = [name for name, process in self.processes.items() if process.poll() is not None]
        if died:
            raise RuntimeError(f"{', '.join(died)} ended at the start:\n{self.log()}")
        return all(self._works(*self.health(url)) for url in self.urls)

    def _works(self, status: int, found: dict[str, Any]) -> bool:
        """Return True if the whole site is up, including worker and beat."""
        # A web process is ready without worker and beat.
        return status == 200 and bool(found["schedule"])

    def health(self, url: str = "") -> tuple[int, dict[str, Any]]:
        """Return status and body of /health/ready, or (0, {}) if nothing answers."""
        try:
            with urllib.request.urlopen(
                f"{url or self.url}/health/ready", timeout=PATIENCE
            ) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error, suppress(ValueError):
                return error.code, json.load(error)
            return error.code, {}
        except OSError:
            return 0, {}

    def manage(self, *arguments: str) -> str:
        """Run `manage.py` against this site's database and return its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self._environment(),
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(arguments)}\n{done.stdout}{done.stderr}")
        return done.stdout

    def shell(self, code: str) -> str:
        """Run Python code in the site's Django, in a separate process."""
        if self._inside is None:
            self._inside = Inside(ROOT, self._environment(), self.folder / "inside.txt")
        return self._inside.run(code)

    def move_clock(self, seconds: float) -> None:
        """Move the clock of this site forward by this many more seconds."""
        # Only a site with the tests' settings reads this file.
        path = self.folder / "run" / "clock-offset"
        moved = float(path.read_text("ascii")) if path.exists() else 0.0
        path.parent.mkdir(exist_ok=True)
        fresh = path.with_name("clock-offset.new")
        fresh.write_text(str(moved + seconds), "ascii")
        fresh.replace(path)

    def log(self) -> str:
        """Return all output of the processes."""
        return "".join(
            file.read_text(errors="replace") for file in sorted(self.folder.glob("*.log"))
        )

    def _log_file(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _environment(self) -> dict[str, str]:
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return {**os.environ, "PATH": programs, **self.environment}

    def close(self) -> None:
        """End all processes and remove the folder. Raise if one logged an error."""
        self.stop()
        if self._inside is not None:
            self._inside.close()
        try:
            self.raise_for_errors()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def raise_for_errors(self) -> None:
        """Raise if a process has logged an error since the last call."""
        log = self.log()
        found = TROUBLE.search(log, self._log_read)
        self._log_read = len(log)
        if found and not self.loud:
            raise AssertionError(f"the site logged an error:\n{log[max(0, found.start() - 500) :]}")

    def __enter__(self) -> Self:
        try:
            self.prepare()
            self.start()
        except BaseException:
            self.loud = True
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.loud = self.loud or kind is not None
        self.close()


class EmbeddedSite(Site):
    """A site run by `manage.py house`: SQLite and one process named `house`.

    With `empty`, the site creates its database at its first start, as a new site does; otherwise
    it begins with a copy of a migrated one.
    """

    def __init__(self, *, empty: bool = False, **environment: str) -> None:
        super().__init__(DATABASE_URL="", REDIS_URL="", **environment)
        self.empty = empty
        self.port = free_port()

    def prepare(self) -> None:
        if not self.empty:
            migrated_databases.copy_file(self.database)

    @property
    def urls(self) -> list[str]:
        return [f"http://localhost:{self.port}"]

    @property
    def database(self) -> Path:
        return self.folder / "run" / "ridotto.sqlite3"

    def commands(self) -> dict[str, str]:
        return {"house": f"python manage.py house --prepare --port {self.port}"}


# The time the site last ran. An older row in its place would look like an outage.
PULSE = "games_housepulse"


class SharedSite(EmbeddedSite):
    """An embedded site that many test modules use one after the other."""

    def start(self, *names: str) -> None:
        super().start(*names)
        with closing(self._connect()) as database:
            database.execute("VACUUM INTO ?", [str(self._fresh)])

    def clear(self) -> None:
        """Restore the database to its contents at the site's start."""
        with closing(self._connect()) as database:
            database.execute("ATTACH ? AS fresh", [str(self._fresh)])
            # sqlite_sequence is kept, so that ids are never reused and no cache of the running site
            # holds anything under the id of a new row.
            tables = database.execute(
                "SELECT name FROM fresh.sqlite_schema WHERE type = 'table'"
                " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> ?",
                [PULSE],
            ).fetchall()
            database.execute("BEGIN IMMEDIATE")
            for (name,) in tables:
                database.execute(f'DELETE FROM main."{name}"')
                database.execute(f'INSERT INTO main."{name}" SELECT * FROM fresh."{name}"')
            database.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        """Return a connection that does not check foreign keys (SQLite's default)."""
        return sqlite3.connect(self.database, timeout=PATIENCE, isolation_level=None)

    @property
    def _fresh(self) -> Path:
        return self.folder / "fresh.sqlite3"

    def move_clock(self, seconds: float) -> NoReturn:
        raise AssertionError("other modules use this site as well: let `site` be `own_site` here")

    def kill(self, *names: str) -> NoReturn:
        self.move_clock(0)


class ScaledSite(Site):
    """A site of processes `web0`, `web1`, …, `worker` and `beat`.

    It has its own Redis and its own database, a copy of a migrated one.
    """

    def __init__(self, postgres: Databases, *, webs: int = 2, **environment: str) -> None:
        self.redis = Redis()
        self.redis.start()
        self.database_url = postgres.database(
            f"site_{secrets.token_hex(6)}", like=migrated_databases.template(postgres)
        )
        super().__init__(DATABASE_URL=self.database_url, REDIS_URL=self.redis.url, **environment)
        self.ports = [free_port() for _ in range(webs)]

    @property
    def urls(self) -> list[str]:
        return [f"http://localhost:{port}" for port in self.ports]

    def commands(self) -> dict[str, str]:
        """Return the commands of the Procfile."""
        lines = (ROOT / "Procfile").read_text().splitlines()
        kinds = {kind: command for kind, _, command in (line.partition(": ") for line in lines)}
        webs = {
            f"web{index}": f"env HOST=127.0.0.1 PORT={port} sh -c 'exec {kinds['web']}'"
            for index, port in enumerate(self.ports)
        }
        return {**webs, "worker": kinds["worker"], "beat": kinds["beat"]}

    def waiting(self) -> int:
        """Return how many requests for database locks are waiting."""
        with psycopg.connect(self.database_url) as beside:
            found = beside.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
        assert found is not None
        return int(found[0])

    def close(self) -> None:
        try:
            super().close()
        finally:
            self.redis.stop()
