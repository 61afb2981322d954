"""The embedded site, which runs everything in a single process."""

from __future__ import annotations

import logging
import os
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
    """The background work of an embedded site.

    It runs Celery's worker and beat and SQLite's checkpoints as threads of this process, and bot
    searches in another process. Tasks and schedule are those of the scaled site.
    """

    def __init__(self) -> None:
        # Messages in the memory broker are lost with the process, so nothing may depend on them:
        # deadlines are in the database, where a sweep finds them.
        # Without this, the worker would not know the tasks that beat sends, and would drop them.
        os.environ["CELERY_SKIP_CHECKS"] = "yes"  # noqa: TID251  (Celery would ignore their result)
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
        metrics.serve()  # a separate worker process does this when it is ready
        self._checkpoints.start()
        self._thread.start()
        self._beat.start()

    def stop(self, *, seconds: float) -> None:
        """Stop all background work, waiting about `seconds` for each part.

        A task that takes longer is abandoned and rolled back when the process ends.
        """
        self._beat.service.stop()
        stopper = threading.Thread(target=self._worker.stop, daemon=True)
        stopper.start()
        stopper.join(seconds)
        if stopper.is_alive():
            log.warning("a task was still running")
        self.thinker.stop(seconds=seconds)
        self._checkpoints.stop(seconds=seconds)


# --- Lock against a second web process


KEY = 7_260_413_982_115  # an arbitrary number for the advisory lock


def lock_single_process() -> Any:
    """Take the lock of the only web process and return its connection, or None.

    Only PostgreSQL without a pooler has such a lock. If the database is unreachable, log it and
    return None. Raise `ImproperlyConfigured` if another process holds the lock.
    """
    # Without Redis, a second web process would not receive the live updates of this one.
    pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    if not settings.EMBEDDED or connection.vendor != "postgresql" or pooled:
        return None
    held = connection.copy()  # the lock lasts as long as this connection
    try:
        with held.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
            if cursor.fetchone()[0]:
                return held
    except Error as error:
        log.warning("cannot check if this is the only web process: %s", type(error).__name__)
        return None
    held.close()
    raise ImproperlyConfigured(
        "Another web process already uses this database, and without Redis neither gets the "
        "other's updates: set REDIS_URL, or stop the other one first."
    )
