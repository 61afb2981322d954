"""The rules implemented literally and slowly, to compare the fast code with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from auctions.rules.catalogue import Agenda, Points
from auctions.rules.lineup import Lot, draw_number
from auctions.rules.resolution import Bid, Fated


class Literal:
    """An auction resolved one unit at a time (rules 7.1).

    It has the awards and fates that the rules list.
    """

    def __init__(
        self,
        lots: Sequence[Lot],
        bids: Sequence[Bid],
        money: Mapping[int, int],
        *,
        secret: str,
        auction: int,
    ) -> None:
        self.purses = dict(money)
        self.won = dict.fromkeys((bid[:3] for bid in bids), 0)
        self.nullified: dict[tuple[int, int, int], int] = {}
        self._secret, self._auction = secret, auction
        for place, lot in enumerate(lots):
            self._sell(lot, [bid for bid in bids if bid[0] == place])
        order = sorted(bids, key=lambda bid: (bid[0], -bid[2], bid[1]))
        self.awards = [(*bid[:3], self.won[bid[:3]]) for bid in order if self.won[bid[:3]]]
        self.fates = [self._fate(bid) for bid in order]

    def _sell(self, lot: Lot, bids: list[Bid]) -> None:
        left = lot.units
        while left:
            able = [bid for bid in bids if self._wants(bid) and self.purses[bid[1]] >= bid[2]]
            highest = max((bid[2] for bid in able), default=0)
            self._look([bid for bid in bids if bid[2] >= highest])
            if not able:
                return
            best = min(
                (bid for bid in able if bid[2] == highest),
                key=lambda bid: (
                    self.won[bid[:3]],
                    draw_number(self._secret, self._auction, lot.item, bid[1]),
                ),
            )
            self.won[best[:3]] += 1
            self.purses[best[1]] -= best[2]
            left -= 1

    def _wants(self, bid: Bid) -> bool:
        return self.won[bid[:3]] < bid[3]

    def _look(self, bids: list[Bid]) -> None:
        """Nullify the unpayable units of bids, once their price is reached."""
        for bid in bids:
            payable = self.purses[bid[1]] // bid[2]
            self.nullified.setdefault(bid[:3], max(0, bid[3] - payable))

    def _fate(self, bid: Bid) -> Fated:
        won, nullified = self.won[bid[:3]], self.nullified.get(bid[:3], 0)
        return Fated(
            place=bid[0],
            seat=bid[1],
            price=bid[2],
            wanted=bid[3],
            won=won,
            nullified=nullified,
            lost=bid[3] - won - nullified,
        )


def best_by_trying_all(
    agendas: Sequence[Agenda], counts: Sequence[int], resources: Points
) -> tuple[int, tuple[int, ...]]:
    """Return (value, copies in agenda order) by trying every combination (8.1, 8.2)."""
    return max(
        (sum(agenda.value * x for agenda, x in zip(agendas, copies, strict=True)), copies)
        for copies in product(*(range(count + 1) for count in counts))
        if payable(agendas, copies, resources)
    )


def payable(agendas: Sequence[Agenda], copies: Sequence[int], resources: Points) -> bool:
    return all(
        sum(agenda.cost[j] * x for agenda, x in zip(agendas, copies, strict=True)) <= resources[j]
        for j in range(3)
    )


def best_by_table(
    agendas: Sequence[Agenda], counts: Sequence[int], resources: Points
) -> tuple[int, tuple[int, ...]]:
    """Return the same from a table of all reachable points left.

    It is for holdings too large to try every combination.
    """
    states: dict[Points, tuple[int, tuple[int, ...]]] = {resources: (0, ())}
    for agenda, count in zip(agendas, counts, strict=True):
        grown: dict[Points, tuple[int, tuple[int, ...]]] = {}
        for left, (value, copies) in states.items():
            for x in range(count + 1):
                a, b, c = (have - x * cost for have, cost in zip(left, agenda.cost, strict=True))
                if min(a, b, c) < 0:
                    break
                new = (value + x * agenda.value, (*copies, x))
                grown[a, b, c] = max(new, grown.get((a, b, c), new))
        states = grown
    return max(states.values())
