"""Presence: one row for each open page, kept fresh by the page's heartbeat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import InterfaceError, OperationalError, close_old_connections
from django.db.models import QuerySet
from django.utils import translation

from chat.core.clock import Jumps, now, present
from chat.core.try_write import best_effort
from chat.live.announce import announce
from chat.live.batch import memoized_in_batch
from chat.models import Presence
from chat.people import Person

FRESH = timedelta(seconds=90)
NAMED = 50  # people; in a larger crowd nobody is named
CROWD_TOLD_EVERY = 10  # seconds between two announcements to a crowd


@dataclass(frozen=True)
class Present:
    """The people in a room."""

    count: int
    people: tuple[Person, ...]  # empty if there are too many to name


def topic(room: str) -> str:
    return f"presence.{room}"


def enter(user: Person, room: str, channel: str) -> None:
    """Record that a person has opened a page of the room. `channel`: its socket."""
    was_here = _fresh(room).filter(user=user).exists()
    Presence.objects.update_or_create(
        channel=channel, defaults={"user": user, "room": room, "seen_at": now()}
    )
    if not was_here:
        tell(room)


def refresh(channel: str) -> bool:
    """Record that a page is still open. Return True if it counted as open before."""
    at = now()
    return _seen_lately(at).filter(channel=channel).update(seen_at=at) > 0


def refresh_or_enter(user: Person, room: str, channel: str) -> None:
    """Record that a page is open, and notify the room if it did not count as open."""
    if not refresh(channel):
        enter(user, room, channel)


def leave(channel: str) -> None:
    """Record that the page is closed."""
    row = Presence.objects.filter(channel=channel).first()
    if row is None:
        return
    row.delete()
    if not _fresh(row.room).filter(user=row.user_id).exists():
        tell(row.room)


def who(room: str) -> Present:
    """Return the people whose pages were seen in the last 90 seconds, sorted by name."""
    return memoized_in_batch(("who", room), lambda: _who(room))


def _who(room: str) -> Present:
    users = _fresh(room).order_by().values("user").distinct()
    named = list(get_user_model()._default_manager.filter(pk__in=users)[: NAMED + 1])
    if len(named) > NAMED:
        return Present(users.count(), ())
    people = tuple(sorted(named, key=lambda person: str(person).casefold()))
    return Present(len(people), people)


def people_in(rooms: Collection[str]) -> dict[str, list[Person]]:
    """Return by room the people who have a page of it open, for rooms with few."""
    rows = _seen_lately(present()).filter(room__in=rooms).select_related("user")
    found: dict[str, list[Person]] = {}
    for row in rows.order_by("pk"):
        here = found.setdefault(row.room, [])
        if row.user not in here:
            here.append(row.user)
    return found


def here_of(people: Collection[int]) -> set[int]:
    """Return those of these people who have a page of any room open."""
    if not people:
        return set()
    rows = _seen_lately(present()).filter(user__in=people).order_by()
    return set(rows.values_list("user", flat=True).distinct())


def tidy() -> int:
    """Delete pages whose heartbeat has stopped. Return how many."""
    left = sorted(set(_stale().values_list("room", flat=True)))
    gone: int = _stale().delete()[0]
    announce(*map(topic, left))
    return gone


def _fresh(room: str) -> QuerySet[Presence]:
    return _seen_lately(present()).filter(room=room)


def _stale() -> QuerySet[Presence]:
    """Return the pages whose heartbeat has stopped."""
    # Compared with the clock at the time of the query: a page may be seen after the clock jumps.
    return Presence.objects.exclude(seen_at__range=_lately(present()))


def _seen_lately(at: Any) -> QuerySet[Presence]:
    return Presence.objects.filter(seen_at__range=_lately(at))


def _lately(at: Any) -> tuple[Any, Any]:
    """Return the range of times in which an open page was last seen.

    `at`: a time, or a database expression for one.
    """
    # A time far in the future was recorded before the clock was put back.
    return at - FRESH, at + FRESH


def tell(room: str) -> None:
    """Announce who is in a room; for a crowd at most every 10 seconds."""
    # The announcement makes every page of the room render.
    crowded = _fresh(room).count() > NAMED
    if not crowded or caches["fleeting"].add(f"crowd-told.{room}", True, CROWD_TOLD_EVERY):
        announce(topic(room))


# --- Recording presence, with retries if the database cannot be written at once
#
# The rows say when a page was last seen, by the server's clock. A page enters and leaves only
# once, and its heartbeat is slow: a row that could not be written, or that a jump of the clock has
# made old or new, would stay wrong for long.


log = logging.getLogger(__name__)
LOOKED_AFTER = 1.0  # seconds between two checks of the clock and of the rows still to be written
# One thread, so that the writes for a page happen in order.
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="here")

Place = tuple[Any, str]  # a person and a room


class Here:
    """The pages of one loop whose people count as present, by socket name."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._places: dict[str, Place] = {}
        self._owed: dict[str, str] = {}  # the room by name, if the row may differ from `_places`
        self._begun: set[str] = set()  # names whose row is being written, or whose writing failed
        self._jumps = Jumps()
        self._watching = loop.create_task(self._watch())

    async def enter(self, user: Any, room: str, name: str) -> None:
        self._places[name] = (user, room)
        await self.refresh(name)

    async def refresh(self, name: str) -> None:
        """Record that the page is still open."""
        if name in self._places:
            await self._settled(name, self._places[name][1])

    async def leave(self, name: str) -> None:
        _user, room = self._places.pop(name)
        await self._settled(name, room)

    async def _settled(self, name: str, room: str) -> None:
        self._owed[name] = room
        await self._in_thread([name])

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOKED_AFTER)
            await self._in_thread(None)

    async def _in_thread(self, names: Collection[str] | None) -> None:
        """Write these names, or all owed ones for None, in a separate thread."""
        # Not in the pool that renders pages: they must not wait for this.
        await self._loop.run_in_executor(_thread, self._write, names)

    def _write(self, names: Collection[str] | None) -> None:
        """Write these names, or all owed ones for None. Raises nothing."""
        # Presence is not worth a page's socket, and the watch has to go on.
        try:
            with translation.override("en"):
                close_old_connections()
                try:
                    self._write_each(names)
                finally:
                    close_old_connections()
        except Exception as error:
            _log_failure(error)

    def _write_each(self, names: Collection[str] | None) -> None:
        # Also before the first row is written, to have a reading of the clock to compare with
        # later.
        if (names is None or not self._jumps.begun) and self._jumps.jumped():
            self._owed.update({name: room for name, (_, room) in [*self._places.items()]})
        for name in list(self._owed) if names is None else names:
            if not self._try_settle(name):
                break

    def _try_settle(self, name: str) -> bool:
        """Write one name. Return False if the database is busy, so the others can wait."""
        try:
            return best_effort(partial(self._settle, name))
        except (InterfaceError, OperationalError):
            raise
        except Exception as error:  # concerns this name only: the others are written
            _log_failure(error)
            return True

    def _settle(self, name: str) -> None:
        """Make the row match the page's state; again if the page came or went meanwhile."""
        while True:
            place, room = self._places.get(name), self._owed.get(name)
            broke_off = name in self._begun
            self._begun.add(name)
            if place is None:
                leave(name)
            else:
                refresh_or_enter(*place, name)
            if broke_off and room:  # the row may have been written without the room being notified
                tell(room)
            self._begun.discard(name)
            # Remove first, then compare: a page that comes or goes in between is owed again.
            self._owed.pop(name, None)
            if self._places.get(name) is place:
                return
            if room:
                self._owed.setdefault(name, room)


def _log_failure(error: Exception) -> None:
    log.warning("presence not recorded (%s)", type(error).__name__)


_here: WeakKeyDictionary[asyncio.AbstractEventLoop, Here] = WeakKeyDictionary()


def here() -> Here:
    """Return the presence of the running loop's pages."""
    loop = asyncio.get_running_loop()
    if loop not in _here:
        _here[loop] = Here(loop)
    return _here[loop]
