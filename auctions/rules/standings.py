"""How a week ends for each player (rules 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from auctions.rules.money import final_money, interest
from games.engine.base import Outcome, Standing, Value

REASON = "week_over"


class Line(Value):
    """One line of the standings, whole dollars. `money`: the purse before realization.

    Equal final money shares the rank, and the next rank is skipped.
    """

    seat: int
    money: int
    realized: int
    loan: int
    interest: int
    final: int
    rank: int


def standings(
    purses: Mapping[int, int], realized: Mapping[int, int], loans: Mapping[int, int]
) -> list[Line]:
    """All seats of `purses`, best first, inside a rank by seat. Missing values count as 0."""
    finals = {
        seat: final_money(purse, realized.get(seat, 0), loans.get(seat, 0))
        for seat, purse in purses.items()
    }
    ranks = ranks_of(finals.values())
    return [
        Line(
            seat=seat,
            money=purses[seat],
            realized=realized.get(seat, 0),
            loan=loans.get(seat, 0),
            interest=interest(loans.get(seat, 0)),
            final=finals[seat],
            rank=ranks[finals[seat]],
        )
        for seat in sorted(finals, key=lambda seat: (-finals[seat], seat))
    ]


def ranks_of(finals: Iterable[int]) -> dict[int, int]:
    """The rank of each final money: one more than the number of seats that have more."""
    ranks: dict[int, int] = {}
    for number, money in enumerate(sorted(finals, reverse=True), 1):
        ranks.setdefault(money, number)
    return ranks


def outcome_of(lines: Iterable[Line]) -> Outcome:
    """The result as the house keeps it for any game; the score is the final money."""
    return Outcome(
        reason=REASON,
        standings=tuple(map(standing_of, lines)),
    )


def standing_of(line: Line) -> Standing:
    """A line of the result as the house knows it; everybody of rank 1 has won (rules 10)."""
    return Standing(seat=line.seat, rank=line.rank, score=line.final, winner=line.rank == 1)
