"""Rooms by key, and who may read and write in them.

The first word of a key is the kind of room: `lobby`, `table-<public id>`, `watch-<public id>`. Each
kind has a policy, registered by `config.wiring`, since chat does not know what a table is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from chat.core.hooks import Registry
from chat.live.announce import announce
from chat.live.batch import memoized_in_batch
from chat.models import Room
from chat.people import Viewer

LOBBY = "lobby"


@dataclass(frozen=True)
class RoomAccess:
    """The rights of one viewer in a room."""

    read: bool
    write: bool
    reason: str = ""  # why the viewer cannot write
    show_also: tuple[str, ...] = ()  # keys of rooms whose messages appear here as well, marked
    before: str = ""  # key of the room that this one continues, whose messages come first
    # By user id, colours that the room's owner knows better than people's profiles do.
    hues: Mapping[int, int] = field(default_factory=dict)
    hosts: bool = False  # True if the viewer may remove messages, mute people and close the room


Policy = Callable[[Viewer, str], RoomAccess]
NOTHING = RoomAccess(read=False, write=False)
_KEY = re.compile(r"[a-z]+(-[A-Za-z0-9_-]{1,60})?", re.ASCII)  # only characters of topics


class Place(NamedTuple):
    """A room by the name people know, and the page where they read it."""

    title: str
    url: str = ""


@dataclass(frozen=True)
class RoomKind:
    """A kind of room: the rooms whose keys begin with the same word."""

    policy: Policy
    # Returns the present names and pages of rooms of this kind that still exist, by key.
    places: Callable[[Collection[str]], Mapping[str, Place]] = lambda keys: {}
    mark: str | Promise = ""  # the word beside their messages in another room
    title: str | Promise = ""  # the name of such a room beside another


kinds: Registry[RoomKind] = Registry("chat.messages.rooms.kinds")


def access(user: Viewer, key: str) -> RoomAccess:
    """Return this viewer's rights in a room; none if the kind of room is unknown."""
    kind = _kind_of(key)
    return kind.policy(user, key) if kind and _KEY.fullmatch(key) else NOTHING


def mark_of(key: str) -> str:
    """Return the word beside this room's messages in another room."""
    kind = _kind_of(key)
    return str(kind.mark) if kind else ""


def places_of(keys: Iterable[str]) -> dict[str, Place]:
    """Return the names and pages of rooms, by key; rooms that are gone have only their key."""
    # Computed, not stored: a table may be renamed, and its name may contain that of a person.
    wanted = sorted(set(keys))
    found = {key: Place(key) for key in wanted}
    for word, group in groupby(wanted, key=_word_of):
        if word in kinds:
            found |= kinds[word].places(list(group))
    return found


def is_at_table(key: str) -> bool:
    """Return True if this is a room of a table, where guests are shown without a number."""
    return key != LOBBY


def title_of(key: str) -> str:
    """Return this room's name beside another room."""
    kind = _kind_of(key)
    return str(kind.title) if kind else ""


def _kind_of(key: str) -> RoomKind | None:
    return kinds.get(_word_of(key))


def _word_of(key: str) -> str:
    return key.partition("-")[0]


def lobby_policy(user: Viewer, key: str) -> RoomAccess:
    """Return the rights in the lobby: everybody who is logged in may read and write."""
    if key != LOBBY or not user.is_authenticated:
        return RoomAccess(read=False, write=False, reason=_("Log in to chat in the lobby."))
    return RoomAccess(read=True, write=True)


def lobby_places(keys: Collection[str]) -> dict[str, Place]:
    """Return the name and page of the lobby."""
    return dict.fromkeys(keys, Place(_("Lobby"), reverse("lobby:lobby")))


def room(key: str) -> Room:
    """Return the room with this key, created if it does not exist."""
    return memoized_in_batch(("room", key), lambda: Room.objects.get_or_create(key=key)[0])


def set_closed(key: str, *, closed: bool) -> bool:
    """Close a room for writing, or open it again. Return True if it has changed."""
    changed = Room.objects.filter(key=key).exclude(closed=closed).update(closed=closed) > 0
    if changed:
        announce_access(key)
    return changed


def announce_access(key: str) -> None:
    """Notify open pages that the right to write in this room may have changed."""
    announce(access_topic(key))


def access_topic(key: str) -> str:
    return f"room-access.{key}"


def topic(room_id: int) -> str:
    """Return the topic for messages that are sent, removed or restored in a room."""
    return f"room.{room_id}"
