"""Votes, points, the ranking and the winners (rules 9, 10), and an evening in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.blanks.rules.state import Count, Phase, Result, State, live_plays
from games.engine.base import Outcome, Standing, Value
from games.engine.record import Replayed

ABORTED = "aborted"


def counts(state: State) -> tuple[Count, ...]:
    """Votes of each live play, by rising seat. Votes for withdrawn plays count for nobody."""
    votes = Counter(ballot.handle for ballot in state.ballots)
    live = sorted(live_plays(state), key=lambda laid: laid.seat)
    # A play that was never shown has no handle, and so no votes.
    return tuple(Count(seat=laid.seat, votes=votes[laid.handle]) for laid in live)


def scorers(tally: tuple[Count, ...]) -> tuple[int, ...]:
    """The seats that get a point: most votes, and at least one."""
    best = max((count.votes for count in tally), default=0)
    return tuple(count.seat for count in tally if best and count.votes == best)


def outcome(state: State) -> Outcome | None:
    """The result of a match that is over; best first, those who left last and without a rank."""
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


# --- What an evening of Blanks came to, by author. Totals only: who voted what is nowhere (rules
# 14).
#
# Made of the results that everybody was told round by round (rules 14.4), and of nothing else.


class Author(Value):
    """`sentences`: those that were voted on; `votes`: all they received, `most`: one of them.

    `points`: rounds in which one of them won.
    """

    seat: int
    sentences: int
    votes: int
    most: int
    points: int


def numbers(replayed: Sequence[Replayed]) -> tuple[Author, ...]:
    """What the pages of a match that is over show."""
    final: State = replayed[-1].step.state
    return authors(final.results)


def authors(results: Sequence[Result]) -> tuple[Author, ...]:
    """All whose sentences were voted on, by rising seat."""
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
