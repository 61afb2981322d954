"""The seal of a match and what players added to its randomness, for any viewer."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match
from games.services.contributions import MOST

NAMED = 8  # names shown of players who added nothing


@dataclass(frozen=True)
class Addition:
    """A random text from one player's browser."""

    seat: int
    name: str
    commitment: str
    opening: str  # "" if it is not open (yet)


@dataclass(frozen=True)
class Chance:
    """The seal of a match and the players' additions, in the order of joining."""

    match_id: str
    seal: str
    begun: bool  # the match has started, so all of it is final
    added: tuple[Addition, ...]
    mute: tuple[str, ...]  # names of players whose browsers announced nothing, at most `NAMED`
    full: bool  # no more additions are accepted

    @property
    def closed(self) -> str:
        """The names of the players whose commitments are still closed, joined by commas."""
        return self.awaited_by(None)

    def awaited_by(self, seat: int | None) -> str:
        """Return the names in `closed` without the player on this seat.

        The page leaves the viewer out, because their own browser knows about it.
        """
        return ", ".join(one.name for one in self.added if not one.opening and one.seat != seat)

    def opening_of(self, seat: int | None) -> str:
        """Return the commitment that the browser on this seat must open now, or ""."""
        mine = (one.commitment for one in self.added if one.seat == seat and not one.opening)
        return next(mine, "")


def chance_of(match: Match) -> Chance:
    """Return the seal and additions of this match as everybody may know them."""
    rows = match.contributions.select_related("seat__user")
    # Without a sealed secret in a started match, no addition went into the key.
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
