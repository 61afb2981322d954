"""The scheduler: people's deadlines come first, and no table blocks the others."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.core.management import call_command
from django.db import OperationalError, connection, transaction

from chat.core import clock
from games import tasks
from games.models import LogEntry, Match
from games.services import scheduler
from games.services.advance import advance
from games.services.locks import lock_due
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.django_db

LONG = 60.0  # seconds: enough for everything that is due


def put_due(match: Match, *, since: float, deadline: bool = True) -> None:
    """Make a deadline or a bot's move overdue by this many seconds."""
    at = clock.now() - timedelta(seconds=since)
    if deadline:
        Match.objects.filter(pk=match.pk).update(deadline=at, due_at=at, bots_due={})
        return
    bot = str(match.seats.exclude(bot="").values_list("index", flat=True)[0])
    bots = {**dict.fromkeys(match.bots_due, ""), bot: at.isoformat()}
    later = clock.now() + timedelta(hours=1)
    Match.objects.filter(pk=match.pk).update(deadline=later, due_at=at, bots_due=bots)


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of matches that were advanced, in order."""
    made: list[int] = []
    do_one = scheduler._do_one

    def noted(match: Match) -> bool:
        made.append(match.pk)
        return do_one(match)

    monkeypatch.setattr(scheduler, "_do_one", noted)
    return made


def test_peoples_deadlines_precede_bots_and_then_the_oldest(running: Any, order: list[int]) -> None:
    bots, longer, person, sooner = (
        running(name, f"{name}2", bots=1)[0] for name in ("ann", "bob", "cem", "dan")
    )
    put_due(bots, since=20, deadline=False)
    put_due(longer, since=30, deadline=False)
    put_due(person, since=1)
    put_due(sooner, since=2)
    scheduler.work(seconds=LONG)
    assert order[:4] == [sooner.pk, person.pk, longer.pk, bots.pk]


def test_a_busy_table_yields_to_others_after_each_step(running: Any, order: list[int]) -> None:
    busy, other = running("ann", "bob", bots=2)[0], running("cem", "dan", bots=1)[0]
    moments = [clock.now() - timedelta(seconds=since) for since in (30, 10)]
    seats = [str(seat.index) for seat in busy.seats.exclude(bot="")]
    bots = {seat: at.isoformat() for seat, at in zip(seats, moments, strict=True)}
    later = clock.now() + timedelta(hours=1)
    Match.objects.filter(pk=busy.pk).update(deadline=later, due_at=moments[0], bots_due=bots)
    put_due(other, since=20, deadline=False)
    scheduler.work(seconds=LONG)
    assert order[:3] == [busy.pk, other.pk, busy.pk]


def test_a_failing_match_is_tried_once_and_delays_no_other(
    running: Any, order: list[int], monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    broken, whole = running("ann", "bob")[0], running("cem", "dan")[0]

    def fails(*, match: Match, **given: Any) -> Any:
        if match.pk == broken.pk:
            raise OperationalError("its disk is full")
        return advance(match=match, **given)

    monkeypatch.setattr(scheduler, "advance", fails)
    put_due(broken, since=20)
    put_due(whole, since=10)
    with caplog.at_level(logging.CRITICAL):
        scheduler.work(seconds=LONG)
    assert order.count(broken.pk) == 1
    whole.refresh_from_db()
    assert whole.entries > 1


def test_a_worker_stops_after_its_stint(running: Any, order: list[int]) -> None:
    match, _people = running("ann", "bob")
    put_due(match, since=1)
    scheduler.work(seconds=0)
    assert order == []


def test_more_workers_are_called_if_much_is_due(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, *_given, **_more: asked.append(name))
    monkeypatch.setattr(tasks, "STINT", 0)
    monkeypatch.setattr(tasks, "LOT", 2)
    matches = [running(name, f"{name}2")[0] for name in ("ann", "bob", "cem", "dan", "eva")]
    for match in matches:
        put_due(match, since=1)
    asked.clear()  # by bots of the start
    tasks.sweep()
    assert asked == ["games.tasks.work", "games.tasks.work"]


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_concurrent_workers_do_each_job_once(running: Any) -> None:
    matches = [running(name, f"{name}2", bots=1)[0] for name in ("ann", "bob", "cem", "dan", "eva")]
    for match in matches:
        put_due(match, since=1)
    workers = 4
    ready = threading.Barrier(workers)

    def work(_number: int) -> None:
        ready.wait(PATIENCE)
        try:
            scheduler.work(seconds=PATIENCE)
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    for match in matches:
        kinds = LogEntry.objects.filter(match=match, kind="timeout")
        assert kinds.count() == 1
        call_command("replay", match.public_id)  # exits with 1 if the log disagrees


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_locked_match_is_left_to_its_worker(running: Any, order: list[int]) -> None:
    if connection.vendor == "sqlite":
        return  # one writer at a time
    held, free = running("ann", "bob")[0], running("cem", "dan")[0]
    put_due(held, since=20)
    put_due(free, since=10)
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        assert lock_due(held.pk) is not None

        def work() -> None:
            scheduler.work(seconds=PATIENCE)
            connection.close()

        pool.submit(work).result(PATIENCE)
    assert set(order) == {free.pk}
