"""How a week ends for each player (rules 10), and purses and holdings as it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from auctions.rules.catalogue import AGENDA, Points
from auctions.rules.lineup import Lots
from auctions.rules.options import final_money, interest
from auctions.rules.realization import Realization, Realizer, agenda_order, resources_of
from auctions.rules.resolution import Resolution
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


# --- Purses and holdings of a week in memory, as auctions are resolved and agendas realized. ---


class Ledger:
    """`loans`, `purses`: seat -> dollars. Before the opening the purse is the loan now chosen."""

    def __init__(self, players: int) -> None:
        self.loans: dict[int, int] = dict.fromkeys(range(players), 0)
        self.purses: dict[int, int] = dict.fromkeys(range(players), 0)
        self.agendas: dict[int, Counter[str]] = {}
        self.assets: dict[int, Counter[str]] = {}

    def lend(self, seat: int, loan: int) -> None:
        """The loan of this seat, in dollars, which is its purse (rules 9)."""
        self.loans[seat] = self.purses[seat] = loan

    def book(self, lots: Lots, result: Resolution) -> None:
        """Takes the money and hands out the items of a resolved auction."""
        for seat, paid in result.paid.items():
            self.purses[seat] -= paid
        for place, seat, _, units in result.awards:
            item = lots[place].item
            side = self.agendas if item in AGENDA else self.assets
            side.setdefault(seat, Counter())[item] += units

    def held(self, seat: int) -> Mapping[str, int]:
        """Agendas of this seat, id -> copies."""
        return self.agendas.get(seat) or {}

    def resources(self, seat: int) -> Points:
        """Points of all assets this seat holds."""
        return resources_of(self.assets.get(seat) or {})

    def realize(self, lineup: Sequence[Lots]) -> dict[int, Realization]:
        """What each seat's holdings come to, by seat."""
        realizer = Realizer(agenda_order(lineup))
        return {seat: self._realized(realizer, seat) for seat in self.purses}

    def realize_one(self, lineup: Sequence[Lots], seat: int) -> Realization:
        """What this seat's holdings would come to now."""
        return self._realized(Realizer(agenda_order(lineup)), seat)

    def _realized(self, realizer: Realizer, seat: int) -> Realization:
        held = self.held(seat)
        counts = tuple(held.get(agenda.id, 0) for agenda in realizer.agendas)
        return realizer.realize(counts, self.resources(seat))

    def standings(self, realized: Mapping[int, Realization]) -> list[Line]:
        """The final lines, best first (rules 10)."""
        values = {seat: found.value for seat, found in realized.items()}
        return standings(self.purses, values, self.loans)
