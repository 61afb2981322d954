"""What a year of play comes to in the database, and what it costs those who play then.

    python -m tests.bench.retention [--millions 0.1 1 10]

On a PostgreSQL of its own: matches of three games are played, and copied until the log has so many
rows, with as many keys, a tenth of the messages and a twentieth of the notices. Each time: bytes a
row, and how long the database takes for an action, for pages and for tidying, beside the first
time. Baseline: the smallest house.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from statistics import median
from typing import Any

import django

from tests.bench import fill
from tests.support.servers import Postgres

ACTIONS_A_YEAR = 10 * 86400 * 365
DAYS = {"keys": 7, "logs": 30}  # as the settings have it
TIMES = 15

WARM = 16  # two rounds: a statement is planned for good at its sixth time on a connection

Cost = tuple[float, float, float]  # statements, pages of the database they read, milliseconds


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.retention")
    parser.add_argument("--millions", type=float, nargs="+", default=[0.1, 1, 10])
    wish = parser.parse_args()
    with Postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": postgres.url,
            "RUN_DIR": folder, "REDIS_URL": "", "TESTING": "1", "BOT_DELAY_SCALE": "0",
            "PROCESSOR_PER_PERSON": "0", "MATCHES_PER_MEMBER": "100000", "LOG_LEVEL": "ERROR",
        }  # fmt: skip
        django.setup()
        _measure([int(1e6 * millions) for millions in wish.millions])


def _measure(levels: list[int]) -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    people, played = fill.begin()
    first: dict[str, Cost] = {}
    for number, rows in enumerate(levels):
        began = time.monotonic()
        fill.up_to(rows, played)
        print(f"\n{rows / 1e6:g} million entries, filled in {time.monotonic() - began:.0f} s")
        sizes = fill.sizes()
        found = dict(_times(people, played, number))
        first = first or found
        for name, (statements, pages, spent) in found.items():
            times = pages / first[name][1], spent / first[name][2]
            print(f"  {name:38}{statements:5.0f} statements", end=";")
            print(f"{pages:6.0f} pages, {times[0]:.2f} times the first", end="; ")
            print(f"{spent:6.2f} ms, {times[1]:.2f} times")
    _tell_sizes(sizes, fill.packed_entry(), fill.packed_setup())


def _times(people: list[Any], played: list[Any], number: int) -> Iterator[tuple[str, Cost]]:
    from django.db import connection
    from django.test import Client

    from games.models import Match
    from games.services import retention
    from games.services.moderating import abort_match
    from games.services.upkeep import tidy
    from lobby.models import User
    from tests.support.logged_in import log_in
    from tests.upgrade.playing import begun

    # How PostgreSQL plans on a connection depends on what its statements cost there before, and no
    # connection is there while a house grows tenfold.
    connection.close()
    yield "an action", _least(_actions(number))
    running = begun(people, "merchants", 1)
    browser = Client(headers={"host": "localhost"})
    log_in(browser, people[0])
    over = played[0].public_id
    for name, address in {
        "the page of a match": f"/m/{running.public_id}/",
        "the page of one that is over": f"/m/{over}/",
        "the lobby": "/lobby/",
        "my matches": "/matches/",
        "a history": f"/people/{fill.newest_person()}/",
    }.items():
        yield name, _usual(partial(fill.look, browser, address))
    yield "tidy, when nothing is due", _usual(tidy)
    fill.make_due(keys=1000 * (TIMES + 1), matches=TIMES + 1)
    yield "a step of 1000 keys", _usual(retention.forget_keys)
    yield "a log packed", _usual(lambda: retention._pack_one(set()))
    somebody, address = fill.packed()
    log_in(browser, somebody)
    yield "the page of one whose log is packed", _usual(partial(fill.look, browser, address))
    moderator = User.objects.create_superuser(f"moderator{number}")
    for match in Match.objects.filter(status="running"):  # or lists have more of them next time
        abort_match(moderator=moderator, public_id=match.public_id, reason="Measured")


def _usual(act: Callable[[], object]) -> Cost:
    act()  # what is cached is cached
    return _least(_cost(act) for _ in range(TIMES))


def _least(costs: Iterable[Cost]) -> Cost:
    """The middle of each; the least time, as other work on the machine makes some longer."""
    statements, pages, spent = zip(*costs, strict=True)
    return median(statements), median(pages), min(spent)


def _actions(number: int) -> Iterator[Cost]:
    """What each of three rounds at a table of Blanks costs, after some that are not counted."""
    from django.test import Client

    from tests.bench.tables import make_table, next_move

    table = make_table(number, "")
    browser = Client(headers={"host": "localhost"})
    for count in range(WARM + 24):
        found = next_move(table.public_id, f"{number} {count}")
        assert found is not None, "the match is over"
        seat, form = found
        browser.cookies["sessionid"] = table.people[seat].session
        cost = _cost(partial(_post, browser, table.path, form))
        if count >= WARM:
            yield cost


def _post(browser: Any, address: str, form: list[tuple[str, str]]) -> None:
    from urllib.parse import urlencode

    kind = "application/x-www-form-urlencoded"
    sent_by_a_page = {"HX-Request": "true", "X-Live": "1", "X-Since": "0:0"}
    answer = browser.post(address, urlencode(form), content_type=kind, headers=sent_by_a_page)
    assert answer.status_code in {200, 204} and "x-ridotto-code" not in answer, answer


def _cost(act: Callable[[], object]) -> Cost:
    from django.db import connection

    spent: list[float] = []

    def watch(execute: Any, *given: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*given)
        finally:
            spent.append(time.perf_counter() - began)

    before = fill.pages_read()
    with connection.execute_wrapper(watch):
        act()
    return len(spent), fill.pages_read() - before, 1e3 * sum(spent)


def _tell_sizes(sizes: fill.Sizes, packed: float, packed_setup: float) -> None:
    """Bytes, and what they come to in a year of ten actions a second."""
    print("\nbytes a row, indexes included")
    for name, size in sizes.rows.items():
        print(f"  {name:24}{size:8.0f}")
    kept = DAYS["logs"] / 365
    matches = sizes.a_match / sizes.entries
    spared = (sizes.rows["setup"] - packed_setup) * (1 - kept) / sizes.entries
    logs = sizes.rows["log entry"] * kept + packed * (1 - kept)
    without = sizes.rows["log entry"] + sizes.rows["accepted key"]
    with_it = logs + sizes.rows["accepted key"] * DAYS["keys"] / 365
    print(f"  a packed entry          {packed:8.0f}")
    print(f"  a packed setup          {packed_setup:8.0f}")
    print(f"  a match beside its log  {sizes.a_match:8.0f}, of {sizes.entries:.0f} entries")
    print("a year of ten actions a second, GB")
    for name, bytes_ in {
        "logs and keys, kept as they are": without,
        "logs and keys, with retention": with_it,
        "matches beside them, kept as they are": matches,
        "matches beside them, with retention": matches - spared,
    }.items():
        print(f"  {name:38}{bytes_ * ACTIONS_A_YEAR / 1e9:8.1f}")


if __name__ == "__main__":
    random.seed(1)
    main()
