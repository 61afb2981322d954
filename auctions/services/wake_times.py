"""The next time at which a week has something to do.

It is stored with every change, so that nothing is missed.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from auctions.models import Auction, Week
from auctions.selectors.week_setup import unresolved_auctions
from chat.core.broker import request_task
from games.models import Match

# The regular sweep finds everything that is due. A message that waits in a worker for longer than
# this would only be one more thing to lose.
WOKEN_WITHIN = timedelta(minutes=20)


def next_auction(match: Match) -> Auction | None:
    """Return the first unresolved auction, or None after the closing."""
    return unresolved_auctions(match).first()


def set_next(*, match: Match, week: Week, at: datetime, look: bool = False) -> None:
    """Store in the match when its next auction is, and when the scheduler must run.

    `look`: run at once, because something may have changed.
    """
    coming = next_auction(match)
    match.deadline = match.due_at = None
    if coming is not None:
        at_once = look or week.bots_at <= coming.number
        match.deadline = coming.instant
        match.due_at = min(at, coming.instant) if at_once else coming.instant
    match.save(update_fields=["deadline", "due_at"])
    wake(match, at)


def wake(match: Match, at: datetime) -> None:
    """Send a task for the exact time at which the match is due, if that is near."""
    if match.due_at is None or match.due_at - at > WOKEN_WITHIN:
        return
    pk, wait = match.pk, max(0.0, (match.due_at - at).total_seconds())
    transaction.on_commit(
        lambda: request_task("games.tasks.run_due", pk, countdown=wait), robust=True
    )
