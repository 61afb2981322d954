"""Actions of players: one transaction each, applied exactly once."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from django.db import DatabaseError, transaction

from chat.core.clock import now
from chat.core.field_errors import explain
from chat.core.machine_faults import is_of_machine
from chat.core.metrics import Counter
from chat.live.announce import announce
from games import topics
from games.engine import codec
from games.engine.base import IllegalAction
from games.models import Match, Seat
from games.refusals import HouseCode, Refusal, RulesRefusal
from games.registry import title_of
from games.services import seats
from games.services.advance import Written, advance, all_seats
from games.services.deadlines import plan_again
from games.services.failures import note_match_failure
from games.services.locks import clean_key, in_turn, lock_match, lock_once
from games.services.match_engine import engine_type, game_slug
from games.services.seats import acted

# --- Metrics of actions (config/operations/metrics.py)


actions_log = logging.getLogger("ridotto.actions")

ACTIONS = Counter(
    "ridotto_actions",
    "Actions by game, by who acted (person, bot, clock) and by result: accepted, or the code of "
    "the refusal.",
    ("game", "by", "result"),
)


def count_written(written: Written) -> None:
    """Count an accepted action."""
    match, entry, by = written.match, written.entry, _actor(written)
    ACTIONS.labels(match.game, by, "accepted").inc()
    # The action itself may be secret, so it is not logged.
    if actions_log.isEnabledFor(logging.INFO):
        where = {"match": match.public_id, "seat": entry.seat, "entry": entry.seq}
        actions_log.info("action", extra={"game": match.game, "by": by, **where})


def _actor(written: Written) -> str:
    index = written.entry.seat
    if index is None:
        return "clock"
    seat = next(seat for seat in written.seats if seat.index == index)
    return "bot" if seat.user_id is None else "person"


@contextmanager
def counting_refusals(public_id: str) -> Iterator[None]:
    """Count the refusals to a person inside the block."""
    try:
        yield
    except Refusal as refusal:
        ACTIONS.labels(_game(public_id), "person", refusal.code).inc()
        raise


def _game(public_id: str) -> str:
    """Return the slug of the match's game, or "none" if it is not known."""
    try:
        return game_slug(public_id)
    except (Refusal, DatabaseError):
        return "none"


log = logging.getLogger(__name__)

PATIENCE = 15  # seconds to wait for other writers on SQLite; a large auction may take longer


def act(*, user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Written | None:
    """Apply one action of this user's seat, exactly once for each key.

    `raw` is the posted action ({"action": ..., field: ...}). Return what was written, or None if it
    was written before. Raise `Refusal`; nothing has changed then, and the key is still valid.
    """
    with counting_refusals(public_id):
        return _act_or_refuse(user, public_id, raw, key)


def _act_or_refuse(user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Written | None:
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
    action = _decoded(raw, engine_type(match).action_type)
    written = advance(match=match, seat=seat.index, action=action, at=at, seats=seats, alone=True)
    acted(match=match, seat=seat)
    return written


def _decoded(raw: Mapping[str, Any], kind: Any) -> Any:
    """Return the typed action. Raise `Refusal` that names the field which does not fit."""
    try:
        return codec.decode_action(raw, kind)
    except IllegalAction as error:
        if not isinstance(error.__cause__, msgspec.ValidationError):
            raise
        raise RulesRefusal(error.code, explain(error.__cause__, kind)) from error


def playing_seat(match: Match, seats: Sequence[Seat], user: Any) -> Seat:
    """Return the user's seat in a running match.

    Raise `Refusal`: `stalled`, `not_playing` or `not_a_player`.
    """
    if match.status == Match.Status.STALLED:
        raise Refusal(HouseCode.STALLED)
    if match.status != Match.Status.RUNNING:
        raise Refusal(HouseCode.NOT_PLAYING)
    for seat in seats:
        if seat.user_id == user.pk and seat.status == Seat.Status.SEATED:
            return seat
    raise Refusal(HouseCode.NOT_A_PLAYER)


# --- Private preferences of a seat: automatic passes and hints


def set_auto(*, user: Any, public_id: str, names: Sequence[str]) -> None:
    """Set the passes that the site plays for this user's seat: exactly those named.

    Raise `Refusal`: `malformed` for a name that the game does not have, or as `playing_seat` does.
    """
    with in_turn(), transaction.atomic(durable=True):
        match = lock_match(public_id)
        seat = playing_seat(match, all_seats(match), user)
        known = title_of(match).preferences_type.__struct_fields__
        if not set(names) <= set(known):
            raise Refusal(HouseCode.MALFORMED)
        # Stored with the ones that are off: some are on by default.
        seat.auto = {name: name in names for name in known}
        seat.save(update_fields=["auto"])
        plan_again(match=match, seat=seat, at=now())
        _tell(match, seat)


def set_guided(*, user: Any, public_id: str, on: bool) -> None:
    """Turn hints on this player's own page on or off.

    Raise `Refusal` as `playing_seat` does.
    """
    with in_turn(), transaction.atomic(durable=True):
        match = lock_match(public_id)
        seat = playing_seat(match, all_seats(match), user)
        seat.guided = on
        seat.save(update_fields=["guided"])
        _tell(match, seat)


def forget_absence(*, user: Any, public_id: str) -> None:
    """Note that the player has read what the site played while they were away.

    Raise `Refusal` as `playing_seat` does.
    """
    with in_turn(), transaction.atomic(durable=True):
        match = lock_match(public_id)
        seat = playing_seat(match, all_seats(match), user)
        if seat.absent_from is not None and not (seat.away or seat.stand_in):
            seats.forget_absence(seat)
            _tell(match, seat)


def _tell(match: Match, seat: Seat) -> None:
    """Update this player's own pages."""
    match.version += 1
    match.save(update_fields=["version"])
    announce(topics.of_seat(match.public_id, seat.index))
