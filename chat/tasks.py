"""What the schedule does for chat."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from chat.core.clock import now
from chat.models import LimitEntry, Mute, Notice
from chat.people import presence

KEEP_SEEN_NOTICES = timedelta(days=30)
KEEP_ENDED_MUTES = timedelta(days=90)


@shared_task(name="chat.tasks.tidy")
def tidy() -> None:
    """Forgets pages that are gone, old notices and mutes, and what limits no longer count."""
    presence.tidy()
    Notice.objects.filter(seen_at__lt=now() - KEEP_SEEN_NOTICES).delete()
    Mute.objects.filter(until__lt=now() - KEEP_ENDED_MUTES).delete()
    LimitEntry.objects.filter(expires__lt=timezone.now()).delete()  # Django's cache has no clock
