"""The Celery application, and its scheduler for the tasks in the settings.

The tasks are in the apps.
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
    settings.configured or settings.INSTALLED_APPS  # noqa: B018  (read now, to report a mistake in a sentence)
except ImproperlyConfigured as error:
    sys.exit(f"The settings are invalid. {error}")

app = Celery("ridotto")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class SteadyScheduler(beat.Scheduler):
    """A scheduler that keeps running after the clock is set back."""

    # Celery counts from the last run. If the clock was an hour ahead and is corrected, it would
    # send nothing for an hour, and bots and deadlines would stop.
    def tick(self, *given: Any, **named: Any) -> float:
        ahead = [entry for entry in self.schedule.values() if _ran_in_future(entry)]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self.populate_heap()  # calculates again when each entry is due
        seconds: float = super().tick(*given, **named)
        if not settings.EMBEDDED:
            pulse.touch("beat")
        return seconds


def _ran_in_future(entry: beat.ScheduleEntry) -> bool:
    """Return True if the entry's last run lies in the future."""
    return entry.last_run_at is not None and entry.last_run_at > entry.default_now()
