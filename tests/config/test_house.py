"""Tests that `manage.py house` starts, stops and survives being killed."""

from __future__ import annotations

import http.client
import signal
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest

from tests.support.client import TOKEN, Client
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import free_port
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def house() -> Iterator[EmbeddedSite]:
    """Start a site as `make run` does: an empty database and no test settings."""
    usual = {"TESTING": "0", "BOT_DELAY_SCALE": "1", "CONN_MAX_AGE": "60"}
    told = {"METRICS_PORT": str(free_port())}
    with EmbeddedSite(empty=True, **usual, **told) as site:
        yield site


def _get(url: str) -> tuple[str, dict[str, str]]:
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read().decode("latin-1"), {k.lower(): v for k, v in answer.headers.items()}


def test_the_site_is_alive_and_ready(house: EmbeddedSite) -> None:
    assert _get(f"{house.url}/health/alive")[0] == "ok\n"
    found = {"draining": False, "database": True, "live": True, "static": True, "schedule": True}
    assert house.health() == (200, found)
    assert "ridotto_ready 1.0\n" in _get(f"{house.url}/health/metrics")[0]


def test_metrics_are_served_on_their_own_port(house: EmbeddedSite) -> None:
    told = _page(f"http://127.0.0.1:{house.environment['METRICS_PORT']}/metrics")
    assert "\nridotto_database_connects_total " in told


def test_static_files_are_hashed_compressed_and_cached(house: EmbeddedSite) -> None:
    page = _page(f"{house.url}/")
    start = page.index("/static/css/")
    sheet = page[start : page.index('"', start)]
    _, headers = _get(house.url + sheet)
    assert sheet.count(".") == 2, sheet
    assert headers["content-encoding"] == "gzip"
    assert "immutable" in headers["cache-control"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-type"].startswith("text/css")


def test_a_missing_static_file_is_not_found(house: EmbeddedSite) -> None:
    for path in ("/static/no.css", "/static/../manage.py", "/static/"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            _get(house.url + path)


def _page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def test_a_second_site_on_the_same_port_is_refused_with_the_reason(house: EmbeddedSite) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", house.commands()["house"]],
        env=house._environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "choose another port" in done.stderr


def test_writes_reach_the_database_file_without_help(house: EmbeddedSite) -> None:
    """Check that the background thread copies each write into the database.

    By default SQLite does it in a commit, and only if the log is long.
    """
    for name in ("ada", "bea", "cleo"):
        before = house.database.read_bytes()
        Client(house.url).sign_up(name)
        wait_until(partial(_has_changed, house, before), what="a checkpoint")


def _has_changed(house: EmbeddedSite, before: bytes) -> bool:
    return house.database.read_bytes() != before


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_site_stops_promptly_with_pages_open(house: EmbeddedSite, how: signal.Signals) -> None:
    person = Client(house.url).sign_up(f"dee-{how.name.lower()}")
    with person.socket("/live/lobby/all/") as page:
        person.close()
        page.recv(timeout=PATIENCE)
        process = house.processes["house"]
        began = time.monotonic()
        process.send_signal(how)
        assert process.wait(timeout=PATIENCE) == 0
        assert time.monotonic() - began < 4
    house.stop()
    house.start()


def test_a_request_in_progress_is_answered_before_the_end() -> None:
    """Stop the site while a request waits for SQLite's only writer, this test."""
    with EmbeddedSite() as house:
        browser = http.client.HTTPConnection("localhost", house.port, timeout=PATIENCE)
        browser.request("GET", "/health/alive")
        browser.getresponse().read()  # the connection is accepted, and kept alive
        with closing(sqlite3.connect(house.database, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            proof = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
            browser.request("POST", "/play-now/", headers=proof)
            house.processes["house"].send_signal(signal.SIGTERM)
            wait_until(lambda: house.health()[0] == 0, what="nobody being let in any more")
            writer.execute("ROLLBACK")
        answer = browser.getresponse()
        assert (answer.status, answer.getheader("connection")) == (302, "close")
        assert "sessionid=" in str(answer.headers)
        assert house.processes["house"].wait(timeout=PATIENCE) == 0


def test_the_site_restarts_after_a_kill_and_prints_its_address_once(
    house: EmbeddedSite,
) -> None:
    said = house.log().count(house.url)
    house.kill()
    house.start()
    assert house.health()[0] == 200
    assert house.log().count(house.url) == said + 1


def test_a_limit_on_guests_survives_a_restart(house: EmbeddedSite) -> None:
    def come() -> int:
        return Client(house.url).post("/play-now/").status

    let_in = 0  # other tests may have created guests on this site before
    while come() == 302:
        let_in += 1
        assert let_in <= 10
    house.kill()
    house.start()
    assert come() == 429
