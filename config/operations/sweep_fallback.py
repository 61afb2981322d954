"""Sweeps go on while the worker or beat is gone: each looks after the other's part.

Beat asks for a sweep twice a second and a worker makes it. To start either takes seconds, and bots
and deadlines would stand still for as long.
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

LATE = 1.2  # seconds without a sweep of the schedule's
EVERY = 0.8  # seconds between two looks


def is_late() -> bool:
    age = heartbeat.age()
    return age is None or age > LATE


class AskForSweeps(bootsteps.StartStopStep):
    """In a worker's own process, which makes none itself: asks for one where beat does not."""

    requires = ("celery.worker.components:Timer",)

    def include_if(self, parent: Any) -> bool:
        return not settings.EMBEDDED

    def start(self, parent: Any) -> None:
        if thinks(parent.app):
            parent.timer.call_repeatedly(EVERY, pulse.touch, ("thinker",))
        else:
            parent.timer.call_repeatedly(EVERY, ask_if_late, (parent.app,))


def thinks(app: Celery) -> bool:
    """Whether the worker in this process listens to searches of bots and to nothing else."""
    return set(app.amqp.queues.consume_from) == {QUEUE}


def ask_if_late(app: Celery) -> None:
    try:
        pulse.touch("worker")
        if is_late():
            # Not as one of the schedule: whoever runs the site is to see that this is late.
            app.send_task("games.tasks.sweep", kwargs={"scheduled": False}, expires=LATE)
    except Exception as error:  # the broker is away: beat makes them itself
        log.warning("no sweep asked for (%s)", type(error).__name__)


def sweep_in_beat(**_signal: Any) -> None:
    """Beat makes those itself that no worker makes."""
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
        log.warning("no sweep made (%s)", type(error).__name__)


def connect(app: Celery) -> None:
    app.steps["worker"].add(AskForSweeps)
    beat_init.connect(sweep_in_beat, dispatch_uid="config.operations.sweep_fallback")
