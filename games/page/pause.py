"""The pause of a match as a page shows it, per language and time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.timezone import localtime

from chat.core.clock import nearly_now
from games.models import Match
from games.services.interruption import LONGEST, day_of, may_pause


@dataclass(frozen=True)
class Pause:
    """The pause of a match. Days are in the viewer's time zone; "" for none."""

    until: str
    asked: str  # the end of the proposed pause
    moment: str  # the same as an ISO timestamp, as a form sends it
    first: str  # the first day that may be proposed
    last: str  # and the last


def pause_of(match: Match) -> Pause | None:
    """Return the pause of a match, or None if its clock cannot be stopped."""
    if not may_pause(match):
        return None
    asked, today = match.pause_asked, localtime(nearly_now()).date()
    return Pause(
        until=paused_until(match),
        asked=day_of(asked) if asked else "",
        moment=asked.isoformat() if asked else "",
        first=(today + timedelta(days=1)).isoformat(),
        last=(today + LONGEST).isoformat(),
    )


def paused_until(match: Match) -> str:
    """Return the day until which a match is paused, or "" if its clock runs."""
    return day_of(match.paused_until) if match.running and match.paused_until else ""
