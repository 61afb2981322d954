"""What a seat does in a running match."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games.engine import codec
from games.engine.base import IllegalAction
from games.models import Match, Seat
from games.refusals import HouseCode, Refusal, RulesRefusal
from games.rules import engine_type
from games.services.advance import Written, advance, all_seats
from games.services.counting import counting_refusals
from games.services.failures import is_of_machine, note_match_failure
from games.services.locking import clean_key, in_turn, lock_once
from games.services.presence import acted

log = logging.getLogger(__name__)

PATIENCE = 15  # seconds for another's turn on SQLite; a large auction may take longer


def act(*, user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Written | None:
    """Carries out one action of this user's seat, exactly once for each key.

    Returns what was written; None when it was written before. `raw` is the posted action
    ({"action": ..., field: ...}). Raises `Refusal`; nothing has changed then, and the key is still
    good.
    """
    with counting_refusals(public_id):
        return _tried(user, public_id, raw, key)


def _tried(user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Written | None:
    """The action, or why it was refused."""
    key = clean_key(key)
    try:
        with in_turn(patience=PATIENCE), transaction.atomic(durable=True):
            return _act(user, public_id, raw, key)
    except IllegalAction as error:
        raise RulesRefusal(error.code, error.message) from error
    except Refusal:
        raise
    except Exception as error:
        if is_of_machine(error):
            log.warning("match %s: not carried out (%s)", public_id, type(error).__name__)
            raise Refusal(HouseCode.BUSY) from error
        log.exception("match %s: an action failed", public_id)
        note_match_failure(public_id=public_id, error=error)
        raise Refusal(HouseCode.FAULT) from error


def _act(user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Written | None:
    match, at = lock_once(public_id=public_id, user=user, key=key)
    if at is None:
        return None
    seats = all_seats(match)
    seat = playing_seat(match, seats, user)
    action = codec.decode_action(raw, engine_type(match).action_type)
    written = advance(match=match, seat=seat.index, action=action, at=at, seats=seats, alone=True)
    acted(match=match, seat=seat)
    return written


def playing_seat(match: Match, seats: Sequence[Seat], user: Any) -> Seat:
    """The user's seat in a match that is being played. Raises `Refusal`."""
    if match.status == Match.Status.STALLED:
        raise Refusal(HouseCode.STALLED)
    if match.status != Match.Status.RUNNING:
        raise Refusal(HouseCode.NOT_PLAYING)
    for seat in seats:
        if seat.user_id == user.pk and seat.status == Seat.Status.SEATED:
            return seat
    raise Refusal(HouseCode.NOT_A_PLAYER)
