"""Who is where: one row for each open page, kept fresh by the page's heartbeat."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db.models import QuerySet

from chat.contacts.names import Person
from chat.core.clock import now, present
from chat.live.announce import announce
from chat.live.batch import memoized_in_batch
from chat.models import Presence

FRESH = timedelta(seconds=90)
NAMED = 50
CROWD_TOLD_EVERY = 10  # seconds


@dataclass(frozen=True)
class Present:
    """How many people are in a room, and who, unless they are too many to name."""

    count: int
    people: tuple[Person, ...]


def topic(room: str) -> str:
    return f"presence.{room}"


def enter(user: Person, room: str, channel: str) -> None:
    """This person has a page of the room open; `channel` names its socket."""
    was_here = _fresh(room).filter(user=user).exists()
    Presence.objects.update_or_create(
        channel=channel, defaults={"user": user, "room": room, "seen_at": now()}
    )
    if not was_here:
        tell(room)


def refresh(channel: str) -> bool:
    """Records that the page is still open. Returns whether it counted as open before."""
    at = now()
    return _seen_lately(at).filter(channel=channel).update(seen_at=at) > 0


def refresh_or_enter(user: Person, room: str, channel: str) -> None:
    """Records that the page is open. Where it did not count as open, the room is told."""
    if not refresh(channel):
        enter(user, room, channel)


def leave(channel: str) -> None:
    """Records that the page is closed."""
    row = Presence.objects.filter(channel=channel).first()
    if row is None:
        return
    row.delete()
    if not _fresh(row.room).filter(user=row.user_id).exists():
        tell(row.room)


def who(room: str) -> Present:
    """The people whose pages were seen in the last 90 seconds, by name."""
    return memoized_in_batch(("who", room), lambda: _who(room))


def _who(room: str) -> Present:
    users = _fresh(room).order_by().values("user").distinct()
    named = list(get_user_model()._default_manager.filter(pk__in=users)[: NAMED + 1])
    if len(named) > NAMED:
        return Present(users.count(), ())
    people = tuple(sorted(named, key=lambda person: str(person).casefold()))
    return Present(len(people), people)


def here_of(people: Collection[int]) -> set[int]:
    """Which of these have a page of any room open."""
    if not people:
        return set()
    rows = _seen_lately(present()).filter(user__in=people).order_by()
    return set(rows.values_list("user", flat=True).distinct())


def tidy() -> int:
    """Deletes pages whose heartbeat has stopped. Returns how many."""
    left = sorted(set(_stale().values_list("room", flat=True)))
    gone: int = _stale().delete()[0]
    announce(*map(topic, left))
    return gone


def _fresh(room: str) -> QuerySet[Presence]:
    return _seen_lately(present()).filter(room=room)


def _stale() -> QuerySet[Presence]:
    """By the clock as it is when this is asked for: a page may be seen after it has jumped."""
    return Presence.objects.exclude(seen_at__range=_lately(present()))


def _seen_lately(at: Any) -> QuerySet[Presence]:
    return Presence.objects.filter(seen_at__range=_lately(at))


def _lately(at: Any) -> tuple[Any, Any]:
    """What was seen long after now was seen before the clock was put back.

    `at`: an instant, or what a query takes for one.
    """
    return at - FRESH, at + FRESH


def tell(room: str) -> None:
    """Announces who is here; in a crowd at most every 10 seconds, as it redraws every page."""
    crowded = _fresh(room).count() > NAMED
    if not crowded or caches["fleeting"].add(f"crowd-told.{room}", True, CROWD_TOLD_EVERY):
        announce(topic(room))
