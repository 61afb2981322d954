"""Retention: deletes old messages, except those that are still needed."""

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

# Returns the keys of rooms, created before a time, whose messages are still needed.
needed_rooms: Hook[[datetime], Iterable[str]] = Hook("chat.messages.retention.needed_rooms")


def forget_messages() -> bool:
    """Delete some old messages. Return True if there may be more.

    Reported messages stay as long as the report does.
    """
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
    """Delete those of these rooms without messages, mutes or people present.

    Rooms that a moderator closed stay. A room's read marks are deleted with it. It is created again
    for the next visitor.
    """
    # Locked first: a sender either has the lock already, or comes when the room is gone.
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
