"""Tasks that failed are written down, so that somebody sees it."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery.signals import task_failure
from django.db import DatabaseError

from chat.core.clock import now
from games.models import TaskFailure

log = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=14)


def connect() -> None:
    """Celery tells of failed tasks by a signal only."""
    task_failure.connect(note_failure, dispatch_uid="games.services.failures")


def note_failure(sender: Any = None, exception: BaseException | None = None, **_: Any) -> None:
    """Keeps the name of the task and the kind of error; what it says may be nobody's to read."""
    try:
        at = now()
        TaskFailure.objects.filter(at__lt=at - KEPT_FOR).delete()
        TaskFailure.objects.create(
            name=getattr(sender, "name", str(sender))[:100],
            kind=type(exception).__name__[:100],
            at=at,
        )
    except DatabaseError:
        # The database itself may be what failed.
        log.exception("a failed task could not be written down")
