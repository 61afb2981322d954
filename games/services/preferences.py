"""What players want for their own seat: automatic passes, hints. Nobody else is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from chat.core.clock import now
from chat.live.announce import announce
from games import topics
from games.models import Match, Seat
from games.refusals import HouseCode, Refusal
from games.selectors.titles import title_of
from games.services import presence
from games.services.advance import all_seats
from games.services.clockwork import plan_again
from games.services.locking import in_turn, lock_match
from games.services.play import playing_seat


def set_auto(*, user: Any, public_id: str, names: Sequence[str]) -> None:
    """From now on the house passes for this seat where these preferences say so, no others.

    Raises `Refusal`: `malformed` for a name that the game does not have.
    """
    with in_turn(), transaction.atomic(durable=True):
        match = lock_match(public_id)
        seat = playing_seat(match, all_seats(match), user)
        known = title_of(match).preferences_type.__struct_fields__
        if not set(names) <= set(known):
            raise Refusal(HouseCode.MALFORMED)
        # Those that are off are written down too: some are on for whoever has said nothing.
        seat.auto = {name: name in names for name in known}
        seat.save(update_fields=["auto"])
        plan_again(match=match, seat=seat, at=now())
        _tell(match, seat)


def set_guided(*, user: Any, public_id: str, on: bool) -> None:
    """Hints on this player's own page. Raises `Refusal`."""
    with in_turn(), transaction.atomic(durable=True):
        match = lock_match(public_id)
        seat = playing_seat(match, all_seats(match), user)
        seat.guided = on
        seat.save(update_fields=["guided"])
        _tell(match, seat)


def forget_absence(*, user: Any, public_id: str) -> None:
    """The player has read what was done for them while they were away. Raises `Refusal`."""
    with in_turn(), transaction.atomic(durable=True):
        match = lock_match(public_id)
        seat = playing_seat(match, all_seats(match), user)
        if seat.absent_from is not None and not (seat.away or seat.stand_in):
            presence.forget_absence(seat)
            _tell(match, seat)


def _tell(match: Match, seat: Seat) -> None:
    """Opens the moment anew, for this player's pages alone."""
    match.version += 1
    match.save(update_fields=["version"])
    announce(topics.of_seat(match.public_id, seat.index))
