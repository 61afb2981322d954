"""Failures of tasks and matches: they are recorded, and what can go on goes on.

A failed task is recorded by its name. Failures of a match's rules are counted; a match that fails
repeatedly is stopped and shown to moderators, who can resume it. A failure outside the rules stops
no match: the scheduler tries again after a pause. Only the type of an error is recorded, because
its message may contain secrets of a match.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from traceback import walk_tb
from typing import Any

from celery.signals import task_failure
from django.db import DatabaseError, transaction

from chat.core.clock import now
from chat.live.announce import announce
from games import topics
from games.engine.base import Engine, Leave, Title
from games.models import Match, Seat, TaskFailure
from games.refusals import HouseCode, Refusal
from games.registry import game_of
from games.services.advance import advance
from games.services.locks import lock_match
from games.services.seats import how_left
from games.services.start import call_off

log = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=14)  # failures of tasks
STALLS_AFTER = 3  # failures of a match's rules in a row
PAUSE = timedelta(seconds=15)  # until the scheduler retries what failed outside the rules


def connect() -> None:
    """Record failed tasks from now on; Celery reports them only by a signal."""
    task_failure.connect(note_task_failure, dispatch_uid="games.services.failures")


def note_task_failure(sender: Any = None, exception: BaseException | None = None, **_: Any) -> None:
    """Record the name of the failed task and the type of its error."""
    try:
        at = now()
        TaskFailure.objects.filter(at__lt=at - KEPT_FOR).delete()
        TaskFailure.objects.create(
            name=getattr(sender, "name", str(sender))[:100],
            kind=type(exception).__name__[:100],
            at=at,
        )
    except DatabaseError:
        # Perhaps the database is what failed.
        log.exception("a failed task could not be written down")


def is_of_rules(error: BaseException, title: Title) -> bool:
    """Return True if the error was raised inside the rules of this game.

    The code that all rules share counts as well.
    """
    packages = (_package(Engine), _package(type(title)))
    modules = (frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__))
    return any(module.startswith(packages) for module in modules)


def _package(kind: type) -> str:
    return kind.__module__.rpartition(".")[0] + "."


def note_match_failure(*, public_id: str, error: BaseException, by_clock: bool = False) -> None:
    """Record a failure in a match that is not a fault of the machine.

    Failures of the rules are counted, and the third in a row stops the match. `by_clock`: no player
    acted, so what failed outside the rules is retried after a pause.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        # Never the message: it may contain secrets of the match.
        match.fault = type(error).__name__
        if by_clock and match.starting:
            call_off(match=match)
        if is_of_rules(error, game_of(match.game).title):
            match.failures += 1
            if match.failures >= STALLS_AFTER and match.status == Match.Status.RUNNING:
                match.status = Match.Status.STALLED
                match.due_at = None
                announce(topics.of_match(match.public_id), topics.LOBBY)
        elif by_clock and match.due_at is not None:
            match.due_at = now() + PAUSE
        match.save(update_fields=["failures", "fault", "status", "due_at"])


def note_clock_failure(*, pk: int, error: BaseException) -> None:
    """Record a failure of scheduled work in this match, if the match still exists."""
    public_id = Match.objects.values_list("public_id", flat=True).filter(pk=pk).first()
    if public_id:
        note_match_failure(public_id=public_id, error=error, by_clock=True)


def _catch_up(match: Match) -> None:
    """Apply the departures of players who left while the match was stalled.

    Raise `Refusal("fault")` if the rules fail again.
    """
    # With "stays" the rules do not handle departures at all.
    if game_of(match.game).title.leaver == "stays":
        return
    processed = match.log.filter(kind="leave").values_list("seat", flat=True)
    gone = match.seats.exclude(status=Seat.Status.SEATED).exclude(index__in=list(processed))
    for seat in gone.order_by("index"):
        if match.status != Match.Status.RUNNING:
            return
        try:
            advance(match=match, seat=seat.index, action=Leave(how=how_left(match, seat)), at=now())
        except Exception as error:
            log.exception("match %s: what happened meanwhile cannot be told", match.public_id)
            raise Refusal(HouseCode.FAULT) from error


def resume_match(*, public_id: str) -> None:
    """Resume a stalled match; the open decision gets its full time again.

    Nothing happens if the match is not stalled. Raise `Refusal("fault")` if the rules fail at what
    happened meanwhile.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        if match.status != Match.Status.STALLED:
            return
        at = now()
        if match.deadline is not None and match.asked_at is not None:
            match.deadline = at + (match.deadline - match.asked_at)
            match.asked_at = at
        match.status = Match.Status.RUNNING
        match.failures = 0
        match.due_at = at  # the scheduler then finds out what is really due
        match.version += 1
        match.save(
            update_fields=["status", "failures", "deadline", "asked_at", "due_at", "version"]
        )
        _catch_up(match)
        announce(topics.of_match(match.public_id), topics.LOBBY)
