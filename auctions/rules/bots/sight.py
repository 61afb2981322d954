"""The knowledge of a bot when it bids: what its seat's page shows (rules 13)."""

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
    """An auction to bid in, the same for all bots of a match.

    It contains no randomness.
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
        self.realizer = Realizer(self.order)  # shared, as bots of a match often hold the same

    @property
    def sells_agendas(self) -> bool:
        """True for the opening and the closing, which sell agendas."""
        return self.auction in (OPENING, CLOSING)

    def value(self, place: int) -> int:
        """Return the value in dollars of the agenda sold at this place."""
        return self.agenda[self.lots[place].item].value


class BotSeat:
    """A bot's seat. `held`: agendas, id -> copies. `resources`: those of its assets."""

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
    """Return R(a, b) of the rules: a random whole number, both ends included."""
    return least + chance.below(most - least + 1)


def by_largest(keys: Mapping[int, int]) -> list[int]:
    """Return the places by falling key; equal ones in announced order."""
    return sorted(sorted(keys), key=lambda place: -keys[place])
