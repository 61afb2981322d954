"""Friendships: queries for every app, and how they end.

Requests, which follow rules of the site, are handled with its accounts
(`lobby/profiles/friends.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet

from chat.contacts.notices import withdraw_notices
from chat.live.announce import announce
from chat.models import Friendship
from chat.people import Person

REQUEST = "friend-request"  # kinds of notices
ACCEPTED = "friend"
State = Friendship.State


def topic(user_id: int | None) -> str:
    """Return the topic that lists of this person's friends follow."""
    return f"user.{user_id}.friends"


def between(one: int, other: int) -> QuerySet[Friendship]:
    """Return the row of this pair, if there is one."""
    return Friendship.objects.filter(low=min(one, other), high=max(one, other))


def rows_of(person: int) -> QuerySet[Friendship]:
    """Return all friendships and requests between this person and others."""
    return Friendship.objects.filter(Q(low=person) | Q(high=person))


def friends_of(person: int) -> set[int]:
    """Return the keys of this person's friends."""
    return {row.other_than(person) for row in rows_of(person).filter(state=State.FRIENDS)}


def all_friends(people: Collection[int]) -> bool:
    """Return True if these are two or more people who are all friends."""
    people = set(people)
    pairs = len(list(combinations(people, 2)))
    found = Friendship.objects.filter(low__in=people, high__in=people, state=State.FRIENDS)
    return pairs > 0 and found.count() == pairs


def lock_pair(one: Person, other: Person) -> list[Person]:
    """Lock two people until the transaction ends, and return them as they are now."""
    # In order of keys, so that two who do the same to each other wait rather than deadlock.
    people = get_user_model()._default_manager.select_for_update(no_key=True)
    locked = {each.pk: each for each in people.filter(pk__in=(one.pk, other.pk)).order_by("pk")}
    return [locked[one.pk], locked[other.pk]]


@transaction.atomic
def part(*, user: Person, other: Person) -> None:
    """End a friendship, or a request by or to `user`, without notifying anybody.

    Repeating it changes nothing. To someone whose request is declined, it still seems to wait.
    """
    lock_pair(user, other)
    row = between(user.pk, other.pk).first()
    if row is None:
        return
    if row.state == State.FRIENDS:
        row.delete()
    elif row.asked_by_id == user.pk:  # stays: it cannot be repeated at once
        row.state = State.WITHDRAWN
        row.save(update_fields=["state"])
        withdraw_request(asker=user, asked=other)
    elif row.state == State.ASKED:
        row.state = State.DECLINED
        row.save(update_fields=["state"])
        withdraw_request(asker=other, asked=user)
    tell(user.pk, other.pk)


def part_by_block(*, blocker: Person, blocked: Person) -> None:
    """End the friendship or request between two people because of a block.

    To `blocked`, their own request still seems to wait. Call it in a transaction that holds the
    lock of both.
    """
    row = between(blocker.pk, blocked.pk).first()
    if row is None:
        return
    if row.state == State.FRIENDS or row.asked_by_id == blocker.pk:
        row.delete()
    elif row.state == State.ASKED:
        row.state = State.DECLINED
        row.save(update_fields=["state"])
    withdraw_request(asker=blocked, asked=blocker)
    withdraw_request(asker=blocker, asked=blocked)
    tell(blocker.pk, blocked.pk)


@transaction.atomic
def forget_friends(*, user: Person) -> None:
    """Delete all friendships of an account that is deleted or becomes a bot's."""
    others = [row.other_than(user.pk) for row in rows_of(user.pk)]
    rows_of(user.pk).delete()
    tell(user.pk, *others)


def withdraw_request(*, asker: Person, asked: Person) -> None:
    """Withdraw the notice of a request."""
    withdraw_notices(user=asked, kind=REQUEST, url=page_of(asker))


def page_of(person: Person) -> str:
    """Return the path where a request by this person is answered."""
    # By key, since a name may change.
    return f"/friends/?from={person.pk}"


def tell(*people: int) -> None:
    """Update the pages that show the friends of these people."""
    announce(*_topics(people))


def _topics(people: Collection[int]) -> Iterator[str]:
    return map(topic, people)
