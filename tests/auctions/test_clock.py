"""Workers for due auctions: from the sweep, a timed task, and every quarter hour."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from celery import current_app
from django.contrib.auth import get_user_model
from django.db import connection, transaction

from auctions import tasks
from auctions.models import Auction, Bid
from auctions.services import wake_times
from auctions.services.scheduler import run_week, weeks_due
from chat.core import clock
from games.models import Match
from games.services import failures, moderation
from games.services.tables import seat_bots
from games.tasks import STINT, sweep
from tests.auctions.weeks import FAST, Play, begin, open_match, people_called, play
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Return a list that collects sent tasks: name, arguments, and delay in seconds."""
    asked: list[tuple[Any, ...]] = []

    def note(task: str, arguments: Any, countdown: float = 0) -> None:
        asked.append((task, *arguments, round(countdown)))

    monkeypatch.setattr(current_app, "send_task", note)
    return asked


def test_every_due_week_gets_a_worker_on_the_quarter_hour(
    wednesday: datetime, sent: list[tuple[Any, ...]]
) -> None:
    weeks = [play(2, options=FAST), play(2, options=FAST)]
    stopped, later = play(2, options=FAST), play(2, options={"pace": "daily"})
    Match.objects.filter(pk=stopped.match.pk).update(status="stalled")
    tasks.on_the_quarter()
    assert sent == []
    weeks[1].to(2, seconds=0)  # three due auctions of one week need only one worker
    tasks.on_the_quarter()
    assert sent == [("games.tasks.run_due", week.match.pk, 0) for week in weeks]
    for week in weeks:
        run_week(week.match.pk)
    assert weeks_due() == []
    assert later.auction(0).resolved_at is None


def test_the_sweep_sends_a_task_that_outlives_a_busy_worker(
    wednesday: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    week = play(2, options=FAST)
    week.to(0, seconds=1)
    asked: dict[Any, float] = {}

    def note(_task: str, arguments: Any = (), *, expires: float, **_options: Any) -> None:
        asked[arguments] = expires

    monkeypatch.setattr(current_app, "send_task", note)
    sweep()
    assert asked[(week.match.pk,)] > 2 * STINT
    assert week.auction(0).resolved_at is None, "tables come first in this process"


def test_a_worker_is_scheduled_for_a_near_instant(
    wednesday: datetime, sent: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        near = play(2, options={"pace": "fast", "minutes": 15})
        play(2, options={"pace": "fast", "minutes": 40})
    wanted = [one for one in sent if one[1] == near.match.pk]
    assert len(wanted) == len(sent) >= 1
    near.run(0)
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        wake_times.wake(near.fresh(), clock.now())
    task, pk, seconds = sent[-1]
    assert (task, pk) == ("games.tasks.run_due", near.match.pk)
    assert abs(clock.now() + timedelta(seconds=seconds) - near.frame.instants[1]) < timedelta(
        seconds=5
    )


@pytest.mark.both
def test_the_clock_advances_within_a_transaction(
    wednesday: datetime,
) -> None:
    """Check that the clock moves within a transaction, unlike PostgreSQL's `now()`."""
    with transaction.atomic(), connection.cursor() as cursor:
        first = clock.now()
        cursor.execute("SELECT pg_sleep(0.05)" if connection.vendor == "postgresql" else "SELECT 1")
        assert clock.now() > first


def test_a_stalled_week_resumes_after_a_player_was_removed(
    wednesday: datetime,
) -> None:
    week = play(3, options=FAST)
    week.borrow(1, 100)
    week.bid(1, 9)
    moderator = get_user_model().objects.create_superuser("moderator")
    Match.objects.filter(pk=week.match.pk).update(status="stalled", due_at=None)
    moderation.remove_player(moderator=moderator, public_id=week.id, index=1, reason="spam")
    week.to(1, seconds=1)
    failures.resume_match(public_id=week.id)
    run_week(week.match.pk)
    match = week.fresh()
    assert (match.status, match.failures) == ("running", 0)
    assert Auction.objects.filter(match=match, resolved_at=None).count() == 5
    assert week.account(1).purse == 91
    assert code_of(week.borrow, 1, 50) in {
        "banned",
        "not_a_player",
    }


def test_bots_of_a_stalled_week_bid_when_it_resumes(
    wednesday: datetime,
) -> None:
    people = people_called("ann", 2)
    match = open_match(people, options={**FAST, "company": "random"})
    seat_bots(match=match, bots=["planner"] * 20)
    week = Play(begin(match), people)
    Match.objects.filter(pk=match.pk).update(status="stalled", due_at=None)
    failures.resume_match(public_id=week.id)
    run_week(match.pk)
    assert Bid.objects.filter(lot__auction=week.auction(0)).exists()
    assert week.fresh().due_at == week.frame.instants[0]
