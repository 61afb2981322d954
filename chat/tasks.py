"""Tasks of the schedule for chat."""

from __future__ import annotations

import threading
from datetime import timedelta

from celery import shared_task
from django.db import connection, transaction
from django.utils import timezone

from chat.contacts.notices import forget_notices
from chat.core.batched_jobs import claimed, delete_some, run_steps
from chat.core.broker import request_task
from chat.core.clock import now
from chat.delivery import sender
from chat.live import presence
from chat.messages.retention import forget_messages
from chat.models import LimitEntry, ModeratorNote, Mute
from chat.moderation.decisions import notify_decided

KEEP_ENDED_MUTES = timedelta(days=90)
KEEP_NOTES = timedelta(days=365)
HELPERS = 8  # workers that may help with sending
_sending = {way: threading.Lock() for way in sender.SENDERS}


@shared_task(name="chat.tasks.deliver")
def deliver(*, helps: bool = False) -> None:
    """Send what is due to leave the site. If much is due, ask other workers to help.

    `helps`: this is such a helper.
    """
    if not helps:
        for _ in range(sender.count_due(limit=sender.AT_ONCE * HELPERS) // sender.AT_ONCE):
            request_task("chat.tasks.deliver", kwargs={"helps": True}, expires=5)
    # In a thread for each way: neither waits for the other, nor the worker's deadlines for both.
    for way in sender.SENDERS:
        threading.Thread(target=_deliver, args=[way], name=f"deliver-{way}", daemon=True).start()
    if not helps:
        notify_decided()  # which asks for another run if that leaves something to send


def _deliver(way: str) -> None:
    """Deliver in this thread, unless another one of the process does so already."""
    if not _sending[way].acquire(blocking=False):
        return
    try:
        sender.SENDERS[way]()
    finally:
        connection.close()
        _sending[way].release()


@shared_task(name="chat.tasks.tidy")
def tidy() -> None:
    """Delete old data: closed pages, messages, notices, limits, ended mutes and notes."""
    presence.tidy()
    run_steps(forget_messages)
    run_steps(forget_notices)
    run_steps(_forget_limits)
    Mute.objects.filter(until__lt=now() - KEEP_ENDED_MUTES).delete()
    ModeratorNote.objects.filter(at__lt=now() - KEEP_NOTES).delete()


def _forget_limits() -> bool:
    """Delete some expired limits. Return True if there may be more."""
    # By this process's clock, not the site's: Django's cache uses it.
    with transaction.atomic(durable=True):
        over = LimitEntry.objects.filter(expires__lt=timezone.now())
        return claimed("chat.limits") and delete_some(over)
