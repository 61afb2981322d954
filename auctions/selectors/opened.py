"""All winning bids of an auction as one list, or all its bids once the rules have opened them.

In the order in which they were looked at: lots as announced, the dearest bid first (rules 7.1, 11).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Case, IntegerField, QuerySet, Value, When

from auctions.models import Account, Award, Bid
from auctions.rules.publicity import bids_open
from auctions.selectors.fates import fates_of
from auctions.selectors.frame import Frame, frame_of
from auctions.selectors.people import Player, Sheet, named, players_of, players_with, sheet_of
from auctions.selectors.public import resolved_count
from games.models import Match, Seat


@dataclass(frozen=True)
class Entry:
    """A bid that everybody may read: `wanted` units at `price`, and what became of them.

    While only winning bids are public, `wanted` is what was won, and nothing was lost (rules 11).
    """

    item: str
    player: Player
    price: int
    wanted: int
    won: int
    nullified: int
    lost: int

    @property
    def paid(self) -> int:
        return self.price * self.won


@dataclass(frozen=True)
class Ledger:
    """A sheet of an auction's ledger. `complete`: of all bids, not of the winning ones alone."""

    entries: tuple[Entry, ...]
    sheet: Sheet
    complete: bool


def ledger_of(
    match: Match, auction: int, *, item: str = "", name: str = "", page: int = 1, size: int = 40
) -> Ledger:
    """One sheet, perhaps of one lot or of players called so. Nothing before it is resolved."""
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
    rows = Bid.objects.filter(lot__in=lots)
    if name.strip():
        rows = rows.filter(account__in=_accounts(match, name))
    sheet, begin = sheet_of(rows.count(), page, size)
    ordered = rows.order_by(_announced(frame, auction), "-price", "account")
    fates = fates_of(match, auction, list(ordered[begin : begin + size]))
    people = players_of(match, {fate.seat for fate in fates})
    entries = tuple(
        Entry(f.item, people[f.seat], f.price, f.wanted, f.won, f.nullified, f.lost) for f in fates
    )
    return Ledger(entries, sheet, True)


def _winning(
    match: Match, frame: Frame, auction: int, lots: list[int], name: str, page: int, size: int
) -> Ledger:
    rows: QuerySet[Award] = Award.objects.filter(lot__in=lots)
    if name.strip():
        rows = rows.filter(account__in=_accounts(match, name))
    sheet, begin = sheet_of(rows.count(), page, size)
    items = {
        key: lot.item for key, lot in zip(frame.lots[auction], frame.lineup[auction], strict=True)
    }
    ordered = rows.order_by(_announced(frame, auction), "-price", "account")
    shown = list(ordered[begin : begin + size])
    people = players_with(row.account_id for row in shown)
    entries = tuple(
        Entry(items[row.lot_id], people[row.account_id], row.price, row.units, row.units, 0, 0)
        for row in shown
    )
    return Ledger(entries, sheet, False)


def _announced(frame: Frame, auction: int) -> Case:
    """Lots in the announced order, whatever their keys are."""
    whens = [When(lot=key, then=Value(place)) for place, key in enumerate(frame.lots[auction])]
    return Case(*whens, output_field=IntegerField())


def _accounts(match: Match, name: str) -> QuerySet[Account]:
    seats = named(Seat.objects.filter(match=match.pk), name)
    return Account.objects.filter(match=match.pk, seat__in=seats)
