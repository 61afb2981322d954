"""Rooms by key, and who may read and write in them.

The first word of a key is the kind of room: `lobby`, `table-<public id>`, `watch-<public id>`. Each
kind has a policy, registered by `config.wiring`, since chat does not know what a table is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

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


@dataclass(frozen=True)
class RoomKind:
    """A kind of room: the rooms whose keys begin with the same word."""

    policy: Policy
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


def is_at_table(key: str) -> bool:
    """Return True if this is a room of a table, where guests are shown without a number."""
    return key != LOBBY


def title_of(key: str) -> str:
    """Return this room's name beside another room."""
    kind = _kind_of(key)
    return str(kind.title) if kind else ""


def _kind_of(key: str) -> RoomKind | None:
    return kinds.get(key.partition("-")[0])


def lobby_policy(user: Viewer, key: str) -> RoomAccess:
    """Return the rights in the lobby: everybody who is logged in may read and write."""
    if key != LOBBY or not user.is_authenticated:
        return RoomAccess(read=False, write=False, reason=_("Log in to chat in the lobby."))
    return RoomAccess(read=True, write=True)


def room(key: str, *, title: str = "") -> Room:
    """Return the room with this key, created if it does not exist."""
    defaults = {"title": title}
    return memoized_in_batch(
        ("room", key), lambda: Room.objects.get_or_create(key=key, defaults=defaults)[0]
    )


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
