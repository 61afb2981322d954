"""Walking out of every table at once, as when an account is deleted."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F

from games.models import GOING_ON, Match, Seat
from games.services.locking import lock_match
from games.services.seating import remove_seat


def walk_out(*, user: Any) -> None:
    """Leaves every table and match of this user, as the rules of each game say."""
    rows = Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=GOING_ON,
    )
    # Always in one order, so that two who walk out at once do not wait for each other.
    for public_id in list(rows.order_by("match_id").values_list("match__public_id", flat=True)):
        with transaction.atomic():
            match = lock_match(public_id)
            seat = match.seats.filter(user=user, status=Seat.Status.SEATED).first()
            if seat is not None and match.active:
                remove_seat(match=match, seat=seat, how="left")


def show_anew(*, user: Any, forget: bool = False) -> None:
    """The person's name has changed, or is to be forgotten: matches show it as it is now."""
    if forget:
        Seat.objects.filter(user=user).update(name="")
    played = Match.objects.filter(pk__in=Seat.objects.filter(user=user).values("match"))
    # Pages are drawn from the match as it stood at a version.
    for pk in played.order_by("pk").values_list("pk", flat=True):
        Match.objects.filter(pk=pk).update(version=F("version") + 1)
