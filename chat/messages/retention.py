"""What was said is kept for so long, and what belongs to something that goes on for longer."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from chat.core.batched_jobs import claimed, delete_some, first_values
from chat.core.clock import now
from chat.core.hooks import Hook
from chat.models import Message, Mute, Presence, Report, Room

# The keys of rooms, made before a moment, whose messages are still needed.
needed_rooms: Hook[[datetime], Iterable[str]] = Hook("chat.messages.retention.needed_rooms")


def forget_messages() -> bool:
    """One step; whether there may be another. What was reported stays, as the report does."""
    if not settings.KEEP_MESSAGES_DAYS:
        return False
    with transaction.atomic(durable=True):
        if not claimed("chat.messages"):
            return False
        old = _old(now() - timedelta(days=settings.KEEP_MESSAGES_DAYS))
        emptied = set(first_values(old, "room"))
        more = delete_some(old)
        forget_empty_rooms(Room.objects.filter(pk__in=emptied))
        return more


def forget_empty_rooms(rooms: QuerySet[Room]) -> None:
    """Of these goes what nothing is said in, nobody is in, and a moderator has not touched.

    With it go its marks of what was read. It is made anew for whoever opens its page.
    """
    # Locked first: whoever says something meanwhile has the lock, or comes when it is gone.
    untouched = rooms.filter(closed=False).select_for_update(skip_locked=True)
    locked = list(untouched.values_list("pk", flat=True))
    said = Exists(Message.objects.filter(room=OuterRef("pk")))
    muted = Exists(Mute.objects.filter(room=OuterRef("pk")))
    present = Exists(Presence.objects.filter(room=OuterRef("key")))
    Room.objects.filter(~said, ~muted, ~present, pk__in=locked).delete()


def _old(before: datetime) -> QuerySet[Message]:
    needed = list(needed_rooms(before))
    reported = Exists(Report.objects.filter(message=OuterRef("pk")))
    old = Message.objects.filter(~reported, at__lt=before).exclude(room__key__in=needed)
    return old.order_by("at")
