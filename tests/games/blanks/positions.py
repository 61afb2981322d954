"""Positions of a match of Blanks that its page must show correctly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.base import Join, Leave
from games.page.snapshot import MatchSnapshot
from tests.games.blanks.play import Match, cards
from tests.games.page.page_reader import snapshot_at

SEATS = 4


def begun(**options: Any) -> Match:
    return Match(SEATS, content=cards(*[(2, 1)] * 8), **options)


def playing() -> Match:
    """Return a match in which seat 0 has played."""
    match = begun()
    match.play(0)
    return match


def voting() -> Match:
    """Return a match in which all have played, and seat 0 has voted for seat 1."""
    match = begun()
    for seat in range(SEATS):
        match.play(seat)
    match.vote(0, 1)
    return match


def with_points() -> Match:
    """Return a match in the vote of round 2, where seats 1 and 2 have a point.

    Seat 1 has voted.
    """
    match = begun()
    match.round({0: 1, 1: 2, 2: 1, 3: 2})
    for seat in range(SEATS):
        match.play(seat)
    match.vote(1, 0)
    return match


def thinned() -> Match:
    """Return a match in a vote with few plays.

    Seat 2's play is withdrawn, seat 3 did not play, and seat 4 waits.
    """
    match = begun()
    for seat in range(3):
        match.play(seat)
    match.act(None, Join())
    match.time_up()
    match.act(2, Leave())
    return match


def with_away() -> Match:
    """Return a match in which seat 3 missed its decisions and is away."""
    match = begun(away_after=1)
    for seat in range(3):
        match.play(seat)
    match.time_up()
    for seat, author in ((0, 1), (1, 2), (2, 0)):
        match.vote(seat, author)
    match.time_up()
    return match


def in_break() -> Match:
    """Return a match in a break that waits for seats 2 and 3; seat 1 has come back already."""
    match = begun(away_after=1, break_seconds=600)
    match.time_up()
    match.act(0, Leave())
    match.post(1, action="back")
    return match


def ended() -> Match:
    match = begun(target_score=1)
    match.round({0: 1, 1: 0, 2: 1, 3: 1})
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "begun": begun,
    "playing": playing,
    "voting": voting,
    "with points": with_points,
    "thinned": thinned,
    "with away": with_away,
    "in break": in_break,
    "ended": ended,
}


def moment_at(match: Match) -> MatchSnapshot:
    """Return a snapshot of the match."""
    state = match.state
    seated = {player.seat for player in state.players}
    return snapshot_at(match.engine, state, state.next_seat, seated=seated, game="blanks")
