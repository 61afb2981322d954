"""How many seats a person's tables may have: bots cost a click, and everybody's time.

Of those who are people only the first bound tells: nobody is refused because others came.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Count

from chat.moderation.services import MODERATE
from games.models import GOING_ON, Match, Seat
from games.refusals import HouseCode, Refusal
from games.services.limits import lock_person


def most_seats(user: Any) -> int:
    """At a table of this person; a game may have fewer."""
    if user.is_guest:
        return settings.SEATS_GUEST
    if user.has_perm(MODERATE):
        return max(settings.SEATS_MEMBER, settings.SEATS_MODERATOR)
    return settings.SEATS_MEMBER


def check_seats(*, user: Any, seats: int) -> None:
    """Whether this person's table may have so many. Raises `Refusal("too_many_seats")`."""
    if seats > min(settings.SEATS_GUEST, settings.SEATS_MEMBER) and seats > most_seats(user):
        raise Refusal(HouseCode.TOO_MANY_SEATS, most=most_seats(user))


def check_filling(*, user: Any, match: Match, seats: int) -> None:
    """Whether this person may fill a table of theirs up to so many seats with bots.

    The caller holds a transaction. Raises `Refusal`: `too_many_seats`, `one_large_match`.
    """
    check_seats(user=user, seats=seats)
    if seats <= settings.SEATS_LARGE or user.has_perm(MODERATE):
        return
    # One large table of a person at a time, also where two are filled at once.
    lock_person(user)
    if _has_large(user, besides=match):
        raise Refusal(HouseCode.ONE_LARGE_MATCH, seats=settings.SEATS_LARGE)


def _has_large(user: Any, *, besides: Match) -> bool:
    theirs = Seat.objects.filter(match__owner=user, match__status__in=GOING_ON)
    sizes = theirs.filter(status=Seat.Status.SEATED).exclude(match=besides.pk).order_by()
    counted = sizes.values("match").annotate(seats=Count("pk"))
    return counted.filter(seats__gt=settings.SEATS_LARGE).exists()
