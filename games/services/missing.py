"""Notes of decisions that seats did not answer themselves, of which the log does not tell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Match, MatchToCount, MissedDecision, Seat

TARDY = timedelta(minutes=1)  # a clock that comes later than that was down itself
LATE, PLAYED, LEFT = MissedDecision.Kind


def note_late(
    *,
    match: Match,
    seats: Sequence[int],
    asked_at: datetime | None,
    due: datetime,
    at: datetime,
) -> None:
    """The last entry of the log is a deadline that passed on these seats."""
    if at - due > TARDY:
        asked_at = None  # nobody is to blame
    MissedDecision.objects.bulk_create(
        MissedDecision(
            match=match, seq=match.entries, seat=seat, kind=LATE, asked_at=asked_at, due=due, at=at
        )
        for seat in seats
    )


def note_played(*, match: Match, seat: Seat, at: datetime) -> None:
    """The last entry of the log is what the house did for the person on this seat."""
    _note(match, seat, PLAYED, at)


def note_left(*, match: Match, seat: Seat, at: datetime) -> None:
    """Its player left the running match by themselves."""
    _note(match, seat, LEFT, at)


def count_later(*, match: Match, at: datetime) -> None:
    """The match has ended: the clock counts it."""
    row = MatchToCount(match=match, ended_at=at)
    MatchToCount.objects.bulk_create([row], ignore_conflicts=True)


def _note(match: Match, seat: Seat, kind: str, at: datetime) -> None:
    if seat.user_id is not None and not seat.program:
        MissedDecision.objects.create(
            match=match, seq=match.entries, seat=seat.index, kind=kind, at=at
        )
