"""The ledger of an auction, in the order of the resolution, one page at a time."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from auctions.models import Award, Bid
from auctions.selectors.ledger import Entry, Ledger, ledger_of
from tests.auctions.bidders import filled
from tests.auctions.weeks import Play

pytestmark = pytest.mark.django_db


def leafed(week: Play, auction: int, *, size: int, item: str = "", name: str = "") -> list[Entry]:
    """Return all entries, read page by page."""
    entries: list[Entry] = []
    page, sheets = 1, 1
    while page <= sheets:
        ledger = _ledger(week, auction, page, size, item, name)
        assert ledger.sheet.number == page
        assert len(ledger.entries) <= size
        entries += ledger.entries
        page, sheets = page + 1, ledger.sheet.of
    assert len(entries) == ledger.sheet.found
    return entries


def _ledger(week: Play, auction: int, page: int, size: int, item: str, name: str) -> Ledger:
    return ledger_of(week.match, auction, item=item, name=name, page=page, size=size)


def expected_rows(week: Play, auction: int) -> list[tuple[str, int, int]]:
    """Return every row as (item, price, seat)."""
    model: type[Bid] | type[Award] = Bid if week.auction(5).resolved_at else Award
    items = dict(zip(week.frame.lots[auction], week.frame.lineup[auction], strict=True))
    places = {key: place for place, key in enumerate(week.frame.lots[auction])}
    rows = model._default_manager.filter(lot__in=items)
    found = rows.values_list("lot_id", "price", "account__number")
    ordered = sorted(found, key=lambda row: (places[row[0]], -row[1], row[2]))
    return [(items[lot].item, price, number) for lot, price, number in ordered]


@pytest.mark.both
@pytest.mark.parametrize("resolved", [2, 6])
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_the_pages_of_the_ledger_hold_every_row_once_in_order(
    wednesday: datetime, resolved: int, size: int
) -> None:
    week = filled(resolved, seats=7, seed=3)
    found = leafed(week, 1, size=size)
    assert [(one.item, one.price, one.player.number) for one in found] == expected_rows(week, 1)


@pytest.mark.parametrize("resolved", [2, 6])
def test_the_ledger_filters_by_lot_and_player(wednesday: datetime, resolved: int) -> None:
    week = filled(resolved, seats=7, seed=3)
    rows, item = expected_rows(week, 1), week.item(1, 2)
    seat = rows[-1][2]
    of_lot = leafed(week, 1, size=2, item=item)
    assert [one.price for one in of_lot] == [price for it, price, _ in rows if it == item]
    of_player = leafed(week, 1, size=2, name=week.user(seat).username)
    expected = [(it, price) for it, price, number in rows if number == seat]
    assert [(one.item, one.price) for one in of_player] == expected
    assert {one.player.number for one in of_player} == {seat}


# PostgreSQL prefers these plans for small tables. Without them it uses the index if it can.
RATHER = ("seqscan", "bitmapscan", "sort", "incremental_sort")


def plan_of(sql: str) -> str:
    """Return the database's plan for a query."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        else:
            for way in RATHER:
                cursor.execute(f"SET LOCAL enable_{way} = off")
            cursor.execute(f"EXPLAIN {sql}")
        return " ".join(str(row) for row in cursor.fetchall())


@pytest.mark.both
@pytest.mark.parametrize("resolved", [2, 6])
def test_a_page_of_the_ledger_needs_no_sort(wednesday: datetime, resolved: int) -> None:
    week = filled(resolved, seats=7, seed=3)
    with CaptureQueriesContext(connection) as captured:
        ledger_of(week.match, 1, page=2, size=5)
    asked = [row["sql"] for row in captured if "ORDER BY" in row["sql"]]
    read = [sql for sql in asked if "auctions_bid" in sql or '"auctions_award"."price" DESC' in sql]
    assert read
    for sql in read:
        plan = plan_of(sql)
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan
        assert "_by_price" in plan
