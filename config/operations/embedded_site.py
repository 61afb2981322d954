"""The embedded site: everything in one process, and no second one beside it."""

from __future__ import annotations

import logging
import threading
from typing import Any

from celery.beat import EmbeddedService
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection

from config.celery import SteadyScheduler, app
from config.operations import metrics
from config.operations.checkpoints import Checkpoints
from config.operations.search_process import Thinker
from games.services import bot_plans

log = logging.getLogger(__name__)


class Backstage:
    """Celery's worker and schedule, and SQLite's checkpoints, as threads of this process; and one
    process that thinks for bots.

    Tasks and schedule are those of the scaled site. What waits in the memory broker dies with the
    process, so nothing may depend on it: deadlines are in the database, and a sweep finds them.
    """

    def __init__(self) -> None:
        # Without this, beat would send tasks that nobody has heard of, and they would be lost.
        app.loader.import_default_modules()
        self._worker = app.WorkController(
            pool="solo",
            concurrency=1,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self.thinker = Thinker()
        bot_plans.hand_out = self.thinker.hand_out
        self._checkpoints = Checkpoints(str(settings.DATABASES["default"]["NAME"]))
        self._beat: Any = EmbeddedService(app, thread=True, scheduler_cls=SteadyScheduler)
        self._thread = threading.Thread(target=self._worker.start, name="tasks", daemon=True)

    def start(self) -> None:
        metrics.serve()  # a worker that is a program does so when it is ready
        self._checkpoints.start()
        self._thread.start()
        self._beat.start()

    def stop(self, *, seconds: float) -> None:
        """Ends both. A task that takes longer is left, and rolls back with the process."""
        self._beat.service.stop()
        stopper = threading.Thread(target=self._worker.stop, daemon=True)
        stopper.start()
        stopper.join(seconds)
        if stopper.is_alive():
            log.warning("a task was still running")
        self.thinker.stop(seconds=seconds)
        self._checkpoints.stop(seconds=seconds)


# --- A second web process would not hear what this one does: without Redis it is refused. ---


KEY = 7_260_413_982_115  # any number that nobody else uses


def lock_single_process() -> Any:
    """Take PostgreSQL's lock for the only web process and return its connection, or None.

    SQLite and a pooler have no such lock, and a database that is away is not waited for. Raises
    ImproperlyConfigured if another process holds it.
    """
    pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    if not settings.EMBEDDED or connection.vendor != "postgresql" or pooled:
        return None
    held = connection.copy()  # the lock lives as long as this connection
    try:
        with held.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
            if cursor.fetchone()[0]:
                return held
    except Error as error:
        log.warning("cannot see whether this is the only web: %s", type(error).__name__)
        return None
    held.close()
    raise ImproperlyConfigured(
        "Another web uses this database already, and without Redis neither hears what the other "
        "does: set REDIS_URL, or end the other first."
    )
