"""Telling people that it is their move, where they need not sit and wait: at slow pace."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from chat.people.notices import notify_many, withdraw_from
from games.models import Match, Seat

MOVE = "move"


def tell_turns(
    match: Match, seats: Sequence[Seat], *, asked_before: Collection[int], decision_before: str
) -> None:
    """After a transition: takes back what was told of the decision before, and tells of a new one.

    It leaves the site a while later; who has moved by then has taken it back with the move.
    """
    if match.pace != Match.Pace.SLOW:
        return
    asked = set(match.asked) if match.decision_id else set()
    fresh = match.decision_id != decision_before
    over = set(asked_before) if fresh else set(asked_before) - asked
    withdraw_from(_people(seats, over), kind=MOVE, url=_url(match))
    text = _("“%(table)s”: it is your move.") % {"table": match.name}
    people = _people(seats, asked if fresh else asked - set(asked_before), there=True)
    notify_many(
        kind=MOVE,
        told=dict.fromkeys(people, text),
        url=_url(match),
        instead_of=_url(match),
        until=match.deadline,
    )


def forget_turn(match: Match, seat: Seat) -> None:
    """Whoever leaves the table is no longer waited for."""
    if match.pace == Match.Pace.SLOW and seat.user_id is not None:
        withdraw_from([seat.user_id], kind=MOVE, url=_url(match))


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
