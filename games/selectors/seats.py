"""Queries on the seats of a table: who sits there, and who of them is blocked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.text import get_text_list
from django.utils.translation import gettext as _, ngettext

from chat.messages.selectors import blocked_ids
from games.models import Match, Seat

# A seat of a person: of no house bot, no bot account and no deleted account.
PERSON = Q(user__is_active=True, program=False)


def seated(match: Match) -> QuerySet[Seat]:
    """Return the occupied seats of a match, in seat order."""
    return match.seats.filter(status=Seat.Status.SEATED).order_by("index")


def people_in(match: Match) -> list[int]:
    """Return the seat numbers of the first two people.

    That suffices to tell whether somebody plays against bots alone.
    """
    people = seated(match).filter(PERSON)
    return list(people.values_list("index", flat=True)[:2])


def people_asked(match: Match) -> set[int]:
    """Return the seats of all people whose agreement is needed for a pause or a stop."""
    there = seated(match).filter(PERSON, stand_in="")
    return set(there.values_list("index", flat=True))


# --- Blocked people at a table
#
# Shown to the user who has blocked them, before that user sits down; never the other way round.


def blocked_company(user: Any, matches: Collection[int]) -> dict[int, list[str]]:
    """Return by match the names of players whom this user has blocked.

    Matches without any are left out.
    """
    blocked = blocked_ids(user)
    found: dict[int, list[str]] = defaultdict(list)
    if not blocked or not matches:  # the usual case needs no query
        return found
    seats = Seat.objects.filter(match__in=matches, user__in=blocked, status=Seat.Status.SEATED)
    for seat in seats.select_related("user").order_by("index"):
        found[seat.match_id].append(seat.shown_name)
    return found


def blocked_at(user: Any, match: Match) -> list[str]:
    """Return the names of players at this table whom this user has blocked."""
    return blocked_company(user, [match.pk]).get(match.pk, [])


def warning_of(names: Collection[str]) -> str:
    """Return a warning about sitting down with these blocked people, "" for none."""
    if not names:
        return ""
    words = ngettext(
        "%(names)s, whom you have blocked, is at this table. You would not see each other's "
        "messages.",
        "%(names)s, whom you have blocked, are at this table. You would not see each other's "
        "messages.",
        len(names),
    )
    return words % {"names": get_text_list(list(names), _("and"))}
