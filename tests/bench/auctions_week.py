"""One row of `tests.bench.auctions`: a week of so many players in the database at hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import Any

import django

LARGE = (0, 3)  # the auctions in which everybody has ten bids; in the others three
OTHERS = """\
import sys
from tests.bench import auctions_others
auctions_others.run(*sys.argv[1:])
"""


def main(players: int) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    print(f"\n{connection.vendor}, {players} players")
    _week(players)
    print(f"  {'peak memory of the worker':34}{_peak():>8} MB")


def _week(players: int) -> None:
    from auctions.models import Account, Award, Bid
    from auctions.services.clock import run_week
    from games.models import Match

    match = _timed(f"seat and start {players} seats", lambda: _started(players))[0]
    for auction in range(7):
        each = 10 if auction in LARGE else 3
        bids = _timed(f"  (put in {each} bids a player)", partial(_bid, match, auction, each))[0]
        _due(match)
        others = _others(match.public_id) if auction == 3 else None
        before = Award.objects.count()
        _none, spent = _timed("", partial(run_week, match.pk))
        won = Award.objects.count() - before
        what = f"auction {auction}" + (" and the end" if auction == 6 else "")
        _line(what, spent, f"{bids} bids, {won} awards, {(bids + won) / spent[0]:.0f} rows/s")
        if others is not None:
            _tell(others)
    ended = Match.objects.get(pk=match.pk)
    assert ended.status == "finished", ended.status
    assert Account.objects.filter(match=match, rank=None).count() == 0
    assert Bid.objects.exists()


def _started(players: int) -> Any:
    """A match of idle bots: what is measured are rows, not who sits there."""
    from django.db import transaction

    from chat.clock import now
    from games.engines.dealer import seal_of
    from games.models import Match
    from games.services.seating import seat_bots, seat_down
    from games.services.starting import begin
    from lobby.models import User

    host = User.objects.create_user("host", password="a-quiet-heron")
    with transaction.atomic():
        match = Match.objects.create(
            game="venice", name="A large week", owner=host, secret="7" * 64, most=100_000,
            seal=seal_of("7" * 64), created_at=now(),
            options={"pace": "fast", "minutes": 1440, "company": "idle"},
        )  # fmt: skip
        seat_down(match=match, user=host)
        seat_bots(match=match, bots=["planner"] * (players - 1))
        begin(match=match, prepared=None)
        _lend(match)
    return match


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
    """Bids at different prices on the auction's lots in turn; about a quarter wins."""
    from auctions.models import Account
    from auctions.selectors.frame import frame_of

    frame, chance = frame_of(match), Random(auction)
    lots = frame.lots[auction]
    for key in Account.objects.filter(match=match).values_list("pk", flat=True):
        prices = chance.sample(range(1, 41), each)
        for number, price in enumerate(prices):
            yield lots[number % len(lots)], key, price, chance.randint(1, 2), frame.start


def _due(match: Any) -> None:
    """Moves the auctions a day nearer: the next one is due now."""
    from datetime import timedelta

    from django.db.models import F

    from auctions.models import Auction
    from auctions.selectors.frame import _frame
    from chat.clock import now
    from games.models import Match

    coming = Auction.objects.filter(match=match, resolved_at=None).order_by("number")
    by = coming[0].instant - now() + timedelta(seconds=1)
    for auction in coming:
        Auction.objects.filter(pk=auction.pk).update(instant=F("instant") - by)
    Match.objects.filter(pk=match.pk).update(due_at=now())
    _frame.cache_clear()


def _others(public_id: str) -> subprocess.Popen[str]:
    """A player in a process of his own, who looks and bids until told to stop."""
    child = subprocess.Popen(
        [sys.executable, "-c", OTHERS, public_id],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    child.stdout.readline()  # it has begun
    return child


def _tell(child: subprocess.Popen[str]) -> None:
    out, _ = child.communicate("stop\n", timeout=120)
    found = json.loads(out)
    pages, bids = found["pages"], found["bids"]
    print(f"    meanwhile {len(pages)} pages, slowest {max(pages):.2f} s", end="; ")
    print(f"{len(bids)} bids for a later auction, slowest {max(bids):.2f} s, {found['codes']}")


Spent = tuple[float, float]
"""Seconds of the clock on the wall, and of this process's processor."""


def _timed(what: str, work: Callable[[], Any]) -> tuple[Any, Spent]:
    began, used = time.perf_counter(), time.process_time()
    done = work()
    spent = time.perf_counter() - began, time.process_time() - used
    if what:
        _line(what, spent)
    return done, spent


def _line(what: str, spent: Spent, note: str = "") -> None:
    print(f"  {what:34}{spent[0]:8.2f} s {spent[1]:8.2f} s of CPU   {note}", flush=True)


def _peak() -> int:
    return getrusage(RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main(int(sys.argv[1]))
