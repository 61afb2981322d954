"""The schedule, which goes on when the machine's clock is put back."""

from __future__ import annotations

from typing import Any

from celery import beat
from django.conf import settings

from config.operations import pulse


class SteadyScheduler(beat.Scheduler):
    """Celery's, which counts from the time of the last run: after a clock that was an hour ahead is
    put right it would send nothing for an hour, and bots and deadlines would stand still.
    """

    def tick(self, *given: Any, **named: Any) -> float:
        of_before = [one for one in self.schedule.values() if _ran_in_future(one)]
        for entry in of_before:
            entry.last_run_at = entry.default_now()
        if of_before:
            self.populate_heap()  # works out anew when each is due
        seconds: float = super().tick(*given, **named)
        if not settings.EMBEDDED:
            pulse.touch("beat")
        return seconds


def _ran_in_future(entry: beat.ScheduleEntry) -> bool:
    """By the clock of before."""
    return entry.last_run_at is not None and entry.last_run_at > entry.default_now()
