"""Who may read and write in the chat rooms of a table: handed to chat by config."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from chat.messages.rooms import RoomAccess
from games.live.looking import check_look, may_moderate
from games.live.moment import Moment, moment_of
from games.refusals import Refusal

CLOSED = RoomAccess(read=False, write=False)


def table_room(user: Any, key: str) -> RoomAccess:
    """The room of a table: players write, whoever may look reads.

    Players see the spectators' room beside it where the table lets them.
    """
    public_id = key.removeprefix("table-")
    moment = _looked_at(user, public_id)
    if moment is None:
        return CLOSED
    seated = moment.seat_of(user) is not None or _played(moment, user)
    heard = (f"watch-{public_id}",) if seated and moment.match.watchers_heard else ()
    reason = "" if seated else _("Only players write here.")
    return RoomAccess(read=True, write=seated, reason=reason, show_also=heard, hues=moment.hues)


def watch_room(user: Any, key: str) -> RoomAccess:
    """The room of those who watch: they write, and read the players' room beside it."""
    public_id = key.removeprefix("watch-")
    moment = _looked_at(user, public_id)
    if moment is None:
        return CLOSED
    if moment.seat_of(user) is not None and not may_moderate(user):
        return RoomAccess(
            read=moment.match.watchers_heard, write=False, reason=_("You are not a spectator.")
        )
    players = (f"table-{public_id}",)
    return RoomAccess(read=True, write=True, show_also=players, hues=moment.hues)


def _looked_at(user: Any, public_id: str) -> Moment | None:
    moment = moment_of(public_id)
    if moment is None:
        return None
    try:
        check_look(moment, user)
    except Refusal:
        return None
    return moment


def _played(moment: Moment, user: Any) -> bool:
    """A former player keeps his voice when the match is over."""
    return moment.match.over and moment.played(user)
