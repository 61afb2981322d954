"""The scheduler: does what is due in matches, one step at a time.

The database is the queue. Any number of workers take steps from it at once, each from the most
urgent match that no other worker has locked. Deadlines of people come first, then whatever has been
overdue longest. Working in single steps keeps any match from waiting much longer than another. A
game whose steps are large (`Game.in_steps` is false) has a task for each match instead.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When

from chat.core.clock import now
from chat.core.machine_faults import is_of_machine
from chat.live.announce import announce
from games import topics
from games.engine import codec
from games.engine.base import Abort, IllegalAction, Timeout
from games.engine.rollout import Search, Seconds, worlds_of
from games.models import Match, Seat
from games.registry import game_of, games, title_of
from games.services.advance import advance, all_seats, note_late, note_played
from games.services.bot_plans import budget_of, keep_plan, plan_of
from games.services.deadlines import (
    CLOCK,
    SystemRandomness,
    bots_randomness,
    earliest,
    player_of,
    put_back,
    searches,
    tell_turns,
)
from games.services.failures import note_clock_failure
from games.services.interruption import go_on
from games.services.locks import in_turn, let_others_in, lock_due, lock_first
from games.services.match_engine import engine_of, state_of
from games.services.seats import note_missed
from games.services.start import begin_frozen

log = logging.getLogger(__name__)

PUT_BACK = timedelta(seconds=5)  # smaller jumps of the clock back are simply waited out
_AT_A_TIME = 1.0  # seconds of work at tables, if this process is the only one
_AT_ONCE = 500  # transitions of one match in a row; the next sweep continues
_TIMED = (Match.Status.RUNNING, Match.Status.OPEN)  # an open match with `due_at` is about to begin
# A match whose deadline is due is most urgent, unless a bot was due there even earlier.
_MOST_URGENT = (Case(When(deadline=F("due_at"), then=0), default=1), "due_at")


def run_all_due() -> None:
    """Do what is due in any match, for a limited time."""
    put_clocks_right()
    # A failure in one match does not stop the others.
    for pk in large_ones_due():
        run_due(pk)
    work(seconds=_AT_A_TIME)


def work(*, seconds: float) -> None:
    """Do what is due at tables, until nothing is left or the time is over.

    A step takes milliseconds, so the time limit is barely exceeded.
    """
    until, failed = time.monotonic() + seconds, set[int]()
    if count_due(limit=1):
        while time.monotonic() < until and _take_one(failed):
            pass


def count_due(*, limit: int) -> int:
    """Return the number of tables where something is due, counting up to `limit`."""
    return _tables_due()[:limit].count()


def large_ones_due(limit: int = 200) -> list[int]:
    """Return the keys of due matches with a task of their own, most overdue first."""
    rows = _due().filter(status=Match.Status.RUNNING).exclude(game__in=_in_steps())
    return list(rows.order_by("due_at").values_list("pk", flat=True)[:limit])


def run_due(pk: int) -> None:
    """Do everything that is due in this match, in the way of its game."""
    game = Match.objects.values_list("game", flat=True).filter(pk=pk).first()
    if game in games():
        game_of(game).run_due(pk)


def run_table(pk: int) -> None:
    """Do everything that is due in a match with an engine, in order of time.

    Each step has its own transaction.
    """
    for _ in range(_AT_ONCE):
        try:
            with in_turn(), transaction.atomic(durable=True):
                match = lock_due(pk)
                if match is None or not _do_one(match):
                    return
        except Exception as error:
            _note(pk, error)
            return  # the next sweep tries again


def put_clocks_right() -> None:
    """Correct the times of matches after the site's clock was set back."""
    rows = Match.objects.filter(status__in=_TIMED, asked_at__gt=now() + PUT_BACK)
    for pk in list(rows.values_list("pk", flat=True)):
        _put_clock_right(pk)


@transaction.atomic
def _put_clock_right(pk: int) -> None:
    match, at = lock_due(pk), now()
    if match is not None and match.asked_at is not None and match.asked_at > at:
        put_back(match=match, by=match.asked_at - at)
        announce(topics.of_match(match.public_id))


def _due() -> QuerySet[Match]:
    return Match.objects.filter(status__in=_TIMED, due_at__lte=now())


def _in_steps() -> list[str]:
    return [slug for slug, game in games().items() if game.in_steps]


def _tables_due() -> QuerySet[Match]:
    return _due().filter(Q(game__in=_in_steps()) | Q(status=Match.Status.OPEN))


def _take_one(failed: set[int]) -> bool:
    """Do one step at the most urgent table. Return False if nothing is due.

    `failed`: the keys of matches to leave out; a match that fails is added.
    """
    began, pk = time.monotonic(), None
    try:
        with in_turn(), transaction.atomic(durable=True):
            match = lock_first(_tables_due().exclude(pk__in=failed).order_by(*_MOST_URGENT))
            if match is None:
                return False
            pk = match.pk
            _do_one(match)
    except Exception as error:
        if pk is None:
            raise
        failed.add(pk)
        _note(pk, error)
    let_others_in(time.monotonic() - began)
    return True


def _note(pk: int, error: Exception) -> None:
    """Log an error; count it as the match's failure unless the machine is at fault."""
    if is_of_machine(error):
        log.warning("match %s: the clock's move waits (%s)", pk, type(error).__name__)
    else:
        log.exception("match %s: the clock's move failed", pk)
        note_clock_failure(pk=pk, error=error)


