"""Walking out of every table at once, as when an account is deleted."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.models import Match, Seat
from games.services.locking import lock_match
from games.services.seating import remove_seat


def walk_out(*, user: Any) -> None:
    """Leaves every table and match of this user, as the rules of each game say."""
    rows = Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STALLED],
    )
    for public_id in list(rows.values_list("match__public_id", flat=True)):
        with transaction.atomic():
            match = lock_match(public_id)
            seat = match.seats.filter(user=user, status=Seat.Status.SEATED).first()
            if seat is not None and match.active:
                remove_seat(match=match, seat=seat, how="left")
