"""Away by the house's own rule: who lets two decisions in a row pass is played by the clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from chat.core.clock import now
from chat.live.announce import announce
from games import topics
from games.models import Match, Seat
from games.refusals import HouseCode, Refusal
from games.selectors.titles import title_of
from games.services.clockwork import AWAY_AFTER, earliest, note_deserted, plan_again
from games.services.locking import lock_match
from games.services.seating import tell_table

_PRESENCE = ["missed", "away", "stand_in"]
_ABSENCE = ["absent_from", "absent_to"]


def note_missed(*, match: Match, asked: Sequence[int], at: datetime) -> None:
    """Counts a deadline that passes on these seats; the caller saves the match.

    Games with a rule of their own for away are left out.
    """
    if title_of(match).own_away:
        return
    for seat in match.seats.filter(index__in=asked, status=Seat.Status.SEATED, bot="", stand_in=""):
        if not seat.missed or seat.absent_from is None:
            seat.absent_from, seat.absent_to = match.entries, None
        seat.missed += 1
        seat.away = seat.missed >= AWAY_AFTER or match.pace == Match.Pace.SLOW
        if seat.away and match.absent_bot:
            seat.stand_in = title_of(match).house_bot
        seat.save(update_fields=[*_PRESENCE, *_ABSENCE])
    note_deserted(match=match, at=at)
    announce(topics.of_match(match.public_id))


def acted(*, match: Match, seat: Seat) -> None:
    """Whoever acts is there again, and once more: has read what was done for them meanwhile."""
    if seat.missed or seat.away or seat.stand_in:
        came_back(match=match, seat=seat, after=match.entries - 1)
    elif seat.absent_from is not None:
        forget_absence(seat)


def forget_absence(seat: Seat) -> None:
    """The player has read what was done for them."""
    seat.absent_from = seat.absent_to = None
    seat.save(update_fields=_ABSENCE)


def came_back(*, match: Match, seat: Seat, after: int) -> None:
    """The player has the seat again, after this entry of the log."""
    seat.missed, seat.away, seat.stand_in = 0, False, ""
    if seat.absent_from is not None:
        seat.absent_to = after
    seat.save(update_fields=[*_PRESENCE, *_ABSENCE])
    if match.deserted_at is not None:
        match.deserted_at = None
        match.due_at = earliest(match)
        match.save(update_fields=["deserted_at", "due_at"])
    announce(topics.of_match(match.public_id))


def come_back(*, user: Any, public_id: str) -> None:
    """The player says "I am back": the player takes the seat over again. Raises `Refusal`."""
    with transaction.atomic():
        match = lock_match(public_id)
        if match.status != Match.Status.RUNNING:
            raise Refusal(HouseCode.NOT_PLAYING)
        seat = match.seats.filter(user=user, status=Seat.Status.SEATED).first()
        if seat is None:
            raise Refusal(HouseCode.NOT_A_PLAYER)
        if not (seat.away or seat.stand_in):
            raise Refusal(HouseCode.NOT_AWAY)
        came_back(match=match, seat=seat, after=match.entries)
        plan_again(match=match, seat=seat, at=now())
        tell_table(match)