def _do_one(match: Match) -> bool:
    """Do the first thing that is due in this locked match. Return False if none is."""
    at = now()
    if match.status not in _TIMED or match.due_at is None or match.due_at > at:
        return False
    if match.starting:
        begin_frozen(match=match)
        return True
    if match.paused_until is not None and match.paused_until <= at:
        go_on(match=match)
        return True
    bot = _due_bot(match)
    if bot is not None and bot[0] <= at and (match.deadline is None or bot[0] <= match.deadline):
        _bot_moves(match, bot[1], at)
    elif match.deadline is not None and match.deadline <= at:
        _time_is_up(match, at)
    elif match.deserted_at is not None and match.deserted_at <= at:
        advance(match=match, seat=None, action=Abort(why="abandoned"), at=at)
    elif match.tell_at is not None and match.tell_at <= at:
        tell_turns(match, all_seats(match))
        match.due_at = earliest(match)
        match.save(update_fields=["told", "tell_at", "due_at"])
    else:
        match.due_at = earliest(match)
        match.save(update_fields=["due_at"])
        return False
    return True


def _due_bot(match: Match) -> tuple[datetime, int] | None:
    """Return the time and the seat of the bot that is due first, or None."""
    moments = [(datetime.fromisoformat(t), int(seat)) for seat, t in match.bots_due.items() if t]
    return min(moments, default=None)


def _time_is_up(match: Match, at: datetime) -> None:
    """Play the default action of every pending seat, after the deadline has passed."""
    # Before the transition: the clock of the next decision must know who is away.
    note_missed(match=match, asked=match.asked, at=at)
    asked, asked_at, due = list(match.asked), match.asked_at, match.deadline
    assert due is not None
    advance(match=match, seat=None, action=Timeout(decision=match.decision_id), at=at, alone=True)
    note_late(match=match, seats=asked, asked_at=asked_at, due=due, at=at)


def _bot_moves(match: Match, index: int, at: datetime) -> None:
    """Let the bot of this seat act on what it sees.

    If it acts, it gets a new time to act again; if it waits, it is done with this decision.
    """
    match.bots_due.pop(str(index))
    seat = match.seats.filter(index=index, status=Seat.Status.SEATED).first()
    absent = seat is not None and player_of(seat) != ""
    if seat is None or not _play_for(match, seat, at):
        match.bots_due[str(index)] = ""
        match.due_at = earliest(match)
        match.save(update_fields=["bots_due", "due_at"])
    elif absent:
        note_played(match=match, seat=seat, at=at)


def _play_for(match: Match, seat: Seat, at: datetime) -> bool:
    """Apply the action of a bot, of the clock, or an automatic pass for this seat.

    Return False if there is none or it was refused.
    """
    if _play_as_planned(match, seat, at):
        return True
    action = _action_for(match, seat)
    if action is None:
        return False
    try:
        advance(match=match, seat=seat.index, action=action, at=at, alone=True)
    except IllegalAction as error:
        # The deadline covers a bot that errs; it must not stop the match.
        log.error("match %s: seat %s was refused with %s", match.public_id, seat.index, error.code)
        return False
    return True


def _play_as_planned(match: Match, seat: Seat, at: datetime) -> bool:
    """Apply the plan of a bot that searches. Return False if there is none in time.

    The house bot plays then.
    """
    raw = plan_of(match=match, seat=seat.index) if searches(match, seat) else None
    if raw is None:
        return False
    try:
        action = codec.decode_action(raw, engine_of(match).action_type)
        advance(match=match, seat=seat.index, action=action, at=at, alone=True)
    except IllegalAction as error:
        log.error("match %s: the plan of seat %s: %s", match.public_id, seat.index, error.code)
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
    chance = bots_randomness(match, match.decision_id, seat.index)
    raw = game_of(match.game).bot(match, player)(view, chance)
    return None if raw is None else codec.decode_action(raw, engine.action_type)


# --- Searches: a bot thinks about one decision, with its seat's view and worlds made for it


def think(*, pk: int, seat: int, decision: str) -> None:
    """Search for the seat's answer to this decision, and store it as a plan.

    It locks nothing; a plan that comes too late is not used.
    """
    try:
        _think(pk, seat, decision)
    except Exception as error:  # the house bot plays instead
        # Never the message: it may contain secrets of the match.
        log.error("match %s: a search failed (%s)", pk, type(error).__name__)


def _think(pk: int, seat: int, decision: str) -> None:
    match = Match.objects.filter(pk=pk, decision_id=decision, status=Match.Status.RUNNING).first()
    sitting = Seat.objects.filter(match=pk, index=seat, status=Seat.Status.SEATED).first()
    if match is None or sitting is None or seat not in match.asked:
        return
    answer = _thought_out(match, sitting)
    if answer is not None:
        keep_plan(match=match, seat=seat, decision=decision, answer=answer)


def _thought_out(match: Match, seat: Seat) -> Mapping[str, Any] | None:
    searcher = title_of(match).searchers.get(player_of(seat))
    if searcher is None:
        return None
    # Loading does not count for the budget, whose clock starts below.
    engine, state, chance = engine_of(match), state_of(match), SystemRandomness()
    answer: Mapping[str, Any] | None = searcher(
        Search(
            engine=engine,
            view=engine.view(state, seat.index),
            worlds=worlds_of(engine, state, seat.index, chance),
            chance=chance,
            budget=Seconds(budget_of(match), time.process_time),
        )
    )
    return answer
