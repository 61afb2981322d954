"""What the schedule does for chat."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from chat.core.clock import now
from chat.core.steps import claimed, delete_some, run_steps
from chat.messages.retention import forget_messages
from chat.models import LimitEntry, Mute
from chat.people import presence
from chat.people.notices import forget_notices

KEEP_ENDED_MUTES = timedelta(days=90)


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
