"""Secrecy of the stored data: only owners read what rules 11 hide (rules 16.11)."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.contrib import admin
from django.db import IntegrityError, connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from auctions import models
from auctions.models import Account, Bid
from auctions.selectors import own_seat, players, prices, public_week, record, results
from auctions.selectors.ledger import ledger_of
from auctions.services import commands, resolution
from auctions.services.scheduler import run_week
from chat.live.batch import join_batch, one_batch
from games.models import LogEntry, Match
from games.refusals import Refusal
from tests.auctions.bidders import SEATS, filled
from tests.auctions.moves import withdraw_bid
from tests.auctions.weeks import Play, play
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def public_facts(week: Play) -> Any:
    """Return everything that the selectors give to everybody."""
    match = week.fresh()
    ledgers = [ledger_of(match, auction) for auction in range(7)]
    return (
        public_week.week_of(match),
        players.players(match),
        results.holdings_of(match, range(SEATS)),
        results.standings(match),
        ledgers,
        prices.price_levels(match),
        prices.courses_of(match, range(SEATS)),
        prices.finals_of(match),
        code_of(lambda: record.week_record(match)),
    )


def own_facts(week: Play, seat: int) -> Any:
    """Return what the selectors give to the owner of a seat in addition."""
    match, account = week.fresh(), own_seat.account_of(week.match, week.account(seat).pk)
    assert account is not None
    return (
        own_seat.mine(match, account),
        own_seat.bid_sheets(match, account),
        [own_seat.own_fates(match, account, auction) for auction in range(7)],
        results.place_of(match, account),
    )


def _scramble(week: Play, viewer: int, resolved: int) -> None:
    """Change everything that rules 11 hide from this seat: others' bids and money.

    Winning bids stay, and so does the money that their owners must have had to pay for them.
    """
    others = Account.objects.filter(match=week.match).exclude(number=viewer)
    bids = Bid.objects.filter(account__in=others)
    hidden = [key for n in range(resolved if resolved <= 5 else 6, 7) for key in week.frame.lots[n]]
    bids.filter(lot__in=hidden).delete()
    if resolved > 5:
        return  # all fates are public by now, and may reveal something of purses (D39)
    for auction in range(resolved):
        _other_losers(week, auction, others)
    for account in others:
        more = 200 - account.loan
        account.loan, account.purse = account.loan + more, account.purse + more
        account.save(update_fields=["loan", "purse"])


def _other_losers(week: Play, auction: int, others: Any) -> None:
    """Replace the bids of a resolved auction that won nothing."""
    won = {(a.lot_id, a.account_id, a.price) for a in models.Award.objects.all()}
    for bid in Bid.objects.filter(account__in=others, lot__in=week.frame.lots[auction]):
        if (bid.lot_id, bid.account_id, bid.price) not in won:
            bid.delete()
    for account in others:
        lot = week.frame.lots[auction][0]
        Bid.objects.create(
            lot_id=lot, account=account, price=999_999, units=1, since=week.frame.start
        )


@pytest.mark.parametrize("resolved", [0, 1, 3, 5, 6])
@pytest.mark.parametrize("viewer", [0, 4])
def test_two_weeks_that_differ_only_in_hidden_facts_look_the_same(
    wednesday: datetime, resolved: int, viewer: int
) -> None:
    week = filled(resolved)
    before = public_facts(week), own_facts(week, viewer)
    _scramble(week, viewer, resolved)
    assert (public_facts(week), own_facts(week, viewer)) == before


def test_scrambling_changes_what_the_owner_sees(wednesday: datetime) -> None:
    week = filled(1)
    before = own_facts(week, 1)
    _scramble(week, 0, 1)
    assert own_facts(week, 1) != before


def test_all_common_bids_open_after_the_last_and_the_closings_after_it(
    wednesday: datetime,
) -> None:
    week = filled(5)
    complete = [ledger_of(week.match, auction).complete for auction in range(7)]
    assert complete == [False] * 7
    week.run(5)
    ledgers = [ledger_of(week.match, auction, size=1000) for auction in range(7)]
    assert [ledger.complete for ledger in ledgers] == [True] * 6 + [False]
    assert not ledgers[6].entries
    week.run(6)
    ledger = ledger_of(week.match, 6, size=1000)
    assert ledger.complete
    rows = Bid.objects.filter(lot__in=week.frame.lots[6])
    assert len(ledger.entries) == rows.count() > 0


def _queries(work: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        work()
    return [query["sql"] for query in captured]


def of_bids(sql: str) -> bool:
    return "auctions_bid" in sql


def accounts_named(sql: str) -> set[int]:
    """Return the accounts that a query selects, or all if it names none."""
    listed = re.findall(r'"account_id" (?:=|IN) \(?([\d, ]+)\)?', sql)
    if len(listed) != 1:
        return set(Account.objects.values_list("pk", flat=True))
    return {int(key) for key in listed[0].split(",")}


@pytest.mark.both
def test_a_query_that_names_no_account_is_caught(wednesday: datetime) -> None:
    week = filled(0)
    sql = _queries(lambda: list(Bid.objects.filter(lot__in=week.frame.lots[0])))
    assert [accounts_named(one) for one in sql if of_bids(one)] == [
        set(Account.objects.values_list("pk", flat=True))
    ]


@pytest.mark.both
@pytest.mark.parametrize("resolved", [0, 3, 5])
def test_no_query_of_another_viewer_reads_a_bid_loan_or_purse(
    wednesday: datetime, resolved: int
) -> None:
    week = filled(resolved)
    queries = _queries(lambda: public_facts(week))
    assert len(queries) > 5
    for sql in queries:
        assert "auctions_bid" not in sql
        assert "auctions_receipt" not in sql
        assert '"loan"' not in sql
        assert '"purse"' not in sql


@pytest.mark.both
def test_bids_are_queried_by_the_viewers_account_only(wednesday: datetime) -> None:
    week = filled(2)
    asked = [accounts_named(sql) for sql in _queries(lambda: own_facts(week, 3)) if of_bids(sql)]
    assert len(asked) >= 2
    assert asked == [{week.account(3).pk}] * len(asked)


def test_a_batch_gives_each_viewer_only_their_own_bids(wednesday: datetime) -> None:
    """Check that a batch reads just its viewers' bids, in one query."""
    week, drawn = filled(2), (0, 3, 4)
    alone = {seat: own_facts(week, seat) for seat in drawn}
    found = {}

    def together() -> None:
        with one_batch():
            for seat in drawn:
                join_batch(own_seat.owners(week.id), week.account(seat).pk)
            for seat in drawn:
                found[seat] = own_facts(week, seat)

    asked = [accounts_named(sql) for sql in _queries(together) if of_bids(sql)]
    assert found == alone
    assert alone[0] != alone[3] != alone[4]
    assert asked == [{week.account(seat).pk for seat in drawn}] * len(asked)
    assert len(asked) == 3  # sealed bids, and those of the two resolved auctions


