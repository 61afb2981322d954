"""A table of Blanks in memory: a played match as the page of each of its viewers sees it."""

from __future__ import annotations

from django.utils import timezone

from games.engines.blanks.state import State
from games.live.snapshot import MatchSnapshot, Occupant
from games.models import Match as Row
from tests.engines.blanks_play import Match

NAMES = ("Ada", "Bea", "Cyd", "Dov", "Eve", "Fay")


def moment_at(match: Match, state: State | None = None) -> MatchSnapshot:
    """The match as a snapshot, in this state (its own unless one is given)."""
    state = state or match.state
    over = match.engine.outcome(state) is not None
    row = Row(
        public_id="abcdefghjk",
        game="blanks",
        name="The green table",
        status="finished" if over else "running",
        started_at=timezone.now(),
        engine_version=1,
        chapter=state.round,
    )
    seats = tuple(_occupant(state, index) for index in range(state.next_seat))
    snapshot = MatchSnapshot(match=row, seats=seats)
    vars(snapshot).update(engine=match.engine, state=state, told=())
    return snapshot


def _occupant(state: State, index: int) -> Occupant:
    name = NAMES[index]
    seated = any(player.seat == index for player in state.players)
    status = "seated" if seated else "left"
    return Occupant(index, name, 100 + index, name.lower(), False, index, status, False, False)
