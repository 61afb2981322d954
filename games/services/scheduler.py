"""The scheduler: takes the most urgent match that is due, one step at a time.

The database is the queue: any number of workers take from it at once, each the most urgent match
that no other has. Deadlines of people come first, then whatever is overdue for longest, a step at a
time, so no match waits much longer than another. A game whose steps are large (`Game.in_steps`) has
a task for each match instead.
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

PUT_BACK = timedelta(seconds=5)  # smaller jumps of the clock are waited for
_AT_A_TIME = 5.0  # seconds at tables, where this process is alone
_AT_ONCE = 500  # transitions of one match in one go; the next sweep goes on
_TIMED = (Match.Status.RUNNING, Match.Status.OPEN)  # open ones that are about to begin
# What is due first at a match is a person's deadline, unless a bot's moment has come before it.
_MOST_URGENT = (Case(When(deadline=F("due_at"), then=0), default=1), "due_at")


def run_all_due() -> None:
    """Does what is due anywhere, as far as one go comes. One that fails keeps none waiting."""
    put_clocks_right()
    for pk in large_ones_due():
        run_due(pk)
    work(seconds=_AT_A_TIME)


def work(*, seconds: float) -> None:
    """Does what is due at tables until nothing is, or for so long; a step takes milliseconds."""
    until, failed = time.monotonic() + seconds, set[int]()
    if count_due(limit=1):
        while time.monotonic() < until and _take_one(failed):
            pass


def count_due(*, limit: int) -> int:
    """At how many tables something is due, as far as so many."""
    return _tables_due()[:limit].count()


def large_ones_due(limit: int = 200) -> list[int]:
    """Matches that want a task of their own, longest overdue first."""
    rows = _due().filter(status=Match.Status.RUNNING).exclude(game__in=_in_steps())
    return list(rows.order_by("due_at").values_list("pk", flat=True)[:limit])


def run_due(pk: int) -> None:
    """Does all that is due in this match, as its game does it."""
    game = Match.objects.values_list("game", flat=True).filter(pk=pk).first()
    if game in games():
        game_of(game).run_due(pk)


def run_table(pk: int) -> None:
    """The same in a game with an engine: each thing in its own transaction, in order of time."""
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
    """Moves the clocks of matches that were set before the clock of the house was put back."""
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
    """One step at the table where it is most urgent, except where one failed. False: none is."""
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
    if is_of_machine(error):
        log.warning("match %s: the clock's move waits (%s)", pk, type(error).__name__)
    else:
        log.exception("match %s: the clock's move failed", pk)
        note_clock_failure(pk=pk, error=error)


def _do_one(match: Match) -> bool:
    """The first thing that is due in this match, whose row is locked. False: nothing is."""
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
    """The bot whose moment comes first."""
    moments = [(datetime.fromisoformat(t), int(seat)) for seat, t in match.bots_due.items() if t]
    return min(moments, default=None)


def _time_is_up(match: Match, at: datetime) -> None:
    """The deadline has passed: every seat still asked is played by default, exactly once."""
    # First who missed it: the clock of the next decision must know who is away.
    note_missed(match=match, asked=match.asked, at=at)
    asked, asked_at, due = list(match.asked), match.asked_at, match.deadline
    assert due is not None
    advance(match=match, seat=None, action=Timeout(decision=match.decision_id), at=at, alone=True)
    note_late(match=match, seats=asked, asked_at=asked_at, due=due, at=at)


def _bot_moves(match: Match, index: int, at: datetime) -> None:
    """One bot acts, through the same door as people, on what its seat may see.

    What it does gives it a new moment where it may do more; once it waits, it is done with this
    decision.
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
    """Carries out what plays this seat: a bot, the clock, or an automatic pass of a person."""
    if _play_as_planned(match, seat, at):
        return True
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


def _play_as_planned(match: Match, seat: Seat, at: datetime) -> bool:
    """Whether a bot that searches came to a plan in time; else it plays as the house's bot does."""
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
    raw = game_of(match.game).bot(match, player)(view, SystemRandomness())
    return None if raw is None else codec.decode_action(raw, engine.action_type)


# --- A bot that searches thinks about one decision: of what its seat sees, and worlds made for
# it.


def think(*, pk: int, seat: int, decision: str) -> None:
    """Thinks within the budget and keeps the plan. Locks nothing; what comes late is not used."""
    try:
        _think(pk, seat, decision)
    except Exception as error:  # the house's bot plays then
        # Never the message: it may hold what nobody may read.
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
    # The clock counts from here: what it took to load is no thought.
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
