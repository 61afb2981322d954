"""What a bot may know when it bids: what its own seat's page would show it (rules 13)."""

from __future__ import annotations

from collections.abc import Mapping

from auctions.rules.catalogue import POINTS, Agenda, Points
from auctions.rules.lineup import Lots
from auctions.rules.realization import Realizer, agenda_order
from auctions.rules.schedule import CLOSING, OPENING
from games.engine.base import Randomness

Wish = tuple[int, int, int]
"""(place of the lot, price, units)"""


class Stage:
    """An auction about to be bid for, the same for all bots of a match. Makes nothing random.

    `realizer`: shared, since bots of a match often hold the same.
    """

    def __init__(self, auction: int, lineup: tuple[Lots, ...], players: int, cap: int) -> None:
        self.auction = auction
        self.lots = lineup[auction]
        self.ahead = lineup[auction:]
        self.closing = lineup[CLOSING]
        self.players = players
        self.cap = cap
        self.points: tuple[Points, ...] = tuple(POINTS[lot.item] for lot in self.lots)
        self.order: tuple[Agenda, ...] = agenda_order(lineup)
        self.agenda: dict[str, Agenda] = {agenda.id: agenda for agenda in self.order}
        self.realizer = Realizer(self.order)

    @property
    def sells_agendas(self) -> bool:
        """Whether agendas are on offer: in the first and the last auction."""
        return self.auction in (OPENING, CLOSING)

    def value(self, place: int) -> int:
        """Of the agenda sold at this place, in dollars."""
        return self.agenda[self.lots[place].item].value


class BotSeat:
    """One bot. `held`: agendas, id -> copies; `resources`: of the assets it holds."""

    __slots__ = ("held", "kind", "loan", "purse", "resources", "seat")

    def __init__(
        self,
        seat: int,
        kind: str,
        *,
        loan: int,
        purse: int,
        held: Mapping[str, int],
        resources: Points,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.loan = loan
        self.purse = purse
        self.held = held
        self.resources = resources


def between(chance: Randomness, least: int, most: int) -> int:
    """R(a, b) of the rules: a whole number, both ends included."""
    return least + chance.below(most - least + 1)


def by_largest(keys: Mapping[int, int]) -> list[int]:
    """Places by falling key; equal ones as announced."""
    return sorted(sorted(keys), key=lambda place: -keys[place])
