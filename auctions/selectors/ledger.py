"""The winning bids of an auction as a list, or all its bids once they are public.

The list follows the order of the resolution: lots as announced, highest bid first (rules 7.1, 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from django.db.models import Count, QuerySet

from auctions.models import Account, Award, Bid, Lot
from auctions.rules.schedule import bids_open
from auctions.selectors.fates import fates_of
from auctions.selectors.players import Player, Sheet, named, players_of, players_with, sheet_of
from auctions.selectors.public_week import resolved_count
from auctions.selectors.week_setup import Frame, frame_of
from games.models import Match, Seat

M = TypeVar("M", Bid, Award)


@dataclass(frozen=True)
class Entry:
    """A public bid: `wanted` units at `price`, and what became of them."""

    item: str
    player: Player
    price: int
    wanted: int  # while only winning bids are public, the units won (rules 11)
    won: int
    nullified: int
    lost: int

    @property
    def paid(self) -> int:
        return self.price * self.won


@dataclass(frozen=True)
class Ledger:
    """A page of an auction's ledger."""

    entries: tuple[Entry, ...]
    sheet: Sheet
    complete: bool  # true if it lists all bids, false if only the winning ones


def ledger_of(
    match: Match, auction: int, *, item: str = "", name: str = "", page: int = 1, size: int = 40
) -> Ledger:
    """Return one page of the ledger; empty until the auction is resolved.

    `item`: only this lot. `name`: only players with this text in their name.
    """
    resolved = resolved_count(match)
    if auction >= resolved:
        return Ledger((), Sheet(1, 1, 0), False)
    frame = frame_of(match)
    lots = [frame.lot_id(auction, item)] if item else list(frame.lots[auction])
    if bids_open(auction, resolved):
        return _all_bids(match, frame, auction, lots, name, page, size)
    return _winning(match, frame, auction, lots, name, page, size)


def _all_bids(
    match: Match, frame: Frame, auction: int, lots: list[int], name: str, page: int, size: int
) -> Ledger:
    rows = _filtered_by_name(Bid.objects.filter(lot__in=lots), match, name)
    counts = (
        _count_by_lot(rows)
        if name.strip()
        else {lot: _bids_on(frame.public_id, lot) for lot in lots}
    )
    sheet, shown = _page_of(rows, lots, counts, page, size)
    fates = fates_of(match, auction, shown)
    people = players_of(match, {fate.seat for fate in fates})
    entries = tuple(
        Entry(f.item, people[f.seat], f.price, f.wanted, f.won, f.nullified, f.lost) for f in fates
    )
    return Ledger(entries, sheet, True)


def _winning(
    match: Match, frame: Frame, auction: int, lots: list[int], name: str, page: int, size: int
) -> Ledger:
    rows = _filtered_by_name(Award.objects.filter(lot__in=lots), match, name)
    counts = _count_by_lot(rows) if name.strip() else _awards_on(lots)
    sheet, shown = _page_of(rows, lots, counts, page, size)
    items = {
        key: lot.item for key, lot in zip(frame.lots[auction], frame.lineup[auction], strict=True)
    }
    people = players_with(row.account_id for row in shown)
    entries = tuple(
        Entry(items[row.lot_id], people[row.account_id], row.price, row.units, row.units, 0, 0)
        for row in shown
    )
    return Ledger(entries, sheet, False)


def _page_of(
    rows: QuerySet[M], lots: Sequence[int], counts: Mapping[int, int], page: int, size: int
) -> tuple[Sheet, list[M]]:
    """Return the sheet and its rows, lot by lot as announced."""
    # Each lot is a walk along its index, so the database never sorts.
    sheet, begin = sheet_of(sum(counts.values()), page, size)
    shown: list[M] = []
    for lot in lots:
        count = counts.get(lot, 0)
        if begin < count and len(shown) < size:
            ordered = rows.filter(lot=lot).order_by("-price", "account")
            shown += ordered[begin : begin + size - len(shown)]
        begin = max(0, begin - count)
    return sheet, shown


def _filtered_by_name(rows: QuerySet[M], match: Match, name: str) -> QuerySet[M]:
    return rows.filter(account__in=_accounts(match, name)) if name.strip() else rows


def _count_by_lot(rows: QuerySet[M]) -> dict[int, int]:
    return dict(rows.order_by().values_list("lot_id").annotate(Count("pk")))


def _awards_on(lots: Sequence[int]) -> dict[int, int]:
    """Return the number of awards by lot, which the resolution has stored."""
    return dict(Lot.objects.filter(pk__in=lots).values_list("pk", "awards"))


# Only for auctions whose bids are public, so the count never changes again.
@lru_cache(maxsize=4096)
def _bids_on(_public_id: str, lot: int) -> int:
    return Bid.objects.filter(lot=lot).count()


def _accounts(match: Match, name: str) -> QuerySet[Account]:
    seats = named(Seat.objects.filter(match=match.pk), name)
    return Account.objects.filter(match=match.pk, seat__in=seats)
