"""All people at a table may agree to stop a running match."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.models import Match
from games.refusals import Refusal
from games.services.facts import seated
from games.services.locking import lock_match
from games.services.moderating import abort
from games.services.seating import tell_table


def agree_to_stop(*, user: Any, public_id: str, agrees: bool) -> None:
    """Says whether this player would stop. When every person at the table does, it ends."""
    with transaction.atomic():
        match = lock_match(public_id)
        seat = seated(match).filter(user=user).first()
        if match.status not in {Match.Status.RUNNING, Match.Status.STALLED} or seat is None:
            raise Refusal("cannot_stop")
        people = set(seated(match).filter(user__isnull=False).values_list("index", flat=True))
        votes = (set(match.stop_votes) & people) - {seat.index}
        votes |= {seat.index} if agrees else set()
        match.stop_votes = sorted(votes)
        match.save(update_fields=["stop_votes"])
        if votes >= people:
            abort(match=match, why="agreed")
        else:
            tell_table(match)
