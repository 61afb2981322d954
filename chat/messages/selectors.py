"""Queries for what chat shows to one viewer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Case, DateTimeField, Q, QuerySet, Value, When
from django.db.models.functions import Cast

from chat.core.prepared_queries import Prepared
from chat.live.batch import loaded_in_batch, memoized_in_batch
from chat.models import Block, Message, Mute, Notice, ReadMark, Room
from chat.people import PERSON, Person, Viewer

HISTORY = 100
NO_IDS: frozenset[int] = frozenset()  # one shared object, since every open page refers to it
SHOWN_NOTICES = 10

_unseen = Prepared(
    lambda user: Notice.objects.filter(user=user, on_site=True, seen_at=None).order_by("-pk")[
        :SHOWN_NOTICES
    ],
    user=int,
)


class Muted(NamedTuple):
    """A mute by a moderator or by a host."""

    by: str  # "moderator" or "host"
    room: int | None  # the room's id; None for a mute everywhere
    until: datetime
    reason: str


@dataclass(slots=True)
class _Bounds:
    """The blocks that concern a person, and the person's mutes."""

    blocked: set[int] = field(default_factory=set)  # people they have blocked
    blocked_by: set[int] = field(default_factory=set)  # people who have blocked them
    muted: list[Muted] = field(default_factory=list)


def blocked_ids(user: Viewer) -> frozenset[int]:
    """Return the ids of the people whom this viewer has blocked."""
    found = _bounds_of(user) if user.is_authenticated else None
    return frozenset(found.blocked) if found else frozenset()


def hidden_ids(user: Viewer) -> frozenset[int]:
    """Return the ids of people hidden from this viewer by a block, either way."""
    found = _bounds_of(user) if user.is_authenticated else None
    hidden = found.blocked | found.blocked_by if found else ()
    return frozenset(hidden) if hidden else NO_IDS


def mutes_of(user: Person) -> list[Muted]:
    """Return this person's mutes, in no order.

    Mutes that have ended may be among them, until they are deleted.
    """
    found = _bounds_of(user)
    return found.muted if found else []


def _bounds_of(user: Person) -> _Bounds | None:
    return loaded_in_batch("bounds", PERSON, user.pk, _bounds)


def _bounds_rows(people: Sequence[int]) -> QuerySet[Any, tuple[Any, ...]]:
    """Return the blocks and mutes of these people in one query.

    Every page with a chat needs them all.
    """
    # PostgreSQL determines a union's types pair by pair, and takes two NULLs for texts if it is not
    # given their type.
    never, nothing = Cast(Value(None), DateTimeField()), Value("")
    blocks = Block.objects.filter(blocker__in=people).order_by()
    others = Block.objects.filter(blocked__in=people).order_by()
    mutes = Mute.objects.filter(user__in=people).order_by()
    by = Case(When(by_host=True, then=Value("host")), default=Value("moderator"))
    return blocks.values_list(Value("block"), "blocker", "blocked", never, nothing).union(
        others.values_list(Value("blocked by"), "blocked", "blocker", never, nothing),
        mutes.values_list(by, "user", "room", "until", "reason"),
        all=True,
    )


def _bounds(people: Sequence[int]) -> dict[int, _Bounds]:
    found: dict[int, _Bounds] = defaultdict(_Bounds)
    for kind, person, other, until, reason in _bounds_rows(people):
        if kind == "block":
            found[person].blocked.add(other)
        elif kind == "blocked by":
            found[person].blocked_by.add(other)
        else:
            found[person].muted.append(Muted(kind, other, until, reason))
    return found


def history(
    rooms: Iterable[Room],
    *,
    hidden: Collection[int] = (),
    after: Mapping[int, int] | None = None,
) -> list[Message]:
    """Return the last 100 messages of these rooms together, oldest first.

    Messages of the authors in `hidden` are left out. `after`: by room id, the id of the message
    after which to begin.
    """
    # Room by room, newest first: each is a short walk on the index, however long the room is.
    found = chain.from_iterable(
        _last_once(room, frozenset(hidden), (after or {}).get(room.pk, 0)) for room in rooms
    )
    return sorted(found, key=lambda message: message.pk)[-HISTORY:]


def _last_once(room: Room, hidden: frozenset[int], after: int) -> list[Message]:
    """Return a room's last messages, read once per batch for viewers shown the same."""
    key = ("messages", room.pk, hidden, after)
    return memoized_in_batch(key, lambda: _last(room, hidden, after))


def _last(room: Room, hidden: Collection[int], after: int) -> list[Message]:
    if after:
        messages = Message.objects.filter(room=room, pk__gt=after).order_by("-pk")
    else:
        messages = _in_order(Message.objects.filter(room__gte=room, room__lte=room))
    if hidden:
        messages = messages.filter(Q(author=None) | ~Q(author__in=hidden))
    return list(messages.select_related("author")[:HISTORY])


def _in_order(messages: QuerySet[Message]) -> QuerySet[Message]:
    """Order one room's messages newest first, as if there were several rooms."""
    # To find the newest messages of one room, PostgreSQL may search those of all rooms, however few
    # belong to it. Those of several rooms, in this order, it reads from the index.
    return messages.order_by("-room_id", "-pk")


def removed_ids(rooms: Collection[int], *, since: int) -> frozenset[int]:
    """Return the ids of removed messages of these rooms, from id `since` on.

    `rooms`: ids.
    """
    removed = Message.objects.filter(room__in=rooms, pk__gte=since, removed_at__isnull=False)
    return frozenset(removed.values_list("pk", flat=True))


def read_marks(user: Viewer, rooms: Collection[int]) -> dict[int, int]:
    """Return the last message that this person has read, by room id.

    Rooms that they have never read are missing.
    """
    if not user.is_authenticated:
        return {}
    marks = ReadMark.objects.filter(user=user, room__in=rooms)
    return dict(marks.values_list("room_id", "message_id"))


def open_notices(user: Viewer) -> list[Notice]:
    """Return the newest notices that this person has not seen."""
    if not user.is_authenticated:
        return []
    newest = _unseen.all(user=user.pk)
    # Without notices about what others did, there is nobody to hide, so blocks are not queried.
    if not any(notice.by_id for notice in newest):
        return newest
    return list(all_notices(user).filter(seen_at=None)[:SHOWN_NOTICES])


def count_open_notices(user: Viewer) -> int:
    """Return the number of notices that this person has not seen."""
    if not user.is_authenticated:
        return 0
    return all_notices(user).filter(seen_at=None).count()


def all_notices(user: Viewer) -> QuerySet[Notice]:
    """Return this person's notices, newest first, without what hidden people did."""
    hidden = hidden_ids(user)
    shown = Notice.objects.filter(user=user.pk, on_site=True).order_by("-pk")
    return shown.filter(Q(by=None) | ~Q(by__in=hidden)) if hidden else shown
