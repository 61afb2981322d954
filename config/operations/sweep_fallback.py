"""Sweeps that continue without the worker, beat or their broker.

Beat requests a sweep twice a second and a worker makes it. If the database has no recent sweep,
beat makes them itself, one process at a time; without beat, a web process does. Restarting any of
them takes seconds, in which bots and deadlines would stop.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta
from typing import Any
from uuid import uuid4

from celery import Celery, bootsteps
from celery.signals import beat_init
from django.conf import settings
from django.db import close_old_connections

from chat.core.broker import request_task
from config.operations import pulse
from games.services import heartbeat, scheduler
from games.services.bot_plans import QUEUE

log = logging.getLogger(__name__)

EVERY = 0.8  # seconds between two checks
AT_WORK = 0.1  # seconds between two sweeps in place of the workers
LATE = timedelta(seconds=1.2)  # without a sweep: a worker is asked for one, and beat makes one
WEB_LATE = timedelta(seconds=3)  # a web process, whose pages come first, makes one only then


def start(patience: timedelta) -> None:
    """Start a thread that makes sweeps if there has been none for so long."""
    if not settings.EMBEDDED:
        threading.Thread(target=_sweep_forever, args=[patience], name="sweeps", daemon=True).start()


def _sweep_forever(patience: timedelta) -> None:
    name = uuid4().hex
    while True:
        time.sleep(AT_WORK if sweep_if_late(name, patience) else EVERY)


def sweep_if_late(name: str, patience: timedelta) -> bool:
    """Request a sweep if none was made lately, or make one. Return True if it was made.

    `name`: of this process. `patience`: how long it leaves sweeps to others.
    """
    try:
        close_old_connections()
        if heartbeat.is_late(LATE):
            # Not marked as scheduled: operators should see that the schedule is late.
            request_task(
                "games.tasks.sweep", kwargs={"scheduled": False}, expires=LATE.total_seconds()
            )
        if heartbeat.take_over(name, late=patience):
            scheduler.run_all_due()
            return True
    except Exception as error:
        log.warning("sweep failed (%s)", type(error).__name__)
    return False


# --- Celery's processes


class Pulse(bootsteps.StartStopStep):
    """Records that the worker is alive, from its main process."""

    requires = ("celery.worker.components:Timer",)

    def include_if(self, parent: Any) -> bool:
        return not settings.EMBEDDED

    def start(self, parent: Any) -> None:
        kind = "thinker" if thinks(parent.app) else "worker"
        parent.timer.call_repeatedly(EVERY, pulse.touch, (kind,))


def thinks(app: Celery) -> bool:
    """Return True if this worker only serves the queue of bot searches."""
    return set(app.amqp.queues.consume_from) == {QUEUE}


def sweep_in_beat(**_signal: Any) -> None:
    start(LATE)


def connect(app: Celery) -> None:
    app.steps["worker"].add(Pulse)
    beat_init.connect(sweep_in_beat, dispatch_uid="config.operations.sweep_fallback")
