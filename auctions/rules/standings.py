"""The result of a week (rules 10), and purses and holdings during it."""

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
    """A line of the standings in whole dollars.

    Players with equal final money share the rank, and the next rank is skipped.
    """

    seat: int
    money: int  # the purse before realization
    realized: int
    loan: int
    interest: int
    final: int
    rank: int


def standings(
    purses: Mapping[int, int], realized: Mapping[int, int], loans: Mapping[int, int]
) -> list[Line]:
    """Rank all seats of `purses`, best first, within a rank by seat.

    Missing values of `realized` and `loans` count as 0.
    """
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
    """Return the rank of each final money: one plus the number of seats with more."""
    ranks: dict[int, int] = {}
    for number, money in enumerate(sorted(finals, reverse=True), 1):
        ranks.setdefault(money, number)
    return ranks


def outcome_of(lines: Iterable[Line]) -> Outcome:
    """Return the result in the form that all games share, with final money as score."""
    return Outcome(
        reason=REASON,
        standings=tuple(map(standing_of, lines)),
    )


def standing_of(line: Line) -> Standing:
    """Return a line in the form that all games share.

    Every seat with rank 1 wins (rules 10).
    """
    return Standing(seat=line.seat, rank=line.rank, score=line.final, winner=line.rank == 1)


# --- Purses and holdings of a week in memory ---


class Ledger:
    """The purses and holdings of a week in memory.

    `loans`, `purses`: dollars by seat. Before the opening the purse is the loan chosen so far.
    """

    def __init__(self, players: int) -> None:
        self.loans: dict[int, int] = dict.fromkeys(range(players), 0)
        self.purses: dict[int, int] = dict.fromkeys(range(players), 0)
        self.agendas: dict[int, Counter[str]] = {}
        self.assets: dict[int, Counter[str]] = {}

    def lend(self, seat: int, loan: int) -> None:
        """Set the loan of this seat in dollars, which is also its purse (rules 9)."""
        self.loans[seat] = self.purses[seat] = loan

    def book(self, lots: Lots, result: Resolution) -> None:
        """Take the money and hand out the items of a resolved auction."""
        for seat, paid in result.paid.items():
            self.purses[seat] -= paid
        for place, seat, _, units in result.awards:
            item = lots[place].item
            side = self.agendas if item in AGENDA else self.assets
            side.setdefault(seat, Counter())[item] += units

    def held(self, seat: int) -> Mapping[str, int]:
        """Return this seat's agendas, id -> copies."""
        return self.agendas.get(seat) or {}

    def resources(self, seat: int) -> Points:
        """Return the points of all assets this seat holds."""
        return resources_of(self.assets.get(seat) or {})

    def realize(self, lineup: Sequence[Lots]) -> dict[int, Realization]:
        """Return what each seat's holdings bring, by seat."""
        realizer = Realizer(agenda_order(lineup))
        return {seat: self._realized(realizer, seat) for seat in self.purses}

    def realize_one(self, lineup: Sequence[Lots], seat: int) -> Realization:
        """Return what this seat's holdings would bring now."""
        return self._realized(Realizer(agenda_order(lineup)), seat)

    def _realized(self, realizer: Realizer, seat: int) -> Realization:
        held = self.held(seat)
        counts = tuple(held.get(agenda.id, 0) for agenda in realizer.agendas)
        return realizer.realize(counts, self.resources(seat))

    def standings(self, realized: Mapping[int, Realization]) -> list[Line]:
        """Return the standings, best first (rules 10)."""
        values = {seat: found.value for seat, found in realized.items()}
        return standings(self.purses, values, self.loans)
