"""A stopped web process completes its requests; its pages reconnect to another."""

from __future__ import annotations

import http.client
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from tests.support import blanks_http as blanks
from tests.support.client import Answer, Client, guest, opened, wait_for
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep


@pytest.fixture
def site(scaled_site: ScaledSite) -> ScaledSite:
    ended = {name for name, process in scaled_site.processes.items() if process.poll() is not None}
    if ended:
        scaled_site.start(*ended)
    return scaled_site


@contextmanager
def asked_all_the_time(site: ScaledSite, url: str) -> Iterator[None]:
    """Query the site's health all the time, as many monitors would."""
    enough = threading.Event()

    def ask() -> None:
        while not enough.is_set():
            site.health(url)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        enough.set()
        for thread in threads:
            thread.join()


def _terminate(site: ScaledSite, name: str) -> None:
    site.processes[name].send_signal(signal.SIGTERM)


def _has_ended_well(site: ScaledSite, name: str) -> bool:
    """Return True if the process has ended without interrupting any request."""
    return site.processes[name].wait(timeout=PATIENCE) == 0 and "cut off" not in site.log()


@pytest.mark.parametrize("time", range(4))
def test_a_web_process_ends_despite_readiness_requests(site: ScaledSite, time: int) -> None:
    with asked_all_the_time(site, site.urls[0]):
        wait_until(lambda: site.health(site.urls[0])[0] == 200, what="an answer")
        _terminate(site, "web0")
        assert _has_ended_well(site, "web0")


def test_a_request_in_progress_is_answered_and_announced(site: ScaledSite) -> None:
    first, second = site.urls
    people = [guest(first) for _ in range(3)]
    match = blanks.table(people)
    form = blanks.forms(people[1], match)[0]
    answers: list[Answer] = []
    acting = threading.Thread(
        target=lambda: answers.append(blanks.act(people[1], match, form.keyed()))
    )
    with opened(people[0], second, match) as socket, psycopg.connect(site.database_url) as other:
        other.execute("SELECT 1 FROM games_match WHERE public_id = %s FOR UPDATE", [match])
        acting.start()
        wait_until(lambda: site.waiting() > 0, what="the action waiting for the match")
        _terminate(site, "web0")
        wait_until(lambda: site.health(first)[0] == 0, what="nobody accepting any more")
        other.rollback()
        acting.join(PATIENCE)
        assert [answer.accepted for answer in answers] == [True]
        assert answers[0].headers["connection"] == "close"
        wait_for(socket, "has played")
    assert _has_ended_well(site, "web0")


def test_open_pages_are_told_of_the_restart(site: ScaledSite) -> None:
    people = [guest(site.url) for _ in range(3)]
    match = blanks.table(people)
    with opened(people[0], site.url, match) as socket:
        _terminate(site, "web0")
        with pytest.raises(ConnectionClosed) as closed:
            wait_for(socket, "nothing that will come")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert _has_ended_well(site, "web0")


def test_an_unfinished_request_is_cut_off_and_rolled_back(postgres: Databases) -> None:
    with ScaledSite(postgres, webs=1, DRAIN_SECONDS="0.5") as site:
        people = [guest(site.url) for _ in range(3)]
        match = blanks.table(people)
        form = blanks.forms(people[1], match)[0].keyed()
        cut: list[Exception] = []
        acting = threading.Thread(target=_cut_off, args=(people[1], match, form, cut))
        with psycopg.connect(site.database_url) as other:
            other.execute("SELECT 1 FROM games_match WHERE public_id = %s FOR UPDATE", [match])
            acting.start()
            wait_until(lambda: site.waiting() > 0, what="the action waiting for the match")
            _terminate(site, "web0")
            site.processes["web0"].wait(timeout=PATIENCE)  # while the request still waits
            acting.join(PATIENCE)
        assert len(cut) == 1
        assert "cut off after 0.5 s: requests 1, sockets 0" in site.log()
        site.start("web0")
        assert blanks.act(people[1].twin(), match, form).accepted, "it was not done, and is now"
        blanks.replays(site, match)


def _cut_off(person: Client, match: str, form: list[tuple[str, str]], cut: list[Exception]) -> None:
    try:
        blanks.act(person, match, form)
    except (OSError, http.client.HTTPException) as error:
        cut.append(error)
