"""How late the clock is with a match."""

from __future__ import annotations

from datetime import timedelta

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
    if match.status != Match.Status.RUNNING or match.due_at is None:
        return ""
    late = now() - match.due_at
    if late < LATE_AFTER:
        return ""
    return gettext("late by %(time)s") % {"time": str(late).split(".")[0]}
