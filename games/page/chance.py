"""The seal of a match and what players added to its chance: the same for every viewer."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match
from games.services.contributions import MOST

NAMED = 8  # of those who added nothing


@dataclass(frozen=True)
class Addition:
    """A random text of one player's browser. `opening`: "" while, or where, it is not open."""

    seat: int
    name: str
    commitment: str
    opening: str


@dataclass(frozen=True)
class Chance:
    """The seal of a match, and what was added, in the order of joining.

    `mute`: the first of those whose browsers announced nothing. `begun`: all of it stands for good.
    """

    match_id: str
    seal: str
    begun: bool
    added: tuple[Addition, ...]
    mute: tuple[str, ...]
    full: bool  # more than these are not taken

    @property
    def closed(self) -> str:
        """The names of those who have not opened what they announced."""
        return self.awaited_by(None)

    def awaited_by(self, seat: int | None) -> str:
        """Return the same names without that of this seat, whose own browser knows it."""
        return ", ".join(one.name for one in self.added if not one.opening and one.seat != seat)

    def opening_of(self, seat: int | None) -> str:
        """Return the commitment that the browser on this seat is to open now, or ""."""
        mine = (one.commitment for one in self.added if one.seat == seat and not one.opening)
        return next(mine, "")


def chance_of(match: Match) -> Chance:
    """Return the chance of this match as everybody at the table may know it."""
    rows = match.contributions.select_related("seat__user")
    # What was announced and is not in the key counts for nothing.
    added = () if match.started and not match.sealed_secret else tuple(rows)
    mute = match.seats.filter(user__isnull=False, contribution=None).select_related("user")
    if match.started:
        mute = mute.filter(joined_at__lte=match.started_at)
    return Chance(
        match_id=match.public_id,
        seal=match.seal,
        begun=match.started,
        added=tuple(
            Addition(row.seat.index, row.seat.shown_name, row.commitment, row.opening)
            for row in added
        ),
        mute=tuple(seat.shown_name for seat in mute.order_by("index")[:NAMED]),
        full=len(added) >= MOST,
    )
