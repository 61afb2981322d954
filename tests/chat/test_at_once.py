"""Simultaneous messages: each is sent once or refused with a code."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from chat.core.refusals import Refusal
from chat.messages.services import send_message
from chat.models import Message
from lobby.models import User

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
THREADS = 12


def _send(author: User, key: str) -> str:
    try:
        send_message(author=author, room_key="lobby", text="hello", key=key)
    except Refusal as refusal:
        return refusal.code
    finally:
        connection.close()
    return "said"


def _all(keys: list[str], authors: list[User]) -> Counter[str]:
    with ThreadPoolExecutor(THREADS) as pool:
        return Counter(pool.map(_send, authors, keys))


@pytest.mark.usefixtures("stopped_clock")
def test_parallel_requests_cannot_exceed_the_rate_limit(ada: User) -> None:
    answers = _all([f"key-{number}" for number in range(THREADS)], [ada] * THREADS)
    assert answers == {"said": 5, "too_fast": THREADS - 5}
    assert Message.objects.count() == 5


def test_simultaneous_repeats_send_one_message(ada: User) -> None:
    assert _all(["same"] * THREADS, [ada] * THREADS) == {"said": THREADS}
    assert Message.objects.count() == 1


def test_many_people_speak_at_once_in_a_new_room(db: Any) -> None:
    people = [User.objects.create_user(f"person{number}") for number in range(THREADS)]
    assert _all(["same"] * THREADS, people) == {"said": THREADS}
    assert Message.objects.count() == THREADS
