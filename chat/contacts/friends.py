"""Who is whose friend: what every app may ask, and how it ends.

Asking, which has rules of the house, stands where its accounts are (`lobby/profiles/friends.py`).
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
    """What lists of friends of this person listen to."""
    return f"user.{user_id}.friends"


def between(one: int, other: int) -> QuerySet[Friendship]:
    """The row of this pair, if there is one."""
    return Friendship.objects.filter(low=min(one, other), high=max(one, other))


def rows_of(person: int) -> QuerySet[Friendship]:
    """All that stands between this person and others."""
    return Friendship.objects.filter(Q(low=person) | Q(high=person))


def friends_of(person: int) -> set[int]:
    """The keys of somebody's friends."""
    return {row.other_than(person) for row in rows_of(person).filter(state=State.FRIENDS)}


def all_friends(people: Collection[int]) -> bool:
    """Whether these, two at least, are all friends of one another."""
    people = set(people)
    pairs = len(list(combinations(people, 2)))
    found = Friendship.objects.filter(low__in=people, high__in=people, state=State.FRIENDS)
    return pairs > 0 and found.count() == pairs


def lock_pair(one: Person, other: Person) -> list[Person]:
    """Until the transaction ends nothing else comes between these two. As they are now.

    In the order of keys, so that two who do the same to each other wait and do not lock for good.
    """
    people = get_user_model()._default_manager.select_for_update(no_key=True)
    locked = {each.pk: each for each in people.filter(pk__in=(one.pk, other.pk)).order_by("pk")}
    return [locked[one.pk], locked[other.pk]]


@transaction.atomic
def part(*, user: Person, other: Person) -> None:
    """Ends what there is: a friendship, a request of `user`, or one to them. Nobody is told.

    Repeating it changes nothing. Whoever was declined sees their request wait.
    """
    lock_pair(user, other)
    row = between(user.pk, other.pk).first()
    if row is None:
        return
    if row.state == State.FRIENDS:
        row.delete()
    elif row.asked_by_id == user.pk:  # kept: a request taken back may not be made anew at once
        row.state = State.WITHDRAWN
        row.save(update_fields=["state"])
        withdraw_request(asker=user, asked=other)
    elif row.state == State.ASKED:
        row.state = State.DECLINED
        row.save(update_fields=["state"])
        withdraw_request(asker=other, asked=user)
    tell(user.pk, other.pk)


def part_by_block(*, blocker: Person, blocked: Person) -> None:
    """After it the two are no friends, and no request stands that `blocked` could miss.

    Theirs goes on to wait as they see it; in a transaction that holds the lock of both.
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
    """The account is gone, or no person's any more."""
    others = [row.other_than(user.pk) for row in rows_of(user.pk)]
    rows_of(user.pk).delete()
    tell(user.pk, *others)


def withdraw_request(*, asker: Person, asked: Person) -> None:
    """Takes back what the bell says of a request."""
    withdraw_notices(user=asked, kind=REQUEST, url=page_of(asker))


def page_of(person: Person) -> str:
    """Where a request of this person is answered: a name may change, a key does not."""
    return f"/friends/?from={person.pk}"


def tell(*people: int) -> None:
    """Pages of these show it."""
    announce(*_topics(people))


def _topics(people: Collection[int]) -> Iterator[str]:
    return map(topic, people)
