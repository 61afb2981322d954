"""Votes, points, the ranking and the winners (rules 9, 10), and the statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.blanks.rules.state import Count, Phase, Result, State, live_plays
from games.engine.base import Outcome, Standing, Value
from games.engine.record import Replayed

ABORTED = "aborted"


def counts(state: State) -> tuple[Count, ...]:
    """Return the votes of each live play, by rising seat.

    Votes for withdrawn plays count for nobody.
    """
    votes = Counter(ballot.handle for ballot in state.ballots)
    live = sorted(live_plays(state), key=lambda laid: laid.seat)
    # A play that was never shown has no handle, and so no votes.
    return tuple(Count(seat=laid.seat, votes=votes[laid.handle]) for laid in live)


def scorers(tally: tuple[Count, ...]) -> tuple[int, ...]:
    """Return the seats that get a point: those with the most votes, at least one."""
    best = max((count.votes for count in tally), default=0)
    return tuple(count.seat for count in tally if best and count.votes == best)


def outcome(state: State) -> Outcome | None:
    """Return the result of a finished match, or None while it is played.

    The best seats come first. Players who left come last and without a rank.
    """
    if state.phase is not Phase.OVER:
        return None
    scores = sorted((player.score for player in state.players), reverse=True)
    best = 0 if state.end_reason == ABORTED else max(scores, default=0)
    ranked = [
        Standing(
            seat=player.seat,
            rank=1 + scores.index(player.score),
            score=player.score,
            winner=best > 0 and player.score == best,
        )
        for player in sorted(state.players, key=lambda player: (-player.score, player.seat))
    ]
    left = [Standing(seat=gone.seat, rank=None, score=0, note=gone.how) for gone in state.gone]
    return Outcome(reason=state.end_reason, standings=(*ranked, *left))


# --- Statistics by author
#
# Totals only, from the public results of the rounds (rules 14.4): who voted for what stays secret
# (rules 14).


class Author(Value):
    """The votes that an author received in a match."""

    seat: int
    sentences: int  # plays that were voted on
    votes: int  # that they received in all
    most: int  # that the best of them received
    points: int  # rounds won


def numbers(replayed: Sequence[Replayed]) -> tuple[Author, ...]:
    """Return the statistics of a finished match."""
    final: State = replayed[-1].step.state
    return authors(final.results)


def authors(results: Sequence[Result]) -> tuple[Author, ...]:
    """Return the statistics of all authors in rounds with a vote, by rising seat."""
    voted = [result for result in results if result.voted]
    seats = sorted({count.seat for result in voted for count in result.votes})
    return tuple(_author(seat, voted) for seat in seats)


def _author(seat: int, results: Sequence[Result]) -> Author:
    votes = [count.votes for result in results for count in result.votes if count.seat == seat]
    return Author(
        seat=seat,
        sentences=len(votes),
        votes=sum(votes),
        most=max(votes),
        points=sum(seat in result.points for result in results),
    )
