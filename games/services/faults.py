"""Matches whose rules fail: counted, stopped, shown to moderators; never looped over."""

from __future__ import annotations

from django.db import transaction

from chat.clock import now
from chat.live.announce import announce
from games import topics
from games.models import Match
from games.services.clockwork import earliest
from games.services.locking import lock_match

STALLS_AFTER = 3


def note_fault(*, public_id: str, error: BaseException) -> None:
    """Counts a failure of the engine; the third stops the match. The text tells the kind only."""
    with transaction.atomic():
        match = lock_match(public_id)
        match.failures += 1
        # Never the message: it may hold what nobody may read.
        match.fault = type(error).__name__
        if match.failures >= STALLS_AFTER and match.status == Match.Status.RUNNING:
            match.status = Match.Status.STALLED
            match.due_at = None
            announce(topics.of_match(match.public_id), topics.LOBBY)
        match.save(update_fields=["failures", "fault", "status", "due_at"])


def resume_match(*, public_id: str) -> None:
    """Lets a stalled match go on; the open decision gets its whole time again."""
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
        match.due_at = earliest(match)
        match.version += 1
        match.save(
            update_fields=["status", "failures", "deadline", "asked_at", "due_at", "version"]
        )
        announce(topics.of_match(match.public_id), topics.LOBBY)
