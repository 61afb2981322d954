"""What an evening of Blanks came to, by author. Totals only: who voted what is nowhere (rules 14).

Made of the results that everybody was told round by round (rules 14.4), and of nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.blanks.rules.state import Result, State
from games.engine.base import Value
from games.engine.record import Replayed


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
