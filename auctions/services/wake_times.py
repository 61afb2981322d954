"""When the clock has something to do in a week: written with every change, so nothing is missed."""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction

from auctions.models import Auction, Week
from games.models import Match

# The sweep comes all the time and finds everything; a message that waits longer than this in a
# worker would only be one more thing to lose.
WOKEN_WITHIN = timedelta(minutes=20)


def next_auction(match: Match) -> Auction | None:
    """The first that has not been resolved."""
    return Auction.objects.filter(match=match, resolved_at=None).order_by("number").first()


def set_next(*, match: Match, week: Week, at: datetime, look: bool = False) -> None:
    """Copies into the match when its next auction is, and when the clock must look at it.

    `look`: at once, whatever it is that may have changed.
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
    """Asks a worker to come at the very moment, where that is near."""
    if match.due_at is None or match.due_at - at > WOKEN_WITHIN:
        return
    pk, wait = match.pk, max(0.0, (match.due_at - at).total_seconds())
    transaction.on_commit(
        lambda: current_app.send_task("games.tasks.run_due", (pk,), countdown=wait), robust=True
    )
