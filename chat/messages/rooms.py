"""Rooms by key, and who may read and write there.

The key's first word is its kind: `lobby`, `table-<public id>`, `watch-<public id>`. Each kind has
a policy, registered by `config.wiring`: chat does not know what a table is.
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
    """What one viewer may do in a room.

    `reason` says why the viewer cannot write. `show_also` are keys of rooms whose messages stand
    among this room's, marked. `hues` are colours of people by user id, where whose room it is
    knows better than their profile. `hosts`: the viewer may remove and mute here, and close the
    room where it is `closable`.
    """

    read: bool
    write: bool
    reason: str = ""
    show_also: tuple[str, ...] = ()
    hues: Mapping[int, int] = field(default_factory=dict)
    hosts: bool = False
    closable: bool = True


Policy = Callable[[Viewer, str], RoomAccess]
NOTHING = RoomAccess(read=False, write=False)
_KEY = re.compile(r"[a-z]+(-[A-Za-z0-9_-]{1,60})?", re.ASCII)  # what a topic may hold as well


@dataclass(frozen=True)
class RoomKind:
    """The rooms whose keys begin with the same word."""

    policy: Policy
    mark: str | Promise = ""  # the word beside their messages among another room's
    title: str | Promise = ""  # what such a room is called beside another


kinds: Registry[RoomKind] = Registry("chat.messages.rooms.kinds")


def access(user: Viewer, key: str) -> RoomAccess:
    """What this viewer may do in the room of this key; nothing in a room of no known kind."""
    kind = _kind_of(key)
    return kind.policy(user, key) if kind and _KEY.fullmatch(key) else NOTHING


def mark_of(key: str) -> str:
    """The word for messages of this room among another's."""
    kind = _kind_of(key)
    return str(kind.mark) if kind else ""


def title_of(key: str) -> str:
    """What this room is called beside another."""
    kind = _kind_of(key)
    return str(kind.title) if kind else ""


def _kind_of(key: str) -> RoomKind | None:
    return kinds.get(key.partition("-")[0])


def lobby_policy(user: Viewer, key: str) -> RoomAccess:
    """The lobby: everybody who is logged in may read and write."""
    if key != LOBBY or not user.is_authenticated:
        return RoomAccess(read=False, write=False, reason=_("Log in to talk in the lobby."))
    return RoomAccess(read=True, write=True)


def room(key: str, *, title: str = "") -> Room:
    """The room of this key, made if there is none yet."""
    defaults = {"title": title}
    return memoized_in_batch(
        ("room", key), lambda: Room.objects.get_or_create(key=key, defaults=defaults)[0]
    )


def set_closed(key: str, *, closed: bool) -> bool:
    """Closes the room for writing, or opens it again. Returns whether that changed anything."""
    changed = Room.objects.filter(key=key).exclude(closed=closed).update(closed=closed) > 0
    if changed:
        announce_access(key)
    return changed


def announce_access(key: str) -> None:
    """Tells open pages that who may write in this room may have changed."""
    announce(access_topic(key))


def access_topic(key: str) -> str:
    return f"room-access.{key}"


def topic(room_id: int) -> str:
    """News of this topic: something was said, removed or restored in the room."""
    return f"room.{room_id}"
