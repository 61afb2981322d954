"""What the schedule does for chat."""

from __future__ import annotations

import threading
from datetime import timedelta

from celery import current_app, shared_task
from django.db import connection, transaction
from django.utils import timezone

from chat.contacts.notices import forget_notices
from chat.core.batched_jobs import claimed, delete_some, run_steps
from chat.core.clock import now
from chat.delivery import sender
from chat.live import presence
from chat.messages.retention import forget_messages
from chat.models import LimitEntry, Mute

KEEP_ENDED_MUTES = timedelta(days=90)
STINT = 60.0  # seconds of sending; then the schedule comes again
HELPERS = 8
_sending = threading.Lock()


@shared_task(name="chat.tasks.deliver")
def deliver(*, helps: bool = False) -> None:
    """Sends what is to leave the site. Where much is due, others are asked to help.

    In a thread of its own: a worker has clocks to keep, and does not wait for mail servers.
    """
    if not helps:
        for _ in range(sender.count_due(limit=sender.AT_ONCE * HELPERS) // sender.AT_ONCE):
            current_app.send_task("chat.tasks.deliver", kwargs={"helps": True}, expires=5)
    threading.Thread(target=_deliver, name="deliver", daemon=True).start()


def _deliver() -> None:
    """One thread of a process at a time; the task that comes meanwhile finds it done."""
    if not _sending.acquire(blocking=False):
        return
    try:
        sender.deliver_due(seconds=STINT)
    finally:
        connection.close()
        _sending.release()


@shared_task(name="chat.tasks.tidy")
def tidy() -> None:
    """Forgets pages that are gone, what is kept for a time, and what limits no longer count."""
    presence.tidy()
    run_steps(forget_messages)
    run_steps(forget_notices)
    run_steps(_forget_limits)
    Mute.objects.filter(until__lt=now() - KEEP_ENDED_MUTES).delete()


def _forget_limits() -> bool:
    """One step; whether there may be another. Django's cache has no clock of the house."""
    with transaction.atomic(durable=True):
        over = LimitEntry.objects.filter(expires__lt=timezone.now())
        return claimed("chat.limits") and delete_some(over)