def test_a_viewer_outside_the_batch_is_read_separately(wednesday: datetime) -> None:
    week = filled(2)
    alone = own_facts(week, 5)
    with one_batch():
        join_batch(own_seat.owners(week.id), week.account(0).pk)
        own_facts(week, 0)
        asked = [
            accounts_named(sql) for sql in _queries(lambda: own_facts(week, 5)) if of_bids(sql)
        ]
        assert own_facts(week, 5) == alone
    assert all(week.account(5).pk in names for names in asked)


def test_bids_withdrawals_and_loans_change_nothing_others_can_read(
    wednesday: datetime,
) -> None:
    week = filled(1)
    run_week(week.match.pk)
    row = model_to_dict(week.fresh())
    auctions = [model_to_dict(week.auction(number)) for number in range(7)]
    seats = [model_to_dict(seat) for seat in week.match.seats.all()]
    facts = public_facts(week), own_facts(week, 0)
    bid: dict[str, Any] = {
        "user": week.user(2), "public_id": week.id, "auction": 2, "item": week.item(2),
    }  # fmt: skip
    withdraw_bid(**bid)
    week.bid(2, 77, auction=2, key="secret")
    assert model_to_dict(week.fresh()) == row
    assert [model_to_dict(week.auction(number)) for number in range(7)] == auctions
    assert [model_to_dict(seat) for seat in week.match.seats.all()] == seats
    assert not LogEntry.objects.exists()
    assert (public_facts(week), own_facts(week, 0)) == facts


def test_a_bid_is_announced_to_its_owners_pages_only(
    wednesday: datetime, django_capture_on_commit_callbacks: Any, monkeypatch: Any
) -> None:
    told: list[str] = []
    monkeypatch.setattr("chat.live.announce._publish_topics", told.extend)
    week = play(3)
    with django_capture_on_commit_callbacks(execute=True):
        week.borrow(1, 5)
    assert told == [f"match.{week.id}.1"]


def test_str_and_repr_of_rows_reveal_nothing(wednesday: datetime) -> None:
    week = filled(1)
    week.bid(0, 777_777, auction=2, key="secret")
    bid = Bid.objects.get(price=777_777)
    receipt = models.Receipt.objects.get()
    account = week.account(0)
    told = {bid: "a sealed bid", receipt: "a receipt", account: f"account 0 of {account.match_id}"}
    for row, text in told.items():
        assert {str(row), f"{row}"} == {text}
        assert repr(row) == f"<{type(row).__name__}: {text}>"


def test_no_admin_list_holds_bids_or_money() -> None:
    registered = set(admin.site._registry)
    sealed = {models.Bid, models.Receipt, models.Account, models.CalendarFeed}
    assert not registered & (sealed | {models.Award})
    for model in sealed:
        assert model._meta.default_permissions == ()


@pytest.mark.parametrize("error", [IntegrityError, ValueError, KeyError])
def test_the_message_of_an_error_about_a_bid_is_not_logged(
    wednesday: datetime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: type[Exception],
) -> None:
    week = play(2)

    def fails(*_: object, **__: object) -> None:
        raise error("Key (lot_id, account_id, price)=(1, 2, 777777) exists")

    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(commands, "keep_bids", fails)
    with pytest.raises(Refusal) as refused:
        week.bid(0, 777_777)
    assert refused.value.code == "fault"
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__
    monkeypatch.setattr(resolution, "insert_rows", fails)
    week.run(0)
    assert week.fresh().fault == error.__name__
    assert "777" not in caplog.text
    assert error.__name__ in caplog.text


def test_an_aborted_week_reveals_nothing_more(wednesday: datetime) -> None:
    week = filled(3)
    before = public_facts(week)
    Match.objects.filter(pk=week.match.pk).update(status="aborted", ended_at=week.frame.start)
    assert public_facts(week) == before
    assert code_of(lambda: record.week_record(week.fresh())) == "not_finished"
