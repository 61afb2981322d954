"""Who sits at a table."""

from __future__ import annotations

from django.db.models import Q, QuerySet

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
