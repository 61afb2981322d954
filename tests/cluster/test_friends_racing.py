"""Two who ask each other at once, and a block that meets a request, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from chat.core.refusals import Refusal
from chat.models import Friendship, Notice
from chat.people.blocks import block
from chat.people.friends import part
from lobby.models import User
from lobby.people.friends import ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def at_once(*things: Callable[[], Any]) -> None:
    ready = Barrier(len(things))

    def carry(thing: Callable[[], Any]) -> None:
        ready.wait()
        try:
            thing()
        except Refusal:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(len(things)) as pool:
        list(pool.map(carry, things))


def pair(number: int) -> tuple[User, User]:
    return (
        User.objects.create_user(username=f"ann{number}"),
        User.objects.create_user(username=f"bob{number}"),
    )


def test_both_ask_at_once_and_are_friends() -> None:
    for number in range(4):
        ann, bob = pair(number)
        at_once(partial(ask, user=ann, other=bob), partial(ask, user=bob, other=ann))
    assert list(Friendship.objects.values_list("state", flat=True)) == ["friends"] * 4


def test_several_clicks_are_one_request() -> None:
    ann, bob = pair(0)
    at_once(*[partial(ask, user=ann, other=bob)] * 4)
    assert Friendship.objects.count() == 1
    assert Notice.objects.filter(user=bob, kind="friend-request").count() == 1


def test_a_yes_and_a_block_leave_no_friends() -> None:
    for number in range(4):
        ann, bob = pair(number)
        ask(user=ann, other=bob)
        yes = partial(ask, user=bob, other=ann, answers=True)
        at_once(yes, partial(block, blocker=ann, blocked=bob))
    assert not Friendship.objects.filter(state="friends").exists()


def test_a_yes_and_taking_it_back_leave_one_or_the_other() -> None:
    ann, bob = pair(0)
    ask(user=ann, other=bob)
    at_once(partial(ask, user=bob, other=ann, answers=True), partial(part, user=ann, other=bob))
    assert not Friendship.objects.filter(state="asked").exists()
