"""Who sits at a table, and whom of them somebody has blocked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from chat.messages.selectors import blocked_ids
from games.models import Match, Seat

PERSON = Q(user__isnull=False, program=False)  # at a seat: neither a bot of the house nor another


def seated(match: Match) -> QuerySet[Seat]:
    """Who sits now, in seat order."""
    return match.seats.filter(status=Seat.Status.SEATED).order_by("index")


def people_in(match: Match) -> list[int]:
    """The seat numbers of the first two persons: whether somebody is alone among bots."""
    people = seated(match).filter(PERSON)
    return list(people.values_list("index", flat=True)[:2])


def people_asked(match: Match) -> set[int]:
    """The seats of all persons who have a say in what everybody must agree to."""
    there = seated(match).filter(PERSON, stand_in="")
    return set(there.values_list("index", flat=True))


# --- The blocked at a table: told to whoever has blocked them before they sit down, never the other
# way round.


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
