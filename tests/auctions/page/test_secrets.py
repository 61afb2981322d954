"""Secrecy of pages: neither their bytes nor their size reveal what rules 11 hide."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from auctions.models import Bid
from auctions.page.query_params import Look
from auctions.page.viewer import Viewing
from chat.live.batch import render_batch
from games.page.match_page import match_parts, open_match
from tests.auctions.bidders import filled
from tests.auctions.page.week_pages import (
    STAGES,
    bid,
    borrow,
    hide_other,
    page,
    render_parts,
    user_of,
    view_queries,
    without_digests,
    words,
)
from tests.auctions.test_secrecy import accounts_named, of_bids

pytestmark = pytest.mark.long

SEALED = ("auctions_bid", "auctions_receipt", '"loan"', '"purse"')


IN_SHORT = (0, 3)  # numbers of resolved auctions that `make test` runs


@pytest.mark.parametrize(
    "resolved",
    [n if n in IN_SHORT else pytest.param(n, marks=pytest.mark.deep) for n in STAGES[:-1]],
)
@pytest.mark.parametrize(
    "viewer", [0, *(pytest.param(seat, marks=pytest.mark.deep) for seat in (None, 4))]
)
def test_weeks_that_differ_only_in_hidden_facts_render_the_same(
    resolved: int, viewer: int | None
) -> None:
    week = filled(resolved)
    user = user_of(week, viewer)
    before = [render_parts(week, user, **query) for query in view_queries(resolved)]
    hide_other(week, viewer, resolved)
    assert [render_parts(week, user, **query) for query in view_queries(resolved)] == before


def test_hidden_changes_are_visible_to_their_owners() -> None:
    week = filled(1)
    before = page(week, week.user(1), view="day", day="2")
    hide_other(week, 0, 1)
    assert page(week, week.user(1), view="day", day="2") != before


@pytest.mark.parametrize(
    "resolved", [3, *(pytest.param(n, marks=pytest.mark.deep) for n in (0, 5))]
)
def test_a_sealed_bid_is_on_its_owners_page_only(resolved: int) -> None:
    week = filled(resolved)
    others = [week.user(1), week.user(4), user_of(week, None)]
    bid(week, 0, 6, 77_777)
    assert "77,777" in page(week, week.user(0), view="day", day="6")
    for user in others:
        for query in view_queries(resolved):
            markup = without_digests(page(week, user, **query))
            assert "77777" not in markup
            assert "77,777" not in markup


@pytest.mark.parametrize("resolved", [0, 3, 5, 6])
def test_no_query_of_a_spectators_page_reads_bids_or_money(resolved: int) -> None:
    week, watcher = filled(resolved), user_of(filled(0, seats=2), None)
    for query in view_queries(resolved):
        with CaptureQueriesContext(connection) as captured:
            page(week, watcher, **query)
        opened = resolved == 6 and query.get("view") == "day" and query["day"] != "6"
        for row in captured:
            hidden = [name for name in SEALED if name in row["sql"]]
            assert not hidden or opened, row["sql"]


def test_a_players_page_queries_only_their_own_account() -> None:
    week = filled(2)
    with CaptureQueriesContext(connection) as captured:
        page(week, week.user(3), view="day", day="1")
    asked = [accounts_named(row["sql"]) for row in captured if of_bids(row["sql"])]
    assert asked == [{week.account(3).pk}] * 2  # sealed bids, and the fates of that day


def test_a_batch_reads_its_viewers_bids_and_shows_each_their_own() -> None:
    week = filled(0)
    seats = [0, 2, 4]
    for seat in seats:
        bid(week, seat, 1, 70_000 + seat)
    pages = [open_match(week.user(seat), week.id, {"day": "1"}) for seat in seats]
    pages.append(open_match(user_of(week, None), week.id, {"day": "1"}))
    week.run(0)
    news = frozenset({f"match.{week.id}"})
    with CaptureQueriesContext(connection) as captured:
        drawn = [str(html) for html in render_batch([(one, news) for one in pages])]
    asked = [accounts_named(row["sql"]) for row in captured if of_bids(row["sql"])]
    # Sealed bids, and the fates of the last auction.
    assert asked == [{week.account(seat).pk for seat in seats}] * 2
    mine = [f"{70_000 + seat}" for seat in seats]
    shown = [{price for price in mine if price in html} for html in drawn]
    assert shown == [*({price} for price in mine), set()]


def test_a_batch_of_spectators_reads_no_bid() -> None:
    week = filled(1)
    pages = [open_match(user_of(week, None), week.id, {}) for _ in range(3)]
    with CaptureQueriesContext(connection) as captured:
        render_batch([(one, frozenset({f"match.{week.id}"})) for one in pages])
    assert len(captured) > 3
    assert not [row for row in captured if any(name in row["sql"] for name in SEALED)]


@pytest.mark.deep
def test_the_size_of_an_answer_reveals_nothing(client: Client) -> None:
    week = filled(1)
    client.force_login(week.user(1))

    def size() -> list[int]:
        return [len(client.get(f"/m/{week.id}/?day={day}").content) for day in range(7)]

    before = size()
    bid(week, 0, 3, 123_456)
    borrowed = week.account(0)
    borrowed.loan, borrowed.purse = 200, 200
    borrowed.save()
    assert size() == before


def test_a_bid_changes_no_other_players_page() -> None:
    week = filled(1)
    watcher = user_of(week, None)
    pages = [
        open_match(user, week.id, {"day": "2"}) for user in (week.user(0), week.user(1), watcher)
    ]
    for one in pages:
        one.whole()
    bid(week, 0, 2, 77)
    mine, rival, watching = (
        one.news(frozenset({f"match.{week.id}", f"match.{week.id}.0"})) for one in pages
    )
    assert "77" in mine
    assert rival == watching == ""


def test_only_the_owners_page_listens_for_a_bid() -> None:
    week = filled(0)
    for seat in (0, 1):
        viewing = Viewing(week.id, week.user(seat), Look())
        viewing.check()
        heard = frozenset().union(*(part.topics for part in match_parts(viewing)))
        assert heard == {f"match.{week.id}", f"match.{week.id}.{seat}"}


@pytest.mark.parametrize("resolved", [0, 5, 6])
def test_loans_and_purses_are_hidden_before_the_end(resolved: int) -> None:
    week = filled(0)
    borrow(week, 2, 187)
    Bid.objects.filter(account=week.account(2)).delete()  # spent money is public
    for auction in range(resolved):
        week.run(auction)
    for query in view_queries(resolved):
        text = without_digests(words(page(week, week.user(0), **query)))
        assert not {"187", "244"} & set(re.findall(r"\d+", text))


def test_everybodys_money_is_shown_after_the_end() -> None:
    week = filled(0)
    borrow(week, 2, 187)
    for auction in range(7):
        week.run(auction)
    assert "$187 + $57" in words(page(week, week.user(0), view="players"))
    assert "187" in without_digests(words(page(week, week.user(0), view="plots")))
