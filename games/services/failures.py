"""What has failed is written down, so that somebody sees it, and what can go on goes on.

A task that failed is kept by its name. A match whose rules fail is counted, then stopped and shown
to moderators, who let it go on: it is never looped over. What fails around the rules stops no
match: its clock tries again after a pause. Of errors only the kind is kept: what they say may be
nobody's to read.
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
PAUSE = timedelta(seconds=15)  # until the clock tries again what failed around the rules


def connect() -> None:
    """Celery tells of failed tasks by a signal only."""
    task_failure.connect(note_task_failure, dispatch_uid="games.services.failures")


def note_task_failure(sender: Any = None, exception: BaseException | None = None, **_: Any) -> None:
    """Keeps the name of the task and the kind of error."""
    try:
        at = now()
        TaskFailure.objects.filter(at__lt=at - KEPT_FOR).delete()
        TaskFailure.objects.create(
            name=getattr(sender, "name", str(sender))[:100],
            kind=type(exception).__name__[:100],
            at=at,
        )
    except DatabaseError:
        # The database itself may be what failed.
        log.exception("a failed task could not be written down")


def is_of_rules(error: BaseException, title: Title) -> bool:
    """Whether it was raised while the rules of this game, or what all rules share, were at work."""
    packages = (_package(Engine), _package(type(title)))
    modules = (frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__))
    return any(module.startswith(packages) for module in modules)


def _package(kind: type) -> str:
    return kind.__module__.rpartition(".")[0] + "."


def note_match_failure(*, public_id: str, error: BaseException, by_clock: bool = False) -> None:
    """Keeps the kind of a failure that is not the machine's.

    Those of the rules are counted; the third stops the match. `by_clock`: it was no player who
    tried, so what failed around the rules is tried again after a pause.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        # Never the message: it may hold what nobody may read.
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
    """The same for what was due in the match of this primary key, if it is still there."""
    public_id = Match.objects.values_list("public_id", flat=True).filter(pk=pk).first()
    if public_id:
        note_match_failure(public_id=public_id, error=error, by_clock=True)


def _catch_up(match: Match) -> None:
    """Tells the rules who left while time stood still. Refuses `fault` where they fail again.

    Where a leaver's seat stays as it is, the rules have nothing to be told.
    """
    if game_of(match.game).title.leaver == "stays":
        return
    told = match.log.filter(kind="leave").values_list("seat", flat=True)
    gone = match.seats.exclude(status=Seat.Status.SEATED).exclude(index__in=list(told))
    for seat in gone.order_by("index"):
        if match.status != Match.Status.RUNNING:
            return
        try:
            advance(match=match, seat=seat.index, action=Leave(how=how_left(match, seat)), at=now())
        except Exception as error:
            log.exception("match %s: what happened meanwhile cannot be told", match.public_id)
            raise Refusal(HouseCode.FAULT) from error


def resume_match(*, public_id: str) -> None:
    """Lets a stalled match go on; the open decision gets its whole time again.

    Refuses `fault` where the rules fail at what happened meanwhile.
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
        match.due_at = at  # whoever comes then finds what is due, as the game knows it
        match.version += 1
        match.save(
            update_fields=["status", "failures", "deadline", "asked_at", "due_at", "version"]
        )
        _catch_up(match)
        announce(topics.of_match(match.public_id), topics.LOBBY)
