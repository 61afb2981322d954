"""People who play without a pause while something breaks, and the audit after it.

    with Load(site) as load:
        ...                     # break something
        load.hush()             # from here on half of the tables cause no updates
        ...                     # mend it
    load.check()

An action counts as acknowledged when the site has said that it was applied. A player without an
answer repeats the request with the same key at another process, as a page does.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import WebSocketException

from tests.support import blanks_http as blanks
from tests.support.client import Client, guest
from tests.support.patience import PATIENCE
from tests.support.shown_page import Shown
from tests.support.site import Site

WITHIN = 10 * max(1.0, PATIENCE / 120)  # seconds until everything must be right after a fault
LATE = 2  # seconds: a deadline that is overdue for longer was missed by the sweeps
HEARTBEAT = 15  # seconds, as in static/js/connection.js
UNANSWERED = (OSError, http.client.HTTPException)
LASTING = {"option_round_limit": "500"}
SILENT = {**LASTING, "option_play_seconds": "15", "option_vote_seconds": "15"}

BOOKS = """
import json
from datetime import timedelta
from chat.core.clock import now
from games.models import AcceptedKey, Match
mine = Match.objects.filter(public_id__in={matches!r})
late = Match.objects.filter(status="running", due_at__lt=now() - timedelta(seconds={late}))
keys = AcceptedKey.objects.filter(match__in=mine).values_list("match__public_id", "key")
print(json.dumps({{
    "keys": list(keys),
    "late": list(late.values_list("public_id", flat=True)),
    "stalled": list(Match.objects.filter(status="stalled").values_list("public_id", flat=True)),
}}))
"""

# The matches of one test would be overdue when the next test moves the clock.
END = """
from chat.core.clock import now
from games.models import Match
mine = Match.objects.filter(public_id__in={matches!r}, status="running")
mine.update(status="aborted", due_at=None, ended_at=now())
"""

SEEN = """
from chat.core.clock import now
from chat.models import Presence
rows = Presence.objects.filter(room__in={rooms!r}).values_list("room", "channel", "seen_at")
print(now(), *(f"{{room}} {{name:.4}} {{at}}" for room, name, at in rows), sep=", ")
"""

REPLAY = """
from django.core.management import call_command
call_command("replay", {match!r})
"""


@dataclass
class Table:
    """A match, its players, and the keys of the actions that were acknowledged."""

    match: str
    people: list[Client]
    resting: bool = False
    requests: int = 0  # of its players
    acknowledged: list[str] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)  # seconds until each answer


class OpenPage:
    """An open page of a match, with the contents it shows.

    It reconnects when its socket is closed, and sends heartbeats.
    """

    def __init__(self, person: Client, url: str, match: str) -> None:
        self.person, self.match = person.twin(url), match
        self.shown = Shown()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._stay_connected, daemon=True)
        self._thread.start()

    def _stay_connected(self) -> None:
        while not self._over.wait(0.3):
            try:
                self._follow()
            except (*UNANSWERED, WebSocketException):
                continue  # a quiet socket's TimeoutError is an OSError, too, but caught in _follow

    def _follow(self) -> None:
        with self.person.socket(f"/live/match/{self.match}/?since=0:0") as socket:
            beaten = time.monotonic()
            while not self._over.is_set():
                if time.monotonic() - beaten > HEARTBEAT:
                    socket.send(".")
                    beaten = time.monotonic()
                try:
                    self.shown.take(str(socket.recv(timeout=0.5)))
                except TimeoutError:
                    continue

    def differences(self) -> dict[str, tuple[str | None, str]]:
        """Return the fragments that a page opened now shows differently."""
        try:
            with self.person.twin().socket(f"/live/match/{self.match}/?since=0:0") as socket:
                truth = Shown()
                truth.take(str(socket.recv(timeout=PATIENCE)))
        except (*UNANSWERED, WebSocketException) as error:
            return {"page": (None, repr(error))}
        shown = self.shown.parts()
        return {
            name: (shown.get(name), it)
            for name, it in truth.parts().items()
            if shown.get(name) != it
        }

    def close(self) -> None:
        self._over.set()
        self._thread.join()


class Load:
    """Tables in constant play, with pages of them open at every web process.

    At each of the `tables` two people and two bots play. One more table has two people who never
    answer. `pause` is the time before each answer in seconds; a match ends after `rounds` rounds.
    """

    def __init__(
        self, site: Site, *, tables: int = 4, pause: float = 0.05, rounds: int = 500
    ) -> None:
        self.site, self.pause = site, pause
        options = {**LASTING, "option_round_limit": str(rounds)}
        self.tables = [self._table(bots="2", **options) for _ in range(tables)]
        self.silent = self._table(**SILENT)
        self.pages = [
            OpenPage(table.people[0], url, table.match)
            for table in (*self.tables, self.silent)
            for url in site.urls
        ]
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def _table(self, **options: Any) -> Table:
        people = [guest(url) for url in (self.site.urls * 2)[:2]]
        return Table(blanks.table(people, **options), people)

    # --- Playing

    def __enter__(self) -> Self:
        self._threads = [
            threading.Thread(target=self._play, args=(table, person), daemon=True)
            for table in self.tables
            for person in table.people
        ]
        for thread in self._threads:
            thread.start()
        self.wait_for(len(self.tables))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        if kind is not None:
            self.close()

    def hush(self) -> None:
        """Pause every other table, so that no later update repairs its pages."""
        for table in self.tables[::2]:
            table.resting = True

    def wait_for(self, count: int) -> None:
        """Wait until `count` more actions were acknowledged."""
        wanted = self.acknowledged + count
        end = time.monotonic() + PATIENCE
        while self.acknowledged < wanted:
            assert time.monotonic() < end, f"{wanted - self.acknowledged} actions did not come"
            time.sleep(0.05)

    @property
    def acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    def _play(self, table: Table, person: Client) -> None:
        tab, chance = person.twin(), random.Random(person.name)
        while not self._over.wait(self.pause):
            if table.resting:
                continue
            table.requests += 1
            try:
                mine = blanks.forms(tab, table.match)
            except UNANSWERED:
                tab = self._at_next_process(tab)
                continue
            if mine:
                tab = self._repeat_until_answered(table, tab, chance.choice(mine).keyed())
        tab.close()

    def _repeat_until_answered(
        self, table: Table, tab: Client, form: list[tuple[str, str]]
    ) -> Client:
        """Repeat an action with the same key until it is answered or the table rests."""
        while not (self._over.is_set() or table.resting):
            began = time.monotonic()
            table.requests += 1
            try:
                answer = blanks.act(tab, table.match, form)
            except UNANSWERED:
                tab = self._at_next_process(tab)
                continue
            if answer.accepted:
                table.acknowledged.append(dict(form)["key"])
                table.pauses.append(time.monotonic() - began)
            if answer.accepted or (answer.code and answer.code != "busy"):
                break
            time.sleep(0.1)
        return tab

    def _at_next_process(self, tab: Client) -> Client:
        """Return the same person at the next web process."""
        tab.close()
        time.sleep(0.1)
        urls = self.site.urls
        return tab.twin(urls[(urls.index(tab.url) + 1) % len(urls)])

    # --- Audit

    def check(self) -> None:
        """Assert that the site recovers without further updates and its data are right."""
        try:
            within(lambda: not self._late(), what=lambda: f"overdue: {self._late()}")
            within(lambda: not self._stale(), what=self._describe_stale_pages)
            self._check_books()
            self.site.shell(END.format(matches=self._matches()))
        finally:
            self.close()

    def _books(self) -> Any:
        return json.loads(self.site.shell(BOOKS.format(matches=self._matches(), late=LATE)))

    def _matches(self) -> list[str]:
        return [table.match for table in (*self.tables, self.silent)]

    def _late(self) -> list[str]:
        late: list[str] = self._books()["late"]
        return late

    def _stale(self) -> list[Any]:
        found = ((page.match, page.person.url, page.differences()) for page in self.pages)
        return [page for page in found if page[2]]

    def _describe_stale_pages(self) -> str:
        """Describe the stale pages, with the times their presence was last recorded."""
        rooms = [f"table-{table.match}" for table in (*self.tables, self.silent)]
        return f"pages that are stale: {self._stale()}; {self.site.shell(SEEN.format(rooms=rooms))}"

    def _check_books(self) -> None:
        books = self._books()
        assert books["stalled"] == []
        for table in (*self.tables, self.silent):
            keys = Counter(key for match, key in books["keys"] if match == table.match)
            assert set(table.acknowledged) <= set(keys)
            truth = blanks.truth(self.site, table.match)
            assert truth["failures"] == 0
            people = {int(seat) for seat, (name, _status) in truth["seats"].items() if name}
            done = Counter(
                (entry["seat"], entry["action"], entry["round"])
                for entry in truth["log"]
                if entry["seat"] in people and "round" in entry
            )
            assert set(done.values()) <= {1}
            assert len(done) == len(keys) - 2  # without those of creating and starting the table
            timeouts = Counter(e["decision"] for e in truth["log"] if e["action"] == "timeout")
            assert set(timeouts.values()) <= {1}
            assert "agrees with" in self.site.shell(REPLAY.format(match=table.match))

    def close(self) -> None:
        for page in self.pages:
            page.close()
        for table in (*self.tables, self.silent):
            for person in table.people:
                person.close()


def within(holds: Callable[[], bool], *, what: Callable[[], str]) -> None:
    """Wait until this holds; fail if it takes longer than `WITHIN`."""
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end, f"after {WITHIN:.0f} s still {what()}"
        time.sleep(0.2)
