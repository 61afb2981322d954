"""Benchmark of an attack: one person floods the site while others play.

    python -m tests.bench.flood [--seconds 20] [--connections 20]

The embedded site runs with its default limits. Others play before and during the attack of twenty
connections, and their response times are compared. The attacker runs in another process, so that
only the site is kept busy.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import secrets
import sys
import threading
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

from websockets.exceptions import WebSocketException

from tests.bench.usage import answers_during, percentile
from tests.support import blanks_http as blanks
from tests.support.client import Answer, Client, match_in
from tests.support.load import SILENT, Load
from tests.support.site import EmbeddedSite

AIM_P99 = 0.5
TABLES = 4  # with two people and two bots each
# The default limits (README), which tests raise. Bots still answer at once, to keep people busy.
BOUNDS = {
    "GUESTS_PER_ADDRESS": "",
    "MATCHES_PER_GUEST": "",
    "PASSWORDS_PER_ADDRESS": "",
    "PROCESSOR_PER_PERSON": "",
    "SEATS_GUEST": "",
    "SEATS_LARGE": "",
    "SEATS_MEMBER": "",
    "SIGNUPS_PER_ADDRESS": "",
    "SOCKETS_PER_ADDRESS": "",
}
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

    def __init__(self, url: str) -> None:
        self.person, other = (
            Client(url).sign_up(f"{name}-{secrets.token_hex(4)}") for name in ("worst", "other")
        )
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


def be_a_nuisance(url: str, connections: int, over: Any, told: Any, only: str) -> None:
    """Attack without a pause until `over` is set.

    `told` is the queue for the results; `only` limits the attack to one kind.
    """
    worst, counts = Nuisance(url), Counter[tuple[str, str]]()
    told.put("ready")
    kinds = {name: act for name, act in worst.kinds().items() if not only or name == only}

    def go_on(kind: str, act: Callable[[Client], str]) -> None:
        tab = worst.person.twin()
        while not over.is_set():
            try:
                counts[kind, act(tab)] += 1
            except UNANSWERED as error:
                counts[kind, type(error).__name__] += 1
                tab.close()

    threads = [
        threading.Thread(target=go_on, args=one, daemon=True)
        for one in islice(cycle(kinds.items()), connections)
    ]
    for thread in threads:
        thread.start()
    over.wait()
    for thread in threads:
        thread.join(30)
    told.put(dict(counts))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.flood")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=20)
    parser.add_argument("--only", default="", help="one kind: passwords, tables, bots, ...")
    wish = parser.parse_args()
    processes = multiprocessing.get_context("spawn")
    over, told = processes.Event(), processes.Queue()
    with EmbeddedSite(empty=False, LOG_LEVEL="ERROR", **BOUNDS) as site:
        site.loud = True
        given = (site.url, wish.connections, over, told, wish.only)
        with Load(site, tables=TABLES, pause=0.2) as load:
            quiet = answers_during(load, wish.seconds)
            other = processes.Process(target=be_a_nuisance, args=given, daemon=True)
            other.start()
            told.get(timeout=120)
            beside = answers_during(load, wish.seconds)
            over.set()
            counts = told.get(timeout=120)
        load.close()
    _show(quiet, beside, counts, wish.seconds)


def _show(
    quiet: list[float], beside: list[float], counts: dict[tuple[str, str], int], seconds: float
) -> None:
    say = sys.stdout.write
    for name, pauses in (("quiet", quiet), ("beside the worst", beside)):
        p50, p99 = (1000 * percentile(pauses, share) for share in (0.5, 0.99))
        say(f"{name:20}{len(pauses):6} answers   p50 {p50:7.0f} ms   p99 {p99:7.0f} ms\n")
    ratios = [percentile(beside, s) / percentile(quiet, s) for s in (0.5, 0.99)]
    say(f"{'times as long':26} p50 x{ratios[0]:.1f}, p99 x{ratios[1]:.1f}; ")
    say(f"aim: p99 under {1000 * AIM_P99:.0f} ms\n")
    for kind in dict.fromkeys(kind for kind, _what in counts):
        mine = {what: n for (other, what), n in counts.items() if other == kind}
        rate = sum(mine.values()) / seconds
        say(f"  {kind:12}{rate:8.1f}/s   {mine}\n")


if __name__ == "__main__":
    main()
