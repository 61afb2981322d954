"""The result if all bids won, and the missing points that the coming lots give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from auctions.page.faces import Face, face
from auctions.page.own_seat import Own
from auctions.page.query_params import Look, address
from auctions.page.words import (
    RESOURCES,
    day_name,
    first_of,
    item_name,
    joined,
    money,
    short_day_name,
)
from auctions.rules.bids import OwnBids
from auctions.rules.catalogue import AGENDA, ASSET, Points
from auctions.rules.realization import agenda_order, resources_of
from auctions.selectors.own_seat import BidSheet, worth_of
from auctions.selectors.results import Holdings
from chat.core.translation import gettext as _, ngettext

NAMED = 3  # bids that are listed one by one


@dataclass(frozen=True)
class IfWon:
    """The result if every bid in the unresolved auctions won in full. Whole dollars."""

    left: int
    value: int
    final: int
    realized: str  # the agendas realized, by name
    unpaid: str  # what the purse could not pay, if spent in order


@dataclass(frozen=True)
class Cell:
    """A lot on its day, with the player's own bids as text."""

    offered: int
    mine: str


@dataclass(frozen=True)
class Row:
    """An item and the days that sell it."""

    face: Face
    cells: tuple[Cell | None, ...]
    why: str  # the missing points that it gives, in words


@dataclass(frozen=True)
class Column:
    """A coming day, with a summary of the player's bids in it."""

    day: str
    short: str
    url: str
    count: int
    most: int
    shown: bool


@dataclass(frozen=True)
class Matrix:
    """The table of the coming lots by day, for planning the week."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    lacking: str  # the missing points, in words


def if_won(own: Own) -> IfWon | None:
    """Return the result if all bids won, or None without bids."""
    # Money is spent in the order of the resolution (rules 7).
    mine, purse = own.mine, own.mine.purse
    won, unpaid = Counter(mine.holdings.items), list[str]()
    for auction, sheet in own.sheets.items():
        for lot, bids in zip(sheet.offers, sheet.own, strict=True):
            for bid in bids:
                units = min(bid.units, purse // bid.price)
                purse -= units * bid.price
                won[lot.item] += units
                if units < bid.units:
                    unpaid.append(_unpaid(bid.units - units, lot.item, auction))
    if not any(sheet.bids for sheet in own.sheets.values()):
        return None
    items = {item: units for item, units in won.items() if units}
    worth = worth_of(mine.frame, Holdings(items, resources_of(_assets(items)), 0))
    order = agenda_order(mine.frame.lineup)
    names = [_copies(a.id, n) for a, n in zip(order, worth.counts, strict=True) if n]
    final = purse + worth.value - mine.owed
    return IfWon(purse, worth.value, final, joined(names), joined(first_of(unpaid, NAMED)))


def lacks(own: Own) -> Points:
    """Return the points by which the cost of agendas exceeds the assets held.

    The agendas are those held and those bid for.
    """
    agendas = Counter({i: n for i, n in own.mine.holdings.items.items() if i in AGENDA})
    for sheet in own.sheets.values():
        for lot, bids in zip(sheet.offers, sheet.own, strict=True):
            if lot.item in AGENDA:
                agendas[lot.item] += sum(bid.units for bid in bids)
    cost, have = resources_of(agendas), own.mine.holdings.resources
    force, popularity, influence = (
        max(0, need - got) for need, got in zip(cost, have, strict=True)
    )
    return force, popularity, influence


def in_words(points: Points) -> str:
    """Return a text like "5 force and 12 influence", or "" if nothing is missing."""
    return joined([f"{n} {name}" for n, name in zip(points, RESOURCES, strict=True) if n])


def matrix_of(own: Own) -> Matrix:
    """Return the items still to be sold by day, the most useful ones first."""
    wanted = lacks(own)
    rows = [_row(own.sheets, item, wanted) for item in _items(own.sheets)]
    rows.sort(key=lambda row: -_use(row.face.id, wanted))
    return Matrix(plan_of(own), tuple(rows), in_words(wanted))


def plan_of(own: Own) -> tuple[Column, ...]:
    """Return the coming days with summaries of the player's bids."""
    return tuple(_column(own, number, sheet) for number, sheet in own.sheets.items())


def _unpaid(units: int, item: str, auction: int) -> str:
    said = {"n": units, "item": item_name(item), "day": day_name(auction)}
    return _("%(n)s × %(item)s (%(day)s)") % said


def _copies(item: str, units: int) -> str:
    return item_name(item) if units == 1 else f"{units} × {item_name(item)}"


def _assets(items: Mapping[str, int]) -> dict[str, int]:
    return {item: units for item, units in items.items() if item in ASSET}


def _items(sheets: Mapping[int, BidSheet]) -> list[str]:
    """Return the items in announced order, each once."""
    return list(dict.fromkeys(lot.item for sheet in sheets.values() for lot in sheet.offers))


def _row(sheets: Mapping[int, BidSheet], item: str, wanted: Points) -> Row:
    given = _given(item, wanted)
    why = _("gives %(points)s you lack") % {"points": in_words(given)} if any(given) else ""
    return Row(face(item), tuple(_cell(sheet, item) for sheet in sheets.values()), why)


def _given(item: str, wanted: Points) -> Points:
    """Return the missing points that one unit of this item gives."""
    if item not in ASSET:
        return 0, 0, 0
    gives = ASSET[item].gives
    return min(gives[0], wanted[0]), min(gives[1], wanted[1]), min(gives[2], wanted[2])


def _use(item: str, wanted: Points) -> int:
    return sum(_given(item, wanted))


def _cell(sheet: BidSheet, item: str) -> Cell | None:
    for lot, bids in zip(sheet.offers, sheet.own, strict=True):
        if lot.item == item:
            return Cell(lot.units, _mine(bids))
    return None


def _mine(bids: OwnBids) -> str:
    """Return a few bids as a list, or the number of them."""
    if len(bids) > NAMED:
        return ngettext("%(n)s bid", "%(n)s bids", len(bids)) % {"n": len(bids)}
    return joined([f"{bid.units} × {money(bid.price)}" for bid in bids])


def _column(own: Own, number: int, sheet: BidSheet) -> Column:
    viewing = own.viewing
    return Column(
        day=day_name(number),
        short=short_day_name(number),
        url=address(viewing.public_id, Look(view="day", day=number)),
        count=sheet.bids,
        most=sheet.at_most,
        shown=viewing.shown.view == "day" and viewing.shown.day == number,
    )
