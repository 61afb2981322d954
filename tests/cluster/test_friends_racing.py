"""Races of friend requests and blocks on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from chat.contacts.blocks import block
from chat.contacts.friends import part
from chat.models import Friendship, Notice
from lobby.models import User
from lobby.profiles.friends import ask
from tests.support.races import at_once
from tests.support.refusals import code_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def pair(number: int) -> tuple[User, User]:
    return (
        User.objects.create_user(username=f"ann{number}"),
        User.objects.create_user(username=f"bob{number}"),
    )


def test_simultaneous_requests_make_friends() -> None:
    for number in range(4):
        ann, bob = pair(number)
        at_once(
            partial(code_of, ask, user=ann, other=bob), partial(code_of, ask, user=bob, other=ann)
        )
    assert list(Friendship.objects.values_list("state", flat=True)) == ["friends"] * 4


def test_several_clicks_are_one_request() -> None:
    ann, bob = pair(0)
    at_once(*[partial(code_of, ask, user=ann, other=bob)] * 4)
    assert Friendship.objects.count() == 1
    assert Notice.objects.filter(user=bob, kind="friend-request").count() == 1


def test_accepting_during_a_block_leaves_no_friends() -> None:
    for number in range(4):
        ann, bob = pair(number)
        ask(user=ann, other=bob)
        yes = partial(code_of, ask, user=bob, other=ann, answers=True)
        at_once(yes, partial(code_of, block, blocker=ann, blocked=bob))
    assert not Friendship.objects.filter(state="friends").exists()


def test_accepting_during_a_withdrawal_leaves_a_consistent_state() -> None:
    ann, bob = pair(0)
    ask(user=ann, other=bob)
    at_once(
        partial(code_of, ask, user=bob, other=ann, answers=True),
        partial(code_of, part, user=ann, other=bob),
    )
    assert not Friendship.objects.filter(state="asked").exists()
