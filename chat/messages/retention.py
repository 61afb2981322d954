"""What was said is kept for so long, and what belongs to something that goes on for longer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from chat.core.clock import now
from chat.core.steps import claimed, delete_some
from chat.models import Message, Report

# Handed in from above: keys of rooms, made before that moment, whose messages are still needed.
kept_rooms: list[Callable[[datetime], Iterable[str]]] = []


def forget_messages() -> bool:
    """One step; whether there may be another. What was reported stays, as the report does."""
    if not settings.KEEP_MESSAGES_DAYS:
        return False
    with transaction.atomic(durable=True):
        old = _old(now() - timedelta(days=settings.KEEP_MESSAGES_DAYS))
        return claimed("chat.messages") and delete_some(old)


def _old(before: datetime) -> QuerySet[Message]:
    needed = [key for keys in kept_rooms for key in keys(before)]
    reported = Exists(Report.objects.filter(message=OuterRef("pk")))
    old = Message.objects.filter(~reported, at__lt=before).exclude(room__key__in=needed)
    return old.order_by("at")
