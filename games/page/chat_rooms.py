"""Access to the chat rooms of a table, which config passes to chat."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from chat.messages.rooms import Place, RoomAccess
from games.models import GOING_ON, Match
from games.page.access import check_access, may_moderate
from games.page.snapshot import MatchSnapshot, snapshot_of
from games.refusals import Refusal
from games.registry import is_crowd
from games.topics import rooms_of

CLOSED = RoomAccess(read=False, write=False)


def table_room(user: Any, key: str) -> RoomAccess:
    """Return this user's access to the room of a table.

    Players write in it, and everyone who may see the match reads it. Players also see the
    spectators' room beside it if the table lets them.
    """
    public_id = key.removeprefix("table-")
    snapshot = _visible_snapshot(user, public_id)
    if snapshot is None:
        return CLOSED
    seated = snapshot.seat_of(user) is not None or _played(snapshot, user)
    heard = (f"watch-{public_id}",) if seated and snapshot.match.settings.watchers_heard else ()
    reason = "" if seated else _("Only players can write here.")
    access = RoomAccess(
        read=True,
        write=seated,
        reason=reason,
        show_also=heard,
        before=_room_before(snapshot, user) if seated else "",
        hues=snapshot.hues,
    )
    return _with_host_rights(access, snapshot, user)


def watch_room(user: Any, key: str) -> RoomAccess:
    """Return this user's access to the spectators' room of a table.

    Spectators write in it, and read the players' room beside it.
    """
    public_id = key.removeprefix("watch-")
    snapshot = _visible_snapshot(user, public_id)
    if snapshot is None:
        return CLOSED
    if snapshot.seat_of(user) is not None and not may_moderate(user):
        reason = _("You are not a spectator.")
        access = RoomAccess(read=snapshot.match.settings.watchers_heard, write=False, reason=reason)
        return _with_host_rights(access, snapshot, user)
    players = (f"table-{public_id}",)
    access = RoomAccess(read=True, write=True, show_also=players, hues=snapshot.hues)
    return _with_host_rights(access, snapshot, user)


def _room_before(snapshot: MatchSnapshot, user: Any) -> str:
    """Return the room of the match that this one repeats, if the user played there, else ""."""
    match = snapshot.match
    before = match.rematch_of_id and snapshot.shared("match before", lambda: match.rematch_of)
    if not before:
        return ""
    old = _visible_snapshot(user, before.public_id)
    return f"table-{before.public_id}" if old is not None and old.played(user) else ""


def _with_host_rights(access: RoomAccess, snapshot: MatchSnapshot, user: Any) -> RoomAccess:
    # The owner of a table moderates its chat, but not that of a week: its players may say anything
    # at any time (Venice 2), and the owner is their rival.
    hosts = user.is_authenticated and snapshot.match.owner_id == user.pk
    return replace(access, hosts=True) if hosts and not is_crowd(snapshot.match) else access


def places(keys: Collection[str]) -> dict[str, Place]:
    """Return the names and pages of the rooms of tables, by key."""
    ids = {key: key.partition("-")[2] for key in keys}
    names = dict(Match.objects.filter(public_id__in=ids.values()).values_list("public_id", "name"))
    return {
        key: Place(_title(key, names[public_id]), reverse("games:match", args=[public_id]))
        for key, public_id in ids.items()
        if public_id in names
    }


def _title(key: str, table: str) -> str:
    return _("%(table)s, spectators") % {"table": table} if key.startswith("watch-") else table


def needed_rooms(before: datetime) -> Iterator[str]:
    """Yield rooms of tables made before this time that are still open or in play."""
    matches = Match.objects.filter(status__in=GOING_ON, created_at__lt=before)
    for public_id in matches.values_list("public_id", flat=True):
        yield from rooms_of(public_id)


def _visible_snapshot(user: Any, public_id: str) -> MatchSnapshot | None:
    snapshot = snapshot_of(public_id)
    if snapshot is None:
        return None
    try:
        check_access(snapshot, user)
    except Refusal:
        return None
    # Somebody who was removed keeps the record of the match, but not its chat.
    return None if snapshot.was_removed(user) and not may_moderate(user) else snapshot


def _played(snapshot: MatchSnapshot, user: Any) -> bool:
    """Return True if a former player may write again, now that the match is over."""
    return snapshot.match.over and snapshot.played(user)
