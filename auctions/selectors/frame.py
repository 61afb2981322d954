"""What never changes in a started week: instants, line-up, cap; public from the start."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from auctions.models import Auction, Lot as LotRow, Week
from auctions.rules.lineup import Lot, Lots
from games.models import Match


@dataclass(frozen=True)
class Frame:
    """`auctions` and `lots` hold database keys, in the order of the auctions and their lots."""

    match: int
    public_id: str
    start: datetime
    players: int
    cap: int
    seed: str
    instants: tuple[datetime, ...]
    lineup: tuple[Lots, ...]
    auctions: tuple[int, ...]
    lots: tuple[tuple[int, ...], ...]

    def lot_id(self, auction: int, item: str) -> int:
        """Raises `ValueError` where the item is not sold in this auction."""
        place = [lot.item for lot in self.lineup[auction]].index(item)
        return self.lots[auction][place]


def frame_of(match: Match) -> Frame:
    """Raises `LookupError` before the start."""
    return _frame(match.pk, match.public_id)


@lru_cache(maxsize=512)
def _frame(pk: int, public_id: str) -> Frame:
    week = Week.objects.select_related("match").filter(pk=pk).first()
    if week is None or week.match.started_at is None:
        raise LookupError(public_id)
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
        instants=tuple(auction.instant for auction in auctions),
        lineup=tuple(tuple(Lot(item=lot.item, units=lot.units) for lot in one) for one in lots),
        auctions=tuple(auction.pk for auction in auctions),
        lots=tuple(tuple(lot.pk for lot in one) for one in lots),
    )
