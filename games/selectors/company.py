"""Whether somebody sits at a table whom the one who looks has blocked: told before they sit down.

Not the other way round: nobody is told who has blocked them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from chat.messages.selectors import blocked_ids
from games.models import Match, Seat


def blocked_company(user: Any, matches: Collection[int]) -> dict[int, list[str]]:
    """By match, the names of those at it whom this person has blocked; others are missing."""
    blocked = blocked_ids(user)
    found: dict[int, list[str]] = defaultdict(list)
    if not blocked or not matches:  # as for nearly everybody: nothing is asked
        return found
    seats = Seat.objects.filter(match__in=matches, user__in=blocked, status=Seat.Status.SEATED)
    for seat in seats.select_related("user").order_by("index"):
        found[seat.match_id].append(seat.shown_name)
    return found


def blocked_at(user: Any, match: Match) -> list[str]:
    """The names of those at this table whom this person has blocked."""
    return blocked_company(user, [match.pk]).get(match.pk, [])


def warning_of(names: Collection[str]) -> str:
    """What to know before sitting down with them; "" with nobody."""
    if not names:
        return ""
    words = _("You have blocked %(names)s, who sits here. You would not read each other.")
    return words % {"names": ", ".join(names)}
