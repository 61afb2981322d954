"""Tests that the worker or beat makes sweeps if the other is gone."""

from __future__ import annotations

import time
from typing import Any

import pytest

from chat.core import heartbeat
from config.celery import app
from config.operations import sweep_fallback
from games.services import scheduler

pytestmark = pytest.mark.django_db


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the sweeps that were requested and made."""
    found: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, **_options: found.append(name))
    monkeypatch.setattr(scheduler, "run_all_due", lambda: found.append("made"))
    return found


def test_nothing_is_done_while_sweeps_are_on_time(seen: list[str]) -> None:
    heartbeat.beat()
    sweep_fallback.ask_if_late(app)
    sweep_fallback.sweep_if_late()
    assert seen == []


def test_without_sweeps_a_worker_requests_one_and_beat_makes_one(seen: list[str]) -> None:
    sweep_fallback.ask_if_late(app)
    sweep_fallback.sweep_if_late()
    assert seen == ["games.tasks.sweep", "made"]


def test_a_beat_before_a_clock_change_does_not_count(
    seen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heartbeat.beat()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 3600)
    sweep_fallback.sweep_if_late()
    assert seen == ["made"]


def test_a_missing_broker_is_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_given: Any, **_named: Any) -> None:
        raise OSError

    monkeypatch.setattr(app, "send_task", away)
    monkeypatch.setattr(scheduler, "run_all_due", away)
    sweep_fallback.ask_if_late(app)
    sweep_fallback.sweep_if_late()
