"""The pause of a match as a page shows it, per language and time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.timezone import localtime

from chat.core.clock import nearly_now
from games.models import Match
from games.services.deadlines import day_of
from games.services.interruption import LONGEST, host_decides, may_pause


@dataclass(frozen=True)
class Pause:
    """The pause of a match. Days are in the viewer's time zone; "" for none."""

    until: str
    asked: str  # the end of the proposed pause
    moment: str  # the same as an ISO timestamp, as a form sends it
    by: tuple[int, ...]  # the seats that agree
    minutes: tuple[int, ...]  # the pauses to choose from in a live match
    first: str  # the first day that may be proposed in a slow one
    last: str  # and the last
    host_decides: bool


def pause_of(match: Match) -> Pause | None:
    """Return the pause of a match, or None if its clock cannot be stopped."""
    if not may_pause(match):
        return None
    at, asked = nearly_now(), match.pause_asked
    if asked is not None and asked <= at:
        asked = None  # nobody answered in time
    slow, today = match.settings.pace == "slow", localtime(at).date()
    return Pause(
        until=paused_until(match),
        asked=day_of(asked) if asked else "",
        moment=asked.isoformat() if asked else "",
        by=tuple(match.pause_votes) if asked else (),
        minutes=() if slow else (5, 10, 15),
        first=(today + timedelta(days=1)).isoformat(),
        last=(today + LONGEST["slow"]).isoformat(),
        host_decides=host_decides(match),
    )


def paused_until(match: Match) -> str:
    """Return the day until which a match is paused, or "" if its clock runs."""
    return day_of(match.paused_until) if match.running and match.paused_until else ""
