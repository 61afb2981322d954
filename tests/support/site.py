"""Whole sites for tests: real processes on free ports, with a folder and a database of their own.

    with EmbeddedSite() as site:            # one process, SQLite
        httpx.get(site.url)
    with ScaledSite(postgres) as site:      # two webs, worker, beat, Redis, PostgreSQL
        site.kill("web0")

Leaving the block ends the processes and fails if any of them logged an error or a traceback.
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

# Quick for tests, otherwise as a person would run it.
ENVIRONMENT = {
    "TESTING": "1",
    "DJANGO_SETTINGS_MODULE": "tests.settings",
    "BOT_DELAY_SCALE": "0",
    "GUESTS_PER_ADDRESS": "10000",
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
    """Processes by name. What to run, and with which environment, is the subclass's."""

    def __init__(self, **environment: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ridotto-site-"))
        self.environment = {"RUN_DIR": str(self.folder / "run"), **ENVIRONMENT, **environment}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._inside: Inside | None = None
        self.loud = False  # set it when a test breaks something on purpose: errors are expected
        self._log_read = 0  # how far `raise_for_errors` has come

    # --- what differs ---

    def commands(self) -> dict[str, str]:
        """A shell command for each process, by its name."""
        raise NotImplementedError

    def prepare(self) -> None:
        """What must be done once before the processes start."""

    @property
    def urls(self) -> list[str]:
        """Where the web processes listen."""
        raise NotImplementedError

    # --- what all have ---

    @property
    def url(self) -> str:
        return self.urls[0]

    def start(self, *names: str) -> None:
        """Starts these processes (all, if none is named) and waits until the site is ready."""
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
        """Kills these processes (all, if none is named) as a power cut would."""
        self._end(signal.SIGKILL, names)

    def stop(self, *names: str) -> None:
        """Asks these processes (all, if none is named) to end, and waits for them."""
        self._end(signal.SIGTERM, names)

    def _end(self, signum: signal.Signals, names: tuple[str, ...]) -> None:
        ending = [self.processes.pop(name) for name in names or list(self.processes)]
        for process in ending:
            if process.poll() is not None:
                continue
            if signum == signal.SIGKILL:
                os.killpg(process.pid, signum)
            else:  # its children are its own to end: a worker lets theirs finish what they do
                process.send_signal(signum)
        for process in ending:
            process.wait(timeout=PATIENCE)

    def is_ready(self) -> bool:
        died = [name for name, process in self.processes.items() if process.poll() is not None]
        if died:
            raise RuntimeError(f"{', '.join(died)} ended at the start:\n{self.log()}")
        return all(self._works(*self.health(url)) for url in self.urls)

    def _works(self, status: int, found: dict[str, Any]) -> bool:
        """A web is ready without worker and beat; a whole site has them."""
        return status == 200 and bool(found["schedule"])

    def health(self, url: str = "") -> tuple[int, dict[str, Any]]:
        """Status and answer of /health/ready; (0, {}) when nobody answers."""
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
        """Runs `manage.py` against this site's database and returns what it printed."""
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
        """Runs this Python inside the site's Django, in a process beside the site's own."""
        if self._inside is None:
            self._inside = Inside(ROOT, self._environment(), self.folder / "inside.txt")
        return self._inside.run(code)

    def move_clock(self, seconds: float) -> None:
        """Moves the clock of this site, once more by so much. Only a site of tests looks for it."""
        path = self.folder / "run" / "clock-offset"
        moved = float(path.read_text("ascii")) if path.exists() else 0.0
        path.parent.mkdir(exist_ok=True)
        fresh = path.with_name("clock-offset.new")
        fresh.write_text(str(moved + seconds), "ascii")
        fresh.replace(path)

    def log(self) -> str:
        """Everything the processes wrote."""
        return "".join(
            file.read_text(errors="replace") for file in sorted(self.folder.glob("*.log"))
        )

    def _log_file(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _environment(self) -> dict[str, str]:
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return {**os.environ, "PATH": programs, **self.environment}

    def close(self) -> None:
        """Ends everything and removes the folder. Raises if a process wrote of an error."""
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
    """`manage.py house`: SQLite, one process named `house`.

    `empty`: it makes its database itself at its first start, as a new house does; else it begins
    with a copy of one that the migrations were carried out on before.
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


# When the site last ran. An older row in its place would look like an outage.
PULSE = "games_housepulse"


class SharedSite(EmbeddedSite):
    """An embedded site that many test modules use one after the other."""

    def start(self, *names: str) -> None:
        super().start(*names)
        with closing(self._connect()) as database:
            database.execute("VACUUM INTO ?", [str(self._fresh)])

    def clear(self) -> None:
        """Put the database back to what it was at the start of the site.

        Ids are not given out twice: `sqlite_sequence` stays, so no cache of the running site holds
        anything under the id of a new row.
        """
        with closing(self._connect()) as database:
            database.execute("ATTACH ? AS fresh", [str(self._fresh)])
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
        """Return a connection that does not check foreign keys, which is SQLite's default."""
        return sqlite3.connect(self.database, timeout=PATIENCE, isolation_level=None)

    @property
    def _fresh(self) -> Path:
        return self.folder / "fresh.sqlite3"

    def move_clock(self, seconds: float) -> NoReturn:
        raise AssertionError("other modules use this site as well: let `site` be `own_site` here")

    def kill(self, *names: str) -> NoReturn:
        self.move_clock(0)


class ScaledSite(Site):
    """Processes `web0`, `web1`, ..., `worker` and `beat`; a Redis and a database of its own.

    The database is a copy of one that the migrations were carried out on.
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
        """Those of the Procfile."""
        lines = (ROOT / "Procfile").read_text().splitlines()
        kinds = {kind: command for kind, _, command in (line.partition(": ") for line in lines)}
        webs = {
            f"web{index}": f"env HOST=127.0.0.1 PORT={port} sh -c 'exec {kinds['web']}'"
            for index, port in enumerate(self.ports)
        }
        return {**webs, "worker": kinds["worker"], "beat": kinds["beat"]}

    def waiting(self) -> int:
        """How many wait for a lock of the database."""
        with psycopg.connect(self.database_url) as beside:
            found = beside.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
        assert found is not None
        return int(found[0])

    def close(self) -> None:
        try:
            super().close()
        finally:
            self.redis.stop()
