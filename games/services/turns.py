"""Telling people that it is their move, where they need not sit and wait: at slow pace.

A move that is made at once needs no word, so who is asked is told by the clock after a while. Their
page, its title and the count of what waits for them say it at once, without a notice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from chat.people.notices import notify_many, withdraw_from
from games.models import Match, Seat

MOVE = "move"
TOLD_AFTER = timedelta(minutes=2)


def when_to_tell(
    match: Match, seats: Sequence[Seat], *, fresh: bool, at: datetime
) -> datetime | None:
    """When somebody is to be told that a decision waits for them; None: nobody is.

    `fresh`: it has just come up. Who is asked later on in it is told no later than the others.
    """
    if match.pace != Match.Pace.SLOW:
        return None
    told = set() if fresh else set(match.told)
    if not _people(seats, set(match.asked) - told, there=True):
        return None
    return at + TOLD_AFTER if fresh or match.tell_at is None else match.tell_at


def tell_turns(match: Match, seats: Sequence[Seat]) -> None:
    """Tells everybody who is still asked. The caller saves the match."""
    untold = set(match.asked) - set(match.told)
    match.told = sorted(match.asked)  # whoever comes back later has just looked at the table
    match.tell_at = None
    text = _("“%(table)s”: it is your move.") % {"table": match.name}
    notify_many(
        kind=MOVE,
        told=dict.fromkeys(_people(seats, untold, there=True), text),
        url=_url(match),
        instead_of=_url(match),
        until=match.deadline,
    )


def take_back_turns(match: Match, seats: Sequence[Seat], *, told: set[int], fresh: bool) -> None:
    """After a transition: nobody is told any more of what waits for them no longer.

    `told`: the seats that had been told before it. The caller saves the match.
    """
    if match.pace != Match.Pace.SLOW:
        return
    over = told if fresh else told - set(match.asked)
    if over:
        withdraw_from(_people(seats, over), kind=MOVE, url=_url(match))
    match.told = sorted(told - over)


def forget_turn(match: Match, seat: Seat) -> None:
    """Whoever leaves the table is no longer waited for; who has the seat then may be told anew."""
    if match.pace != Match.Pace.SLOW or seat.user_id is None:
        return
    if seat.index in match.told:
        withdraw_from([seat.user_id], kind=MOVE, url=_url(match))
        match.told = [one for one in match.told if one != seat.index]
        match.save(update_fields=["told"])


def _people(seats: Sequence[Seat], asked: Collection[int], *, there: bool = False) -> list[int]:
    """Who sits on these; `there`: without those for whom the house plays."""
    return [
        seat.user_id
        for seat in seats
        if seat.user_id is not None
        and seat.index in asked
        and not (there and (seat.away or seat.stand_in or seat.status != Seat.Status.SEATED))
    ]


def _url(match: Match) -> str:
    return reverse("games:match", args=[match.public_id])
