"""Web processes restart one after the other while people play, without errors."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.support import blanks_http as blanks
from tests.support.client import Answer, Client, Fields, guest
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep

NOTICE = PATIENCE / 20  # seconds: on a busy machine the proxy notices later
THINKING = 0.1
REVISION = re.compile(r'data-revision="(\w+):(\d+)"')


@pytest.fixture(scope="module")
def site(postgres: Databases) -> Iterator[ScaledSite]:
    with ScaledSite(postgres, DRAIN_NOTICE=str(NOTICE)) as site:
        yield site


class Proxy:
    """A proxy to the ready web processes, as docs/operations.md describes it."""

    def __init__(self, site: ScaledSite) -> None:
        self._site = site
        self._ready = list(site.urls)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._ending.wait(NOTICE / 10):
            ready = [url for url in self._site.urls if self._site.health(url)[0] == 200]
            self._ready = ready or self._ready

    def url(self, number: int) -> str:
        ready = self._ready
        return ready[number % len(ready)]

    def close(self) -> None:
        self._ending.set()
        self._thread.join()


@dataclass
class Person:
    """A person at a table, with an open page."""

    client: Client
    match: str
    number: int
    proxy: Proxy
    enough: threading.Event = field(default_factory=threading.Event)
    accepted: list[str] = field(default_factory=list)
    # Everything that a browser would have shown as an error.
    troubles: list[str] = field(default_factory=list)
    restarts: int = 0
    shown: dict[str, int] = field(default_factory=dict)  # the newest revision shown, by its stream

    def ask(self, method: str, path: str, form: Fields = ()) -> Answer:
        """Send a request on a connection that is kept while the server allows it."""
        url = self.proxy.url(self.number)
        if self.client.url != url:
            self.client.close()
            self.client.url = url
        answer = self.client.get(path) if method == "GET" else self.client.post(path, form)
        if answer.headers.get("connection") == "close":
            self.client.close()
        if answer.status >= 400 and not answer.code:
            self.troubles.append(f"{method} {path}: {answer.status}")
        return answer

    def page(self) -> str:
        return self.ask("GET", f"/m/{self.match}/").text

    def play(self) -> None:
        while not self.enough.wait(THINKING):
            try:
                self._move()
            except Exception as error:
                self.troubles.append(repr(error))
                self.client.close()

    def _move(self) -> None:
        mine = blanks.forms_in(self.page())
        if mine:
            key = secrets.token_hex(16)
            answer = self.ask("POST", f"/m/{self.match}/act/", mine[0].keyed(key))
            if answer.accepted:
                self.accepted.append(key)
            elif answer.code == "busy":
                self.troubles.append(answer.text)

    def watch(self, ended: threading.Event) -> None:
        """Keep a page open as its script does: reconnect whenever its socket closes."""
        page = self.client.twin()
        while not ended.is_set():
            page.url = self.proxy.url(self.number)
            try:
                with page.socket(f"/live/match/{self.match}/?since=0:0") as socket:
                    while not ended.is_set():
                        self._hear(socket)
            except ConnectionRefusedError:
                ended.wait(THINKING)  # the proxy does not know yet: the page tries again
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
                self.restarts += code == 1012
                if code != 1012:
                    self.troubles.append(f"socket: {code}")

    def _hear(self, socket: ClientConnection) -> None:
        try:
            self._note(str(socket.recv(timeout=THINKING)))
        except TimeoutError:
            return

    def _note(self, html: str) -> None:
        for stream, number in REVISION.findall(html):
            self.shown[stream] = max(int(number), self.shown.get(stream, 0))

    def shows_the_truth(self) -> bool:
        return all(self.shown.get(s, -1) >= int(n) for s, n in REVISION.findall(self.page()))


def _begun(*work: threading.Thread) -> list[threading.Thread]:
    for thread in work:
        thread.start()
    return list(work)


def test_nobody_notices_a_restart_of_both_web_processes(site: ScaledSite) -> None:
    clients = [guest(site.urls[number % 2]) for number in range(4)]
    match = blanks.table(clients, option_round_limit="100")
    proxy, ended = Proxy(site), threading.Event()
    people = [Person(one, match, number, proxy) for number, one in enumerate(clients)]
    playing = _begun(*(threading.Thread(target=one.play) for one in people))
    watching = _begun(*(threading.Thread(target=one.watch, args=[ended]) for one in people))
    try:
        for name in ("web0", "web1"):
            _play_on(people)
            site.stop(name)
            _play_on(people)
            site.start(name)
        _stop(people, playing)
        wait_until(lambda: all(one.shows_the_truth() for one in people), what="fresh pages")
    finally:
        _stop(people, playing)
        ended.set()
        for thread in watching:
            thread.join()
        proxy.close()
    assert [trouble for one in people for trouble in one.troubles] == []
    assert all(one.restarts for one in people), "each page's web was ended once at least"
    assert "cut off" not in site.log()
    accepted = {key for one in people for key in one.accepted}
    assert accepted <= blanks.accepted_keys(site, match)
    blanks.replays(site, match)


def _play_on(people: list[Person]) -> None:
    """Wait until everybody has acted again with the current web processes."""
    before = [len(one.accepted) for one in people]
    wait_until(
        lambda: all(len(one.accepted) > n + 1 for one, n in zip(people, before, strict=True)),
        what="people playing on",
    )


def _stop(people: list[Person], playing: list[threading.Thread]) -> None:
    for one in people:
        one.enough.set()
    for thread in playing:
        thread.join()
