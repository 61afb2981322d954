"""A table of Blanks in memory: a played match as the page of each of its viewers sees it."""

from __future__ import annotations

from django.utils import timezone

from games.engines.blanks.state import State
from games.live.moment import Moment, Sitting
from games.models import Match as Row
from tests.engines.blanks_play import Match

NAMES = ("Ada", "Bea", "Cyd", "Dov", "Eve", "Fay")


def moment_at(match: Match, state: State | None = None) -> Moment:
    """The match as a moment, in this state (its own unless one is given)."""
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
    seats = tuple(_sitting(state, index) for index in range(state.next_seat))
    moment = Moment(match=row, seats=seats)
    vars(moment).update(engine=match.engine, state=state, told=())
    return moment


def _sitting(state: State, index: int) -> Sitting:
    name = NAMES[index]
    seated = any(player.seat == index for player in state.players)
    status = "seated" if seated else "left"
    return Sitting(index, name, 100 + index, name.lower(), False, index, status, False, False)
