"""Tests that another process makes sweeps if beat, worker or broker is gone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from chat.core import clock
from config.operations import sweep_fallback
from games.models import SweepPulse
from games.services import heartbeat, scheduler

pytestmark = pytest.mark.django_db

LATE = sweep_fallback.LATE
LONG = 10.0  # seconds


@pytest.fixture(autouse=True)
def seen(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """Return a list of the sweeps that were requested and made, in a scaled site."""
    found: list[str] = []
    settings.EMBEDDED = False
    monkeypatch.setattr(sweep_fallback, "request_task", lambda name, **_options: found.append(name))
    monkeypatch.setattr(scheduler, "run_all_due", lambda: found.append("made"))
    monkeypatch.setattr(sweep_fallback, "close_old_connections", lambda: None)  # the test's own
    heartbeat.beat()
    return found


def test_nothing_is_done_while_sweeps_are_on_time(seen: list[str]) -> None:
    assert not sweep_fallback.sweep_if_late("me", LATE)
    assert seen == []


def test_without_sweeps_one_is_requested_and_one_made(seen: list[str]) -> None:
    clock.move(LONG)
    assert sweep_fallback.sweep_if_late("me", LATE)
    assert seen == ["games.tasks.sweep", "made"]


def test_one_process_at_a_time_makes_sweeps_until_it_dies(seen: list[str]) -> None:
    clock.move(LONG)
    assert sweep_fallback.sweep_if_late("me", LATE)
    assert not sweep_fallback.sweep_if_late("another", LATE)
    assert sweep_fallback.sweep_if_late("me", LATE)
    clock.move(LONG)
    assert sweep_fallback.sweep_if_late("another", LATE)
    assert not sweep_fallback.sweep_if_late("me", LATE)


def test_a_patient_process_leaves_sweeps_to_others_for_a_while() -> None:
    clock.move(2)
    assert not sweep_fallback.sweep_if_late("web", sweep_fallback.WEB_LATE)
    assert sweep_fallback.sweep_if_late("beat", LATE)


@pytest.mark.parametrize("scheduled", [True, False])
def test_a_worker_that_is_back_takes_sweeps_over(seen: list[str], scheduled: bool) -> None:
    clock.move(LONG)
    assert sweep_fallback.sweep_if_late("me", LATE)
    heartbeat.beat(scheduled=scheduled)
    assert not sweep_fallback.sweep_if_late("me", LATE)


def test_sweeps_by_others_do_not_hide_that_the_schedule_is_late() -> None:
    clock.move(LONG)
    sweep_fallback.sweep_if_late("me", LATE)
    heartbeat.beat(scheduled=False)
    age = heartbeat.age()
    assert age is not None
    assert age >= LONG


def test_a_site_without_any_sweep_yet_gets_one(seen: list[str]) -> None:
    SweepPulse.objects.all().delete()
    assert heartbeat.age() is None
    assert not sweep_fallback.sweep_if_late("me", LATE)
    clock.move(LONG)
    assert sweep_fallback.sweep_if_late("me", LATE)


def test_a_beat_before_a_clock_change_does_not_count(seen: list[str]) -> None:
    clock.move(-3600)
    assert heartbeat.is_late(timedelta(seconds=LONG))
    assert sweep_fallback.sweep_if_late("me", LATE)


def test_a_failed_sweep_does_not_end_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_given: Any, **_named: Any) -> None:
        raise OSError

    monkeypatch.setattr(scheduler, "run_all_due", away)
    clock.move(LONG)
    assert not sweep_fallback.sweep_if_late("me", LATE)
