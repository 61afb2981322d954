"""The fixed data of a started week, such as its line-up, public from the start.

Only its instants may move, at the fast pace (rules 3.2), so they are queried each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet

from auctions.models import Auction, Lot as LotRow, Week
from auctions.rules.lineup import Lot, Lots
from games.models import Match
from games.services.match_engine import options_of


@dataclass(frozen=True)
class Frame:
    """The fixed data of a week, cached for the life of the process."""

    match: int
    public_id: str
    start: datetime
    players: int
    cap: int
    seed: str
    daily: tuple[datetime, ...] | None  # the instants at the daily pace; None at the fast pace
    lineup: tuple[Lots, ...]
    auctions: tuple[int, ...]  # database keys
    lots: tuple[tuple[int, ...], ...]  # database keys, by auction and place

    @property
    def fast(self) -> bool:
        """True if the players can agree to hold auctions earlier."""
        return self.daily is None

    @property
    def instants(self) -> tuple[datetime, ...]:
        """The current instants of the seven auctions."""
        if self.daily is not None:
            return self.daily
        rows = Auction.objects.filter(pk__in=self.auctions).order_by("number")
        return tuple(rows.values_list("instant", flat=True))

    def lot_id(self, auction: int, item: str) -> int:
        """Return the key of an item's lot.

        Raise `ValueError` if this auction does not sell it.
        """
        place = [lot.item for lot in self.lineup[auction]].index(item)
        return self.lots[auction][place]


def unresolved_auctions(match: Match) -> QuerySet[Auction]:
    """Return the auctions that are still to come, in order."""
    return Auction.objects.filter(match=match, resolved_at=None).order_by("number")


def frame_of(match: Match) -> Frame:
    """Return the fixed data of a week. Raise `LookupError` before the start."""
    return _frame(match.pk, match.public_id)


@lru_cache(maxsize=512)
def _frame(pk: int, public_id: str) -> Frame:
    week = Week.objects.select_related("match").filter(pk=pk).first()
    if week is None or week.match.started_at is None:
        raise LookupError(public_id)
    fast = options_of(week.match).pace == "fast"
    auctions = list(Auction.objects.filter(match=pk).order_by("number"))
    lots: list[list[LotRow]] = [[] for _ in auctions]
    numbers = {auction.pk: auction.number for auction in auctions}
    for lot in LotRow.objects.filter(auction__in=numbers).order_by("place"):
        lots[numbers[lot.auction_id]].append(lot)
    return Frame(
        match=pk,
        public_id=public_id,
        start=week.match.started_at,
        players=week.players,
        cap=week.cap,
        seed=week.seed,
        daily=None if fast else tuple(auction.instant for auction in auctions),
        lineup=tuple(tuple(Lot(item=lot.item, units=lot.units) for lot in one) for one in lots),
        auctions=tuple(auction.pk for auction in auctions),
        lots=tuple(tuple(lot.pk for lot in one) for one in lots),
    )
