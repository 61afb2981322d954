"""The commands of docs/operations.md work in an empty folder as it says."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.laws.source import ROOT
from tests.support import release
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases, Redis, free_port

pytestmark = pytest.mark.nightly

BOOK = (ROOT / "docs/operations.md").read_text("utf-8")
COMMANDS = re.findall(r"^```sh\n(.*?)^```", BOOK, re.MULTILINE | re.DOTALL)
UNITS = sorted((ROOT / "docs/deploy").glob("ridotto*"))


def _command(*words: str) -> str:
    """Return the command block of the manual that contains these words."""
    (found,) = [block for block in COMMANDS if all(word in block for word in words)]
    return str(found)


def _environment(**more: str) -> dict[str, str]:
    return release.shell(Path(sys.executable).parent, **more)


class Site:
    """The Procfile's processes under honcho: two web processes, a worker and a beat."""

    def __init__(self, folder: Path, database_url: str, redis_url: str) -> None:
        self.folder = folder
        self.port = free_port(2)
        self.https = free_port()
        self._processes: list[subprocess.Popen[bytes]] = []
        for name in release.files():
            if not name.startswith("tests/"):
                release.copy(name, folder)
        text = release.settings(
            ALLOWED_HOSTS="localhost",
            CSRF_TRUSTED_ORIGINS=self.url,
            DATABASE_URL=database_url,
            REDIS_URL=redis_url,
        )
        (folder / ".env").write_text(f"{text}HOST=127.0.0.1\n")

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https}"

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command, cwd=self.folder, env=_environment(), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self, *command: str) -> None:
        with (self.folder / "log").open("ab") as log:
            self._processes.append(
                subprocess.Popen(
                    command, cwd=self.folder, env=_environment(), stdout=log, stderr=log
                )
            )

    def found(self, port: int) -> dict[str, Any]:
        try:
            address = f"http://127.0.0.1:{port}/health/ready"
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return dict(json.load(answer))
        except OSError:
            return {}

    def is_ready(self) -> bool:
        if any(process.poll() is not None for process in self._processes):
            raise RuntimeError((self.folder / "log").read_text(errors="replace")[-4000:])
        found = [self.found(port) for port in (self.port, self.port + 1)]
        return all(one.get("schedule") for one in found)

    def close(self) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def site(postgres: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    redis = Redis()
    redis.start()
    folder = tmp_path_factory.mktemp("by-the-book")
    site = Site(folder, postgres.database("by_the_book"), redis.url)
    *_activate, release, start = _command("honcho start").strip().splitlines()
    site.run(*release.split())
    site.start(*start.replace("8000", str(site.port)).split())
    try:
        wait_until(site.is_ready, what="both webs, the worker and the beat")
        yield site
    finally:
        site.close()
        redis.stop()


def test_pages_find_their_collected_static_files(site: Site) -> None:
    headers = {"Host": "localhost", "X-Forwarded-Proto": "https"}
    for port in (site.port, site.port + 1):
        page = _read(urllib.request.Request(f"http://127.0.0.1:{port}/", headers=headers))
        sheet = re.findall(r"/static/css/[\w.]+\.css", page)[0]
        assert sheet.count(".") == 2, "its name has no hash"
        assert _read(urllib.request.Request(f"http://127.0.0.1:{port}{sheet}", headers=headers))


def _read(request: urllib.request.Request) -> str:
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("kind", ["worker", "beat"])
def test_worker_and_beat_report_their_pulse(site: Site, kind: str) -> None:
    site.run("honcho", "run", "python", "manage.py", "pulse", kind)


def test_people_play_through_the_proxy_over_tls(site: Site, needed: Callable[[str], str]) -> None:
    nginx = needed("nginx")
    certificate = _certificate(needed("openssl"), site.folder)
    site.start(nginx, "-p", str(site.folder), "-e", "error.log", "-c", _nginx(site))
    trusted = ssl.create_default_context(cafile=str(certificate))
    cookies = CookieJar()
    browser = urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=trusted), urllib.request.HTTPCookieProcessor(cookies)
    )

    def get(path: str, **posted: str) -> str:
        body = "&".join(f"{name}={value}" for name, value in posted.items()).encode() or None
        request = urllib.request.Request(site.url + path, body, {"Referer": f"{site.url}/"})
        with browser.open(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def answers() -> bool:
        try:
            return bool(get("/"))
        except urllib.error.URLError:
            return False

    wait_until(answers, what="the proxy")
    token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', get("/"))[0]
    get("/play-now/", csrfmiddlewaretoken=token)
    names = "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)
    assert "sessionid=" in names
    page = get("/lobby/")
    live = re.findall(r'(?:ws-connect|data-live)="([^"]+)"', page)[0]
    with connect(
        f"wss://localhost:{site.https}{live}",
        ssl=trusted,
        origin=Origin(site.url),
        additional_headers={"Cookie": names},
        open_timeout=PATIENCE,
    ) as live_page:
        assert "hx-swap-oob" in str(live_page.recv(PATIENCE))
    for inside in ("/health/ready", "/metrics"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get(inside)


def _certificate(openssl: str, folder: Path) -> Path:
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
    names = ["/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*made, *names, *files], check=True, capture_output=True)
    return folder / "cert.pem"


def _nginx(site: Site) -> str:
    """Return the manual's nginx configuration, with this machine's names and ports."""
    text = (site.folder / "docs/deploy/nginx.conf").read_text("utf-8")
    for said, here in (
        ("127.0.0.1:8000", f"127.0.0.1:{site.port}"),
        ("127.0.0.1:8001", f"127.0.0.1:{site.port + 1}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{site.https} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("ridotto.example;", "localhost;"),
        ("/etc/ssl/ridotto.example.pem", str(site.folder / "cert.pem")),
        ("/etc/ssl/ridotto.example.key", str(site.folder / "key.pem")),
    ):
        assert said in text, said
        text = text.replace(said, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {site.folder}/{kind};" for kind in kinds)
    frame = f"daemon off; pid {site.folder}/pid; events {{}} http {{ access_log off; {paths}\n"
    (site.folder / "nginx.conf").write_text(f"{frame}{text}}}\n")
    return str(site.folder / "nginx.conf")


def _shell(folder: Path, command: str, **environment: str) -> None:
    subprocess.run(
        ["sh", "-eu", "-c", command], cwd=folder, env=_environment(**environment), check=True
    )


def test_sqlite_is_backed_up_during_writes_and_restored(tmp_path: Path) -> None:
    (tmp_path / ".run").mkdir()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    database = tmp_path / ".run/ridotto.sqlite3"
    with closing(sqlite3.connect(database, isolation_level=None)) as running:
        running.execute("PRAGMA journal_mode=WAL")
        running.execute("CREATE TABLE kept (what TEXT)")
        running.execute("INSERT INTO kept VALUES ('before')")
        _shell(tmp_path, _command("VACUUM INTO"))
        running.execute("INSERT INTO kept VALUES ('after')")
    _shell(tmp_path, _command("cp backup.sqlite3"))
    with closing(sqlite3.connect(database)) as restored:
        assert restored.execute("SELECT what FROM kept").fetchall() == [("before",)]


def test_postgresql_is_backed_up_during_writes_and_restored(
    postgres: Databases, tmp_path: Path, needed: Callable[[str], str]
) -> None:
    needed("pg_dump")
    url = postgres.database("to_be_kept")
    with psycopg.connect(url, autocommit=True) as running:
        running.execute("CREATE TABLE kept (what text)")
        running.execute("INSERT INTO kept VALUES ('before')")
        _shell(tmp_path, _command("pg_dump"), DATABASE_URL=url)
        running.execute("INSERT INTO kept VALUES ('after')")
    _shell(tmp_path, _command("pg_restore"), DATABASE_URL=url)
    with psycopg.connect(url) as restored:
        assert restored.execute("SELECT what FROM kept").fetchall() == [("before",)]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = re.sub(r"/srv/ridotto/.venv/bin/\w+", "/usr/bin/env", unit.read_text("utf-8"))
        (tmp_path / unit.name).write_text(text)
    names = [str(tmp_path / unit.name) for unit in UNITS]
    command = ["systemd-analyze", "verify", "--man=no", *names]
    told = subprocess.run(command, capture_output=True, text=True)
    ours = [line for line in told.stderr.splitlines() if "ridotto" in line]
    assert ours == []


def test_units_run_the_commands_of_the_procfile() -> None:
    procfile = re.sub(r"\$\{\w+:-([^}]+)\}", r"\1", (ROOT / "Procfile").read_text("utf-8"))
    started = re.compile(r"^ExecStart=/srv/ridotto/.venv/bin/(.*)$", re.MULTILINE)
    commands = [one for unit in UNITS for one in started.findall(unit.read_text("utf-8"))]
    assert len(commands) == 4
    for command in commands:
        plain = command.replace("--host 127.0.0.1 --port %i", "--host 0.0.0.0 --port 8000")
        assert plain in procfile
