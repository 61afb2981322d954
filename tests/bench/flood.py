"""Benchmark of an attack: one person floods the site while others play.

    python -m tests.bench.flood [--scaled] [--seconds 20] [--connections 20]

The site runs with its default limits. Others play before the attacks and during them: one over
twenty connections with the same session, and one over as many, each with a session of its own.
Their response times are compared. The attacker runs in another process, so that only the site is
kept busy.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import secrets
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Any

from websockets.exceptions import WebSocketException

from tests.bench.lane import started
from tests.bench.usage import answers_during, percentile
from tests.support import blanks_http as blanks
from tests.support.client import TOKEN, Answer, Client, match_in
from tests.support.load import SILENT, Load
from tests.support.site import Site

AIM_P50, AIM_P99 = 2.0, 0.3  # times as long as without the attacker; seconds
TABLES = 4  # with two people and two bots each
# The default limits, which tests raise. Bots still answer at once, to keep people busy.
LIMITS = {"MATCHES_PER_GUEST": "", "SOCKETS_PER_ADDRESS": ""}
SESSIONS = """
from tests.support.log_in import session_of
print(*(session_of({name!r}) for _ in range({count})))
"""
# The largest week that a member may create.
WEEK = {
    "name": "A week",
    "access": "open",
    "least": "2",
    "most": "200",
    "bots": "199",
    "guests": "on",
    "option_pace": "fast",
    "option_zone": "Europe/Rome",
    "option_minutes": "10",
    "option_cap": "200",
    "option_company": "mixed",
}
UNANSWERED = (OSError, http.client.HTTPException, WebSocketException, AssertionError)


class Nuisance:
    """The attacker and their table. Each method is one kind of request."""

    def __init__(self, url: str, sessions: Sequence[str]) -> None:
        self.tabs = [Client(url, {"csrftoken": TOKEN, "sessionid": key}) for key in sessions]
        self.person, other = self.tabs[0], Client(url).sign_up(f"other-{secrets.token_hex(4)}")
        locked = {"access": "password", "password": "quiet-otter", **SILENT}
        self.match, self.others = (blanks.set_table(one, **locked) for one in (self.person, other))

    def passwords(self, tab: Client) -> str:
        """Try passwords at the attacker's table and at another, where they are hashed."""
        said = (
            _code_of(tab, f"/m/{match}/join/", password=secrets.token_hex(8))
            for match in (self.match, self.others)
        )
        return ", ".join(said)

    def tables(self, tab: Client) -> str:
        """Create and cancel a table; a person may have ten open ones at a time."""
        answer = tab.post("/set/blanks/", {**blanks.TABLE, **blanks.OPTIONS, **_key()})
        return self._given_up(tab, answer, "cancel")

    def bots(self, tab: Client) -> str:
        return _code_of(tab, f"/m/{self.match}/bot/")

    def weeks(self, tab: Client) -> str:
        """Create, start and stop a week; a person may have one at a time."""
        answer = tab.post("/set/venice/", {**WEEK, **_key()})
        return self._given_up(tab, answer, "start", "stop")

    def _given_up(self, tab: Client, made: Answer, *ways: str) -> str:
        if "/m/" not in made.location:
            return made.code or str(made.status)
        match = match_in(made.location)
        return ", ".join(_code_of(tab, f"/m/{match}/{way}/", agrees="1") for way in ways)

    def sockets(self, tab: Client) -> str:
        with tab.socket(f"/live/match/{self.match}/?since=0:0") as socket:
            socket.recv(timeout=5)
        return "opened"

    def uploads(self, tab: Client) -> str:
        headers = {"Content-Type": "multipart/form-data; boundary=x", "X-CSRFToken": "t" * 32}
        try:
            body = b"--x\r\n" + bytes(4_000_000)
            return str(tab.request("POST", "/packs/", body, headers).status)
        finally:
            tab.close()

    def sign_ups(self, tab: Client) -> str:
        name, password = f"w{secrets.token_hex(6)}", secrets.token_hex(12)
        form = {"username": name, "password1": password, "password2": password}
        return _code_of(Client(tab.url), "/account/signup/", **form)

    def chat(self, tab: Client) -> str:
        text = secrets.token_hex(20)
        return _code_of(tab, "/chat/send/", room=f"table-{self.match}", text=text)

    def kinds(self) -> dict[str, Callable[[Client], str]]:
        return {
            "passwords": self.passwords,
            "tables": self.tables,
            "bots": self.bots,
            "weeks": self.weeks,
            "sockets": self.sockets,
            "uploads": self.uploads,
            "sign-ups": self.sign_ups,
            "chat": self.chat,
        }


