"""All people at a table may agree to stop a running match.

Where nobody can leave a match (Venice) nobody ends it for others: only whoever has no other person
in it ends it alone.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Match
from games.refusals import HouseCode, Refusal
from games.selectors.seats import people_asked, people_in, seated
from games.selectors.titles import title_of
from games.services.locking import lock_match
from games.services.moderating import abort
from games.services.seating import tell_table


def agree_to_stop(*, user: Any, public_id: str, agrees: bool) -> None:
    """Says whether this player would stop. When every person at the table does, it ends."""
    with transaction.atomic():
        match = lock_match(public_id)
        seat = seated(match).filter(user=user).first()
        if match.status not in {Match.Status.RUNNING, Match.Status.STALLED} or seat is None:
            raise Refusal(HouseCode.CANNOT_STOP)
        if title_of(match).leaver == "stays" and people_in(match) != [seat.index]:
            raise Refusal(
                HouseCode.CANNOT_STOP, _("Other people play in this match: it goes on to its end.")
            )
        votes = set(match.stop_votes) - {seat.index} | ({seat.index} if agrees else set())
        _count(match, votes)


def count_again(*, public_id: str) -> None:
    """After somebody has left: all who are still there may have agreed already."""
    with transaction.atomic():
        match = lock_match(public_id)
        if match.status in {Match.Status.RUNNING, Match.Status.STALLED} and match.stop_votes:
            _count(match, set(match.stop_votes))


def _count(match: Match, votes: set[int]) -> None:
    people = people_asked(match)
    match.stop_votes = sorted(votes & people)
    match.save(update_fields=["stop_votes"])
    if people and votes >= people:
        abort(match=match, why="agreed")
    else:
        tell_table(match)
