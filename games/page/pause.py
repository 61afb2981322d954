"""The pause of a match as a page shows it: the same for all with one language and time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.timezone import localtime

from chat.core.clock import nearly_now
from games.models import Match
from games.services.interruption import LONGEST, day_of, may_pause


@dataclass(frozen=True)
class Pause:
    """Days as the viewer's clock shows them; "" for none.

    `moment`: of what is proposed, as a form sends it. `first`, `last`: the days that may be
    proposed.
    """

    until: str
    asked: str
    moment: str
    first: str
    last: str


def pause_of(match: Match) -> Pause | None:
    """Return its pause, or None where the clock cannot be stopped."""
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
    """Return until when the clock of a running match stands still, "" where it runs."""
    running = match.status == Match.Status.RUNNING
    return day_of(match.paused_until) if running and match.paused_until else ""