def _key() -> dict[str, str]:
    return {"key": secrets.token_hex(16)}


def _code_of(tab: Client, path: str, **form: Any) -> str:
    answer = tab.post(path, {**form, **_key()})
    return answer.code or str(answer.status)


def be_a_nuisance(
    url: str, sessions: Sequence[str], connections: int, over: Any, told: Any, only: str
) -> None:
    """Attack without a pause until `over` is set.

    `told` is the queue for the results; `only` limits the attack to one kind.
    """
    worst, counts = Nuisance(url, sessions), Counter[tuple[str, str]]()
    told.put("ready")
    kinds = {name: act for name, act in worst.kinds().items() if not only or name == only}

    def go_on(tab: Client, kind: str, act: Callable[[Client], str]) -> None:
        while not over.is_set():
            try:
                counts[kind, act(tab)] += 1
            except UNANSWERED as error:
                counts[kind, type(error).__name__] += 1
                tab.close()

    threads = [
        threading.Thread(target=go_on, args=(tab.twin(), *kind), daemon=True)
        for tab, kind in islice(zip(cycle(worst.tabs), cycle(kinds.items())), connections)
    ]
    for thread in threads:
        thread.start()
    over.wait()
    for thread in threads:
        thread.join(30)
    told.put(dict(counts))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.flood")
    parser.add_argument("--scaled", action="store_true", help="with PostgreSQL and Redis")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=20)
    parser.add_argument("--only", default="", help="one kind: passwords, tables, bots, ...")
    wish = parser.parse_args()
    with started("scaled" if wish.scaled else "embedded", LIMITS) as (site, _pids, _postgres):
        site.loud = True
        with Load(site, tables=TABLES, pause=0.2) as load:
            quiet = answers_during(load, wish.seconds)
            _show("quiet", quiet, quiet)
            for name, count in (("one session", 1), ("many sessions", wish.connections)):
                beside, counts = _beside_attack(wish, site, load, count)
                _show(name, beside, quiet)
                _show_requests(counts, wish.seconds)
        load.close()


def _beside_attack(
    wish: argparse.Namespace, site: Site, load: Load, count: int
) -> tuple[list[float], dict[tuple[str, str], int]]:
    """Return the response times beside an attack with `count` sessions, and its requests."""
    name = f"worst-{secrets.token_hex(4)}"
    sessions = site.shell(SESSIONS.format(name=name, count=count)).split()
    processes = multiprocessing.get_context("spawn")
    over, told = processes.Event(), processes.Queue()
    given = (site.url, sessions, wish.connections, over, told, wish.only)
    attacker = processes.Process(target=be_a_nuisance, args=given, daemon=True)
    attacker.start()
    told.get(timeout=120)
    beside = answers_during(load, wish.seconds)
    over.set()
    return beside, told.get(timeout=120)


def _show(name: str, pauses: list[float], quiet: list[float]) -> None:
    p50, p99 = (1000 * percentile(pauses, share) for share in (0.5, 0.99))
    times = percentile(pauses, 0.5) / percentile(quiet, 0.5)
    sys.stdout.write(
        f"{name:16}{len(pauses):6} answers   p50 {p50:5.0f} ms (x{times:.1f}, aim x{AIM_P50:.0f})"
        f"   p99 {p99:5.0f} ms (aim {1000 * AIM_P99:.0f})\n"
    )


def _show_requests(counts: dict[tuple[str, str], int], seconds: float) -> None:
    for kind in dict.fromkeys(kind for kind, _what in counts):
        mine = {what: n for (other, what), n in counts.items() if other == kind}
        sys.stdout.write(f"  {kind:12}{sum(mine.values()) / seconds:8.1f}/s   {mine}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
