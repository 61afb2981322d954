"""What the clock has to do: deadlines that passed, bots whose moment has come."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from chat.core.clock import now
from chat.live.announce import announce
from games import topics
from games.engines import codec
from games.engines.base import Abort, IllegalAction, Timeout
from games.models import Match, Seat
from games.registry import game_of
from games.rules import engine_of, state_of, title_of
from games.services.advance import advance
from games.services.clockwork import CLOCK, SystemRandomness, earliest, player_of, put_back
from games.services.failures import is_of_machine, note_clock_failure
from games.services.locking import in_turn, lock_due
from games.services.presence import note_missed

log = logging.getLogger(__name__)

PUT_BACK = timedelta(seconds=5)  # smaller jumps of the clock are waited for
_AT_ONCE = 500  # transitions of one match in one go; the next sweep goes on


def run_all_due() -> None:
    """Does all that is due anywhere. A match that cannot be handled keeps no other waiting."""
    for pk in _asked_in_future():
        _put_clock_right(pk)
    for pk in due_matches():
        try:
            run_due(pk)
        except Exception as error:
            if is_of_machine(error):
                raise  # nor would the others come through
            log.exception("match %s: what is due cannot be done", pk)


def run_due(pk: int) -> None:
    """Does all that is due in this match, as its game does it."""
    game = Match.objects.values_list("game", flat=True).filter(pk=pk).first()
    if game is not None:
        game_of(game).run_due(pk)


def run_table(pk: int) -> None:
    """The same in a game with an engine: each thing in its own transaction, in order of time."""
    for _ in range(_AT_ONCE):
        try:
            with in_turn(), transaction.atomic(durable=True):
                if not _do_one(pk):
                    return
        except Exception as error:
            if is_of_machine(error):
                log.warning("match %s: the clock's move waits (%s)", pk, type(error).__name__)
            else:
                log.exception("match %s: the clock's move failed", pk)
                note_clock_failure(pk=pk, error=error)
            return  # the next sweep tries again


def _asked_in_future() -> list[int]:
    """Running matches whose clocks were set before that of the house was put back."""
    rows = Match.objects.filter(status=Match.Status.RUNNING, asked_at__gt=now() + PUT_BACK)
    return list(rows.values_list("pk", flat=True))


@transaction.atomic
def _put_clock_right(pk: int) -> None:
    match, at = lock_due(pk), now()
    if match is not None and match.asked_at is not None and match.asked_at > at:
        put_back(match=match, by=match.asked_at - at)
        announce(topics.of_match(match.public_id))


def due_matches(limit: int = 200) -> list[int]:
    """Matches in which the clock has something to do, longest overdue first."""
    rows = Match.objects.filter(status=Match.Status.RUNNING, due_at__lte=now())
    return list(rows.order_by("due_at").values_list("pk", flat=True)[:limit])


def _do_one(pk: int) -> bool:
    match = lock_due(pk)
    at = now()
    if match is None or match.status != Match.Status.RUNNING:
        return False
    if match.due_at is None or match.due_at > at:
        return False
    bot = _due_bot(match)
    if bot is not None and bot[0] <= at and (match.deadline is None or bot[0] <= match.deadline):
        _bot_moves(match, bot[1], at)
    elif match.deadline is not None and match.deadline <= at:
        _time_is_up(match, at)
    elif match.deserted_at is not None and match.deserted_at <= at:
        advance(match=match, seat=None, action=Abort(why="abandoned"), at=at)
    else:
        match.due_at = earliest(match)
        match.save(update_fields=["due_at"])
        return False
    return True


def _due_bot(match: Match) -> tuple[datetime, int] | None:
    """The bot whose moment comes first."""
    moments = [(datetime.fromisoformat(t), int(seat)) for seat, t in match.bots_due.items() if t]
    return min(moments, default=None)


def _time_is_up(match: Match, at: datetime) -> None:
    """The deadline has passed: every seat still asked is played by default, exactly once."""
    # First who missed it: the clock of the next decision must know who is away.
    note_missed(match=match, asked=match.asked, at=at)
    advance(match=match, seat=None, action=Timeout(decision=match.decision_id), at=at, alone=True)


def _bot_moves(match: Match, index: int, at: datetime) -> None:
    """One bot acts, through the same door as people, on what its seat may see."""
    match.bots_due[str(index)] = ""
    seat = match.seats.filter(index=index, status=Seat.Status.SEATED).first()
    if seat is None or not _play_for(match, seat, at):
        match.due_at = earliest(match)
        match.save(update_fields=["bots_due", "due_at"])


def _play_for(match: Match, seat: Seat, at: datetime) -> bool:
    """Carries out what plays this seat: a bot, the clock, or an automatic pass of a person."""
    action = _action_for(match, seat)
    if action is None:
        return False
    try:
        advance(match=match, seat=seat.index, action=action, at=at, alone=True)
    except IllegalAction as error:
        # A bot that errs is played by the clock later; the match must not stop for it.
        log.error("match %s: seat %s was refused with %s", match.public_id, seat.index, error.code)
        return False
    return True


def _action_for(match: Match, seat: Seat) -> Any | None:
    engine, state, player = engine_of(match), state_of(match), player_of(seat)
    asked = seat.index in match.asked
    if not player:
        return engine.auto_action(state, seat.index, seat.auto) if asked else None
    if player == CLOCK:
        return engine.default_action(state, seat.index) if asked else None
    view = engine.view(state, seat.index)
    raw = title_of(match).bots[player](view, SystemRandomness())
    return None if raw is None else codec.decode_action(raw, engine.action_type)
