"""Acts of moderators on matches; each is recorded with name, time and reason."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from chat.core.clock import now
from chat.moderation.services import record_act
from games.models import Ban, Match, Seat
from games.refusals import HouseCode, Refusal
from games.registry import game_of, title_of
from games.services.failures import resume_match
from games.services.locks import lock_match
from games.services.seats import ban, close_table, give_seat_to_bot, remove_seat, tell_table


def abort_match(*, moderator: Any, public_id: str, reason: str) -> None:
    """End a running or stalled match without a result, or close an open table.

    Raise `Refusal("not_active")` for a match that is over.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        if match.status == Match.Status.OPEN:
            close_table(match=match)
        elif match.active:
            abort(match=match, why="moderator")
        else:
            raise Refusal(HouseCode.NOT_ACTIVE)
        record_act(moderator=moderator, act="abort match", target=match, reason=reason)


def abort(*, match: Match, why: Any) -> None:
    """End the match without a result.

    A stalled match is closed even if its rules fail again.
    """
    try:
        with transaction.atomic():
            game_of(match.game).stop(match=match, why=why, at=now())
    except Exception:
        if match.status != Match.Status.STALLED:
            raise
        # The rules failed again, so the match is closed without them.
        match.refresh_from_db()
        close_table(match=match, reason="aborted")
    tell_table(match)


def remove_player(*, moderator: Any, public_id: str, index: int, reason: str) -> None:
    """Remove a player from a table or match; only a moderator can lift the ban."""
    with transaction.atomic():
        match, seat = _seat(public_id, index)
        ban(match=match, seat=seat, by_moderator=True)
        remove_seat(match=match, seat=seat, how="removed")
        record_act(moderator=moderator, act="remove player", target=match, reason=reason)


def lift_ban(*, moderator: Any, ban_pk: int, reason: str) -> None:
    with transaction.atomic():
        row = Ban.objects.select_related("match").get(pk=ban_pk)
        match = row.match
        if title_of(match).leaver == "stays":  # the seat is still theirs
            mine = match.seats.filter(user=row.user, status=Seat.Status.KICKED)
            mine.update(status=Seat.Status.SEATED)
        row.delete()
        record_act(moderator=moderator, act="lift table ban", target=match, reason=reason)


def give_to_bot(*, moderator: Any, public_id: str, index: int, reason: str) -> None:
    """Give a seat to the house bot, if the game allows it.

    Raise `Refusal`: `not_active`, `not_a_player` or `not_playing`.
    """
    with transaction.atomic():
        match, seat = _seat(public_id, index)
        if title_of(match).leaver != "bot" or match.status != Match.Status.RUNNING:
            raise Refusal(HouseCode.NOT_PLAYING, _("Bots can't take over seats in this game."))
        give_seat_to_bot(match=match, seat=seat)
        tell_table(match)
        record_act(moderator=moderator, act="seat to a bot", target=match, reason=reason)


def resume(*, moderator: Any, public_id: str, reason: str) -> None:
    """Resume a stalled match. Raise `Refusal("not_stalled")` if it is not stalled."""
    with transaction.atomic():
        match = lock_match(public_id)
        if match.status != Match.Status.STALLED:
            raise Refusal(HouseCode.NOT_STALLED)
        resume_match(public_id=public_id)
        record_act(moderator=moderator, act="resume match", target=match, reason=reason)


def _seat(public_id: str, index: int) -> tuple[Match, Seat]:
    match = lock_match(public_id)
    seat = match.seats.filter(index=index, status=Seat.Status.SEATED).select_related("user").first()
    if not match.active:
        raise Refusal(HouseCode.NOT_ACTIVE)
    if seat is None:
        raise Refusal(HouseCode.NOT_A_PLAYER)
    return match, seat
