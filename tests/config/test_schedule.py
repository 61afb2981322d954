"""Tests that the schedule survives changes of the machine's clock."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from celery import Celery
from celery.beat import ScheduleEntry

from config.celery import SteadyScheduler

BEGIN = datetime.fromisoformat("2026-03-01T12:00:00+00:00")


class Noted(SteadyScheduler):
    """A scheduler that sends nothing and counts what it would send."""

    sent = 0

    def apply_entry(self, entry: ScheduleEntry, producer: object = None) -> None:
        self.sent += 1


@pytest.mark.parametrize("jump", [-3600, -5, 0, 3600])
def test_a_task_of_every_second_survives_a_clock_change(
    jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, clock = Celery("a", broker="memory://", set_as_current=False), [BEGIN]
    monkeypatch.setattr(app, "now", lambda: clock[0])
    app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": 1.0}}
    schedule = Noted(app)

    def pass_seconds(count: int) -> int:
        before = schedule.sent
        for _ in range(count):
            clock[0] += timedelta(seconds=1)
            while schedule.tick() == 0:
                pass
        return schedule.sent - before

    assert pass_seconds(10) >= 9
    clock[0] += timedelta(seconds=jump)
    assert pass_seconds(10) >= 8
