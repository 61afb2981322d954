"""Rules 3.2, marks in the database: moved instants, their triggers, the record."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from auctions.models import Auction, DoneMark
from auctions.rules import verify
from auctions.rules.bids import PAUSE
from auctions.selectors.marks import done_with, how_many, people_of
from auctions.selectors.public_week import week_of
from auctions.selectors.record import week_record
from auctions.services.scheduler import run_week
from chat.core import clock
from games.engine import codec
from games.models import Match, Seat
from games.services import moderation
from lobby.accounts.services import delete_account, suspend
from tests.auctions.moves import say_done, take_back_done
from tests.auctions.weeks import (
    FAST,
    Play,
    begin,
    open_match,
    people_called,
    play,
    set_clock,
)
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def instants(week: Play) -> list[datetime]:
    rows = Auction.objects.filter(match=week.match).order_by("number")
    return list(rows.values_list("instant", flat=True))


def mark_done(week: Play, *seats: int, auction: int | None = 0) -> None:
    for seat in seats:
        say_done(user=week.user(seat), public_id=week.id, auction=auction)


@pytest.mark.both
def test_when_all_are_done_the_auction_is_in_ten_seconds(wednesday: datetime) -> None:
    week = play(3)
    before = instants(week)
    mark_done(week, 0, 1)
    assert instants(week) == before
    mark_done(week, 2)
    after = instants(week)
    assert PAUSE - timedelta(seconds=2) <= after[0] - clock.now() <= PAUSE
    assert {old - new for old, new in zip(before, after, strict=True)} == {before[0] - after[0]}
    assert week.fresh().deadline == week.match.due_at == after[0]
    assert [day.instant for day in week_of(week.fresh()).days] == after


def test_a_bid_counts_until_the_moved_instant(wednesday: datetime) -> None:
    week = play(2)
    mark_done(week, 0, 1)
    moved = instants(week)[0]
    week.borrow(0, 50)
    week.bid(0, 5)
    set_clock(moved)
    assert code_of(week.bid, 1, 5) == "late"
    assert code_of(lambda: mark_done(week, 0)) == "late"
    run_week(week.match.pk)
    assert week.auction(0).resolved_at is not None
    assert week.account(0).purse == 45


def test_marks_for_the_week_advance_it_from_auction_to_auction(wednesday: datetime) -> None:
    week = play(2)
    mark_done(week, 0, 1, auction=None)
    for number in range(7):
        set_clock(instants(week)[number])
        run_week(week.match.pk)
        held = week.auction(number)
        assert held.resolved_at is not None
        # Marks are public until the auction is resolved, then in the record (rules 11).
        assert done_with(week.match, [0]).get(0, ()) == tuple(range(number + 1, 7))
        if number < 6:
            assert instants(week)[number + 1] == held.resolved_at + PAUSE
    assert week.fresh().status == Match.Status.FINISHED


def test_bots_finish_bidding_first_but_need_no_mark(wednesday: datetime) -> None:
    people = people_called("host", 1)
    match = open_match(people, options={**FAST, "company": "planner"})
    Seat.objects.create(match=match, index=1, bot="planner", joined_at=match.created_at)
    week = Play(begin(match), people)
    before = instants(week)
    mark_done(week, 0)
    assert instants(week) == before  # the bots have not bid yet
    run_week(week.match.pk)
    assert instants(week)[0] < before[0]
    assert how_many(week.match, 0) == (1, 1)


def test_removed_players_need_no_mark(wednesday: datetime) -> None:
    week = play(3)
    before = instants(week)
    mark_done(week, 0, 1)
    moderator = get_user_model().objects.create(username="moderator", is_superuser=True)
    moderation.remove_player(moderator=moderator, public_id=week.id, index=2, reason="asleep")
    run_week(week.match.pk)
    assert instants(week)[0] < before[0]
    assert code_of(lambda: mark_done(week, 2)) != ""


@pytest.mark.both
@pytest.mark.parametrize("how", ["suspended", "deleted"])
def test_suspended_and_deleted_players_need_no_mark(wednesday: datetime, how: str) -> None:
    week = play(3)
    before = instants(week)
    mark_done(week, 0, 1)
    if how == "suspended":
        moderator = get_user_model().objects.create(username="moderator", is_superuser=True)
        until = clock.now() + timedelta(minutes=5)
        suspend(moderator=moderator, user=week.user(2), reason="spam", until=until)
    else:
        delete_account(user=week.user(2))
    run_week(week.match.pk)
    assert instants(week)[0] < before[0]
    assert how_many(week.match, 0) == (2, 2)
    clock.move(301)
    assert how_many(week.match, 1) == (0, 3 if how == "suspended" else 2)


def test_guests_of_a_banned_browser_need_no_mark(wednesday: datetime) -> None:
    week = play(4)
    for seat, guest, browser in ((1, False, "b1"), (2, True, "b1"), (3, True, "b2")):
        user = week.user(seat)
        user.is_guest, user.device = guest, browser
        user.save()
    moderator = get_user_model().objects.create(username="moderator", is_superuser=True)
    moderation.remove_player(moderator=moderator, public_id=week.id, index=1, reason="spam")
    assert code_of(lambda: mark_done(week, 2)) == "banned"
    assert [one.number for one in people_of(week.match)] == [0, 3]


@pytest.mark.both
def test_a_mark_for_a_resolved_auction_is_late_at_any_time(wednesday: datetime) -> None:
    week = play(2)
    week.run(0)
    set_clock(wednesday + timedelta(minutes=5))
    for mark in (say_done, take_back_done):
        here: dict[str, Any] = {"user": week.user(0), "public_id": week.id}
        assert code_of(mark, **here, auction=0) == "late"
        assert mark(**here).auctions == (1, 2, 3, 4, 5, 6)
    week.to(6, seconds=1)
    run_week(week.match.pk)
    set_clock(wednesday + timedelta(minutes=5))
    for auction in (0, 6, None):
        assert code_of(say_done, **here, auction=auction) == "late"
        assert code_of(take_back_done, **here, auction=auction) == "late"


def test_undoing_a_mark_moves_nothing_back(wednesday: datetime) -> None:
    week = play(2)
    mark_done(week, 0)
    take_back_done(user=week.user(0), public_id=week.id)
    before = instants(week)
    mark_done(week, 1)
    assert instants(week) == before
    mark_done(week, 0)
    moved = instants(week)
    assert moved[0] < before[0]
    take_back_done(user=week.user(1), public_id=week.id, auction=0)
    assert instants(week) == moved
    assert done_with(week.match, [0, 1]) == {0: (0,)}


def test_refusals_come_in_the_order_of_the_rules(wednesday: datetime) -> None:
    daily, week = play(2, options={"pace": "daily"}), play(2)
    stranger = people_called("stranger", 1)[0]

    def say(play: Play, user: object, auction: int | None) -> str:
        return code_of(lambda: say_done(user=user, public_id=play.id, auction=auction))

    assert say(daily, stranger, 9) == "not_a_player"
    assert say(daily, daily.user(0), 9) == "not_fast"
    assert say(week, week.user(0), 7) == "unknown_auction"
    week.to(0)
    assert say(week, week.user(0), 0) == "late"
    assert say(week, week.user(0), None) == ""


@pytest.mark.both
def test_the_same_key_marks_once(wednesday: datetime) -> None:
    week = play(2)
    first = say_done(user=week.user(0), public_id=week.id, auction=0, key="k" * 8)
    take_back_done(user=week.user(0), public_id=week.id, auction=0)
    again = say_done(user=week.user(0), public_id=week.id, auction=0, key="k" * 8)
    assert first == again
    assert done_with(week.match, [0]) == {}
    assert DoneMark.objects.count() == 1


def test_marks_and_moved_instants_are_in_the_record(wednesday: datetime) -> None:
    week = play(2)
    mark_done(week, 0, 1, auction=None)
    take_back_done(user=week.user(1), public_id=week.id, auction=6)
    for number in range(7):
        set_clock(instants(week)[number])
        run_week(week.match.pk)
    record = codec.plain(week_record(week.fresh()))
    assert [[mark[0] for mark in entry["done"]] for entry in record["entries"]] == [[0, 1]] * 7
    assert [mark[2] is None for mark in record["entries"][6]["done"]] == [True, False]
    assert verify.check(record) == []
    record["entries"][2]["done"] = []
    (fault,) = verify.check(record)
    assert fault.startswith("auction 2: at the wrong")
