"""A run of `tests.bench.auctions` with a given number of players."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import Any

import django

from tests.bench.usage import cpu_seconds, memory

LARGE = 3  # the auction in which everybody has ten bids; in the others they have three
OTHERS = """\
import sys
from tests.bench import auctions_others
auctions_others.run(*sys.argv[1:])
"""


def main(players: int, report: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    print(f"\n{connection.vendor}, {players} players")
    bench = Bench()
    _week(bench, players)
    bench.peak()
    with open(report, "w", encoding="ascii") as file:
        json.dump(bench.lines, file)


def _week(bench: Bench, players: int) -> None:
    from auctions.models import Account
    from auctions.services import scheduler
    from games.models import Match

    match = bench.timed("make the table", lambda: _table(players), rows=players)
    bench.timed("start", lambda: _start(match), rows=players)
    _lend(match)
    for auction in range(7):
        each = 10 if auction == LARGE else 3
        bids = bench.timed(f"  (put in {each} bids a player)", partial(_bid, match, auction, each))
        _due(match)
        others = _others(match.public_id) if auction == LARGE else None
        name = f"auction {auction}" + (" of 10 bids each" if auction == LARGE else "")
        with bench.apart("realize and rank", scheduler, "close_week", rows=players):
            bench.timed(name, partial(_resolve, match.pk, bids))
        if others is not None:
            _print_results(others)
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert Account.objects.filter(match=match, rank=None).count() == 0


def _resolve(pk: int, bids: int) -> int:
    """Resolve an auction; return the number of rows read and written."""
    from auctions.models import Award
    from auctions.services.scheduler import run_week

    before = Award.objects.count()
    run_week(pk)
    return bids + Award.objects.count() - before


def _table(players: int) -> Any:
    """Create a table of idle bots, because only the number of rows matters."""
    from games.services.tables import TableWish, create_table
    from lobby.models import User

    host = User.objects.create_superuser("host", password="a-quiet-heron")
    options = {"pace": "fast", "minutes": 1440, "company": "idle"}
    wish = TableWish(name="A large week", most=100_000, bots=players - 1, options=options)
    return create_table(user=host, game="venice", wish=wish)


def _start(match: Any) -> None:
    from games.services.start import start

    start(user=match.owner, public_id=match.public_id)
    match.refresh_from_db()


def _lend(match: Any) -> None:
    from auctions.models import Account, Week
    from games.services.bulk import update_rows

    chance = Random(1)
    keys = Account.objects.filter(match=match).values_list("pk", flat=True)
    loans = ((key, loan, loan) for key in keys for loan in [chance.randrange(60, 201)])
    update_rows(Account, "seat", ("loan", "purse"), list(loans))
    Week.objects.filter(match=match).update(bots_at=7)


def _bid(match: Any, auction: int, each: int) -> int:
    from django.db import transaction

    from auctions.models import Bid
    from games.services.bulk import insert_rows

    with transaction.atomic():
        rows = _rows(match, auction, each)
        insert_rows(Bid, ("lot", "account", "price", "units", "since"), rows)
    return Bid.objects.filter(lot__auction__match=match, lot__auction__number=auction).count()


def _rows(match: Any, auction: int, each: int) -> Iterator[tuple[Any, ...]]:
    """Yield bids at different prices on the auction's lots; about a quarter win."""
    from auctions.models import Account
    from auctions.selectors.week_setup import frame_of

    frame, chance = frame_of(match), Random(auction)
    lots = frame.lots[auction]
    for key in list(Account.objects.filter(match=match).values_list("pk", flat=True)):
        prices = chance.sample(range(1, 41), each)
        for number, price in enumerate(prices):
            yield lots[number % len(lots)], key, price, chance.randint(1, 2), frame.start


def _due(match: Any) -> None:
    """Move the auctions a day earlier, so that the next one is due."""
    from datetime import timedelta

    from django.db.models import F

    from auctions.models import Auction
    from auctions.selectors.week_setup import _frame
    from chat.core.clock import now
    from games.models import Match

    coming = Auction.objects.filter(match=match, resolved_at=None).order_by("number")
    by = coming[0].instant - now() + timedelta(seconds=1)
    for auction in coming:
        Auction.objects.filter(pk=auction.pk).update(instant=F("instant") - by)
    Match.objects.filter(pk=match.pk).update(due_at=now())
    _frame.cache_clear()


def _others(public_id: str) -> subprocess.Popen[str]:
    """Start another player's process, which reads and bids until it is stopped."""
    child = subprocess.Popen(
        [sys.executable, "-c", OTHERS, public_id],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    child.stdout.readline()  # it has started
    return child


def _print_results(child: subprocess.Popen[str]) -> None:
    out, _ = child.communicate("stop\n", timeout=120)
    found = json.loads(out)
    pages, bids = found["pages"], found["bids"]
    print(f"    meanwhile {len(pages)} pages, slowest {max(pages):.2f} s", end="; ")
    print(f"{len(bids)} bids for a later auction, slowest {max(bids):.2f} s, {found['codes']}")


class Bench:
    """Measurements, which are printed at once and stored for the table of growth."""

    def __init__(self) -> None:
        self.server = [int(pid) for pid in os.environ.get("BENCH_SERVER", "").split()]
        self.lines: dict[str, dict[str, float]] = {}
        self.inner: dict[str, float] = {}
        self.largest = 0

    def timed(self, name: str, work: Callable[[], Any], rows: int = 0) -> Any:
        """Run `work`, measure it and return its result.

        `rows` is the number of rows it handles; if 0, it is the number that `work` returns. The
        time measured by `apart` meanwhile is not included.
        """
        before, self.inner = self._now(), {}
        done = work()
        spent = {key: value - before[key] for key, value in self._now().items()}
        spent = {key: value - self.inner.get(key, 0) for key, value in spent.items()}
        self._keep(name, spent, rows or (done if isinstance(done, int) else 0))
        self.largest = max(self.largest, memory(self.server) // 2**20)
        return done

    @contextmanager
    def apart(self, name: str, module: Any, function: str, rows: int) -> Iterator[None]:
        """Measure one function apart from its caller."""
        original = getattr(module, function)

        def measured(*args: Any, **named: Any) -> Any:
            before = self._now()
            done = original(*args, **named)
            self.inner = {key: value - before[key] for key, value in self._now().items()}
            self._keep(name, self.inner, rows)
            return done

        setattr(module, function, measured)
        yield
        setattr(module, function, original)

    def peak(self) -> None:
        """Print the peak memory of this process and of the database server, in MB."""
        worker = getrusage(RUSAGE_SELF).ru_maxrss // 1024
        self.lines["peak memory, MB"] = {"worker": worker, "server": self.largest}
        print(f"  {'peak memory':34}{worker:>8} MB, of the database's server {self.largest} MB")

    def _now(self) -> dict[str, float]:
        """Return the seconds so far by name.

        `wall` is elapsed time, `cpu` this process's CPU time and `server` the database server's.
        """
        server = cpu_seconds(self.server)
        return {"wall": time.perf_counter(), "cpu": time.process_time(), "server": server}

    def _keep(self, name: str, spent: dict[str, float], rows: int) -> None:
        self.lines[name] = {**spent, "rows": rows}
        note = f"{rows} rows, {rows / spent['wall']:.0f}/s" if rows else ""
        wall, cpu, server = spent["wall"], spent["cpu"], spent["server"]
        times = f"{wall:8.2f} s, CPU {cpu:6.2f} s, server {server:6.2f} s"
        print(f"  {name:34}{times}   {note}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
