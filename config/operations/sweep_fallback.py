"""Sweeps that continue without the worker or beat: each replaces the other.

Beat requests a sweep twice a second and a worker makes it. Restarting either takes seconds, in
which bots and deadlines would stop.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from celery import Celery, bootsteps
from celery.signals import beat_init
from django.conf import settings
from django.db import close_old_connections

from chat.core import heartbeat
from config.operations import pulse
from games.services import scheduler
from games.services.bot_plans import QUEUE

log = logging.getLogger(__name__)

LATE = 1.2  # seconds without a sweep by the schedule
EVERY = 0.8  # seconds between two checks


def is_late() -> bool:
    age = heartbeat.age()
    return age is None or age > LATE


class AskForSweeps(bootsteps.StartStopStep):
    """Requests a sweep if beat does not.

    It runs in the worker's main process, which makes no sweeps itself.
    """

    requires = ("celery.worker.components:Timer",)

    def include_if(self, parent: Any) -> bool:
        return not settings.EMBEDDED

    def start(self, parent: Any) -> None:
        if thinks(parent.app):
            parent.timer.call_repeatedly(EVERY, pulse.touch, ("thinker",))
        else:
            parent.timer.call_repeatedly(EVERY, ask_if_late, (parent.app,))


def thinks(app: Celery) -> bool:
    """Return True if this worker only serves the queue of bot searches."""
    return set(app.amqp.queues.consume_from) == {QUEUE}


def ask_if_late(app: Celery) -> None:
    try:
        pulse.touch("worker")
        if is_late():
            # Not marked as scheduled: operators should see that the schedule is late.
            app.send_task("games.tasks.sweep", kwargs={"scheduled": False}, expires=LATE)
    except Exception as error:  # if the broker is away, beat makes the sweeps itself
        log.warning("sweep not requested (%s)", type(error).__name__)


def sweep_in_beat(**_signal: Any) -> None:
    """Start a thread in beat that makes the sweeps if no worker does."""
    if not settings.EMBEDDED:
        threading.Thread(target=_sweep_forever, name="sweeps", daemon=True).start()


def _sweep_forever() -> None:
    while True:
        time.sleep(EVERY)
        sweep_if_late()


def sweep_if_late() -> None:
    try:
        if is_late():
            close_old_connections()
            scheduler.run_all_due()
    except Exception as error:
        log.warning("sweep failed (%s)", type(error).__name__)


def connect(app: Celery) -> None:
    app.steps["worker"].add(AskForSweeps)
    beat_init.connect(sweep_in_beat, dispatch_uid="config.operations.sweep_fallback")
