"""How late the clock is with a match."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext

from chat.core.clock import now
from games.models import Match

LATE_AFTER = timedelta(seconds=10)  # the sweep comes twice a second


def late_by(match: Match) -> str:
    """In words; "" while the clock is in time.

    When something will be due is not told: a bot's or an automatic move is nobody's to foresee.
    """
    if match.status == Match.Status.STALLED:
        return gettext("stuck")
    return late_since(match.due_at if match.status == Match.Status.RUNNING else None)


def late_since(due_at: datetime | None, *, after: timedelta = LATE_AFTER) -> str:
    """Return by how much this is late, in words; "" until it is so late, or if nothing is due."""
    if due_at is None or now() - due_at < after:
        return ""
    return gettext("late by %(time)s") % {"time": str(now() - due_at).split(".")[0]}
