"""The Celery application, and the scheduler of what stands in the settings.

Tasks live in the apps.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from celery import Celery, beat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.operations import pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")  # noqa: TID251  (names the settings)
try:
    settings.configured or settings.INSTALLED_APPS  # noqa: B018  (read now: a mistake is told in a sentence)
except ImproperlyConfigured as error:
    sys.exit(f"The settings do not hold. {error}")

app = Celery("ridotto")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


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
