"""The latest messages of a room are found quickly, however busy other rooms are."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from chat.core.clock import now
from chat.messages.selectors import HISTORY, history
from chat.models import Message, Room

pytestmark = [pytest.mark.cluster, pytest.mark.django_db]

LOUD = 4_000
_READ = (
    "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables"
    " WHERE relname = 'chat_message'"
)


def _say(room: Room, count: int) -> None:
    author, _ = get_user_model().objects.get_or_create(username="ann")
    Message.objects.bulk_create(
        Message(room=room, author=author, at=now(), key=f"{room.key}-{number}", text="hm")
        for number in range(count)
    )


def _rows_walked(**asked: Any) -> int:
    """Return how many message rows PostgreSQL reads to answer."""
    with connection.cursor() as cursor:
        cursor.execute(_READ)
        before: int = cursor.fetchone()[0]
        history(**asked)
        cursor.execute(_READ)
        after: int = cursor.fetchone()[0]
    return after - before


def test_the_latest_messages_of_any_room_read_few_rows() -> None:
    old, loud, empty, few = (
        Room.objects.create(key=key) for key in ("old", "loud", "empty", "few")
    )
    _say(old, LOUD // 2)
    _say(loud, LOUD)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE chat_message")
    _say(few, 3)
    newest = Message.objects.filter(room=loud).latest("pk")
    for plan in ("force_generic_plan", "force_custom_plan", "auto"):
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL plan_cache_mode = {plan}")
        for room in (old, loud, empty, few) * 3:  # once prepared, the query may be planned again
            for hidden in ((), (0,)):
                assert _rows_walked(rooms=[room], hidden=hidden) <= HISTORY + 1, (plan, room.key)
            assert _rows_walked(rooms=[room], after={room.pk: newest.pk - 5}) <= 10
