"""The image, built by the Dockerfile's steps, and run as compose.yaml says.

No container engine is needed: the machine stands for the image's system.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.support import release
from tests.support.containers import Image, command_of, health_check_of, ours
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases, Postgres, Redis, free_port

pytestmark = pytest.mark.nightly

PASSWORD = 'a:/?#@%$ "b\\'
ASKED = {"Host": "localhost", "X-Forwarded-Proto": "https"}


class Containers:
    """The services of compose.yaml that run the image, as local processes."""

    def __init__(self, image: Image, postgres: Databases, redis: Redis) -> None:
        self.image = image
        self.ports = {name: str(free_port()) for name in ours()}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._postgres, self._redis = postgres, redis
        text = release.settings(ALLOWED_HOSTS="localhost", POSTGRES_PASSWORD=f"'{PASSWORD}'")
        (image.root / ".env").write_text(text)

    def _here(self, name: str, text: str) -> str:
        """Return the text with the containers' names and ports replaced by local ones."""
        text = text.replace("@postgres:5432/", f"@127.0.0.1:{self._postgres.port}/")
        text = text.replace("//redis:6379/", f"//127.0.0.1:{self._redis.port}/")
        text = text.replace("0.0.0.0", "127.0.0.1")
        return re.sub(r"\b8000\b", self.ports[name], text)

    def environment(self, name: str) -> dict[str, str]:
        """Return the environment variables of a service."""
        # compose.yaml overrides .env, and .env the image.
        read = self.image.run("sh", "-euc", "set -a; . ../../.env; env -0").stdout
        values = dict(line.split("=", 1) for line in read.split("\0") if line)
        more = ours()[name]["environment"].items()
        return values | {key: self._here(name, value) for key, value in more}

    def start(self, name: str) -> subprocess.Popen[bytes]:
        command = [self._here(name, word) for word in command_of(ours()[name])]
        with self.log(name).open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=self.image.folder, env=self.environment(name), stdout=log, stderr=log
            )
        return self.processes[name]

    def is_well(self, name: str) -> bool:
        assert self.processes[name].poll() is None, self.log(name).read_text()
        check = health_check_of(ours()[name])
        assert check
        words = [self._here(name, word) for word in check]
        asked = subprocess.run(
            words, cwd=self.image.folder, env=self.environment(name), capture_output=True
        )
        return asked.returncode == 0

    def log(self, name: str) -> Path:
        return self.image.root / f"{name}.log"

    def get(self, name: str, path: str) -> str:
        address = f"http://127.0.0.1:{self.ports[name]}{path}"
        request = urllib.request.Request(address, headers=ASKED)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def end(self) -> dict[str, int]:
        for process in self.processes.values():
            process.terminate()
        return {name: process.wait(PATIENCE) for name, process in self.processes.items()}


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    with tempfile.TemporaryDirectory(prefix="ridotto-image-") as folder:
        image = Image(Path(folder))
        image.build()
        yield image


@pytest.fixture(scope="module")
def containers(image: Image) -> Iterator[Containers]:
    """Start the services in the order of compose.yaml, and await their health."""
    with _postgres() as postgres, Redis() as redis:
        running = Containers(image, postgres, redis)
        try:
            _start(running)
            yield running
        finally:
            running.end()


def _start(containers: Containers) -> None:
    assert containers.start("migrate").wait(PATIENCE) == 0, containers.log("migrate").read_text()
    del containers.processes["migrate"]
    for name in ours().keys() - {"migrate"}:
        containers.start(name)
    for name in containers.processes:
        wait_until(partial(containers.is_well, name), what=f"{name} being well")


@contextmanager
def _postgres() -> Iterator[Postgres]:
    """Start a PostgreSQL with the user, database and password of compose.yaml."""
    with Postgres() as server, psycopg.connect(server.url, autocommit=True) as database:
        role = sql.SQL("CREATE ROLE ridotto LOGIN PASSWORD {}").format(sql.Literal(PASSWORD))
        database.execute(role)
        database.execute("CREATE DATABASE ridotto OWNER ridotto")
        rules = server.data / "pg_hba.conf"
        rules.write_text(f"host all ridotto all scram-sha-256\n{rules.read_text()}")
        database.execute("SELECT pg_reload_conf()")
        yield server


def test_pages_and_static_files_come_from_the_image(containers: Containers) -> None:
    for web in ("web1", "web2"):
        page = containers.get(web, "/")
        sheet = re.findall(r"/static/css/[\w.]+\.css", page)[0]
        assert sheet.count(".") == 2, "its name has no hash"
        assert containers.get(web, sheet)


def test_containers_write_nothing_beside_the_code(containers: Containers) -> None:
    # The image's user lacks the permission. Bytecode is compiled when the image is built.
    folder = containers.image.folder
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    found = {str(path) for path in files if "__pycache__" not in path.parts}
    assert found == containers.image.copied


def test_the_database_password_is_required(containers: Containers) -> None:
    wrong = containers.environment("migrate") | {"POSTGRES_PASSWORD": "another"}
    told = containers.image.run("python", "manage.py", "showmigrations", **wrong)
    assert told.returncode != 0
    assert "password authentication failed" in told.stderr


def test_containers_stop_cleanly(containers: Containers) -> None:
    # The last test of this module: afterwards no service runs.
    assert set(containers.end().values()) == {0}
