"""Pages of a match with 100,000 players: they stay small and run few queries.

Lists are paged and can be searched.
"""

from __future__ import annotations

import random

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from auctions.models import Account, Bid
from auctions.services.start import start_week
from chat.core import clock
from chat.live.batch import render_batch
from games.engine.dealer import seal_of
from games.models import Match, Seat
from games.page.match_page import open_match
from games.services.bulk import insert_rows, update_rows
from tests.auctions.bidders import filled
from tests.auctions.page.week_pages import render_parts, words
from tests.auctions.weeks import FAST, ZEROS, Play, play

SEATS = 100_000
MOST_BYTES = 104_000
MOST_QUERIES = 50
VIEWS = ("", "?day=0", "?day=1", "?day=6", "?view=players", "?view=plots")
NARROWED = (
    "?view=day&day=0&page=700",
    "?view=day&day=0&name=Maschera+99999",
    "?view=players&page=4000",
    "?view=players&name=a+player",
)


def _seats(match: Match, people: int) -> list[Seat]:
    users = get_user_model()
    made = users.objects.bulk_create(users(username=f"a player {n}") for n in range(people))
    at = clock.now()
    fields = [
        "match", "index", "user", "bot", "name", "hue", "status", "stand_in", "auto", "joined_at",
        "missed", "away", "guided", "winner", "program",
    ]  # fmt: skip
    rows = (
        (
            match.pk, n, made[n].pk if n < people else None, "" if n < people else "planner",
            f"Maschera {n}", n % 12, "seated", "", "{}", at, 0, False, False, False, False,
        )
        for n in range(SEATS)
    )  # fmt: skip
    insert_rows(Seat, fields, rows)
    return list(match.seats.only("pk", "index", "match_id").order_by("index"))


def _crowd() -> Play:
    """Return a week of the largest size.

    All have borrowed, and every fourth player bids each day.
    """
    match = Match.objects.create(
        game="venice", name="All Venice", secret=ZEROS, seal=seal_of(ZEROS), most=SEATS,
        created_at=clock.now(), options={**FAST, "company": "idle"},
    )  # fmt: skip
    with transaction.atomic():
        seats = _seats(match, 3)
        match.status, match.started_at = Match.Status.RUNNING, clock.now()
        match.save()
        start_week(match=match, at=match.started_at)
        keys = [seat.pk for seat in seats]
        update_rows(Account, "seat", ("loan", "purse"), ((key, 140, 140) for key in keys))
    week = Play(match, list(get_user_model().objects.filter(username__startswith="a player")))
    _bid_all(week, keys)
    return week


def _bid_all(week: Play, keys: list[int]) -> None:
    chance = random.Random(7)
    start = week.frame.start
    rows = (
        (chance.choice(lots), key, chance.randrange(1, 40), 1, start)
        for lots in week.frame.lots
        for key in keys[::4]
    )
    with transaction.atomic():
        insert_rows(Bid, ("lot", "account", "price", "units", "since"), rows)


@pytest.mark.nightly
def test_pages_of_a_crowd_stay_small_and_make_few_queries(client: Client) -> None:
    week = _crowd()
    client.force_login(week.user(1))
    for day in range(8):
        if day in (0, 2, 7):
            _check_pages(week, client)
        if day < 7:
            week.run(day)
    found = words(client.get(f"/m/{week.id}/?view=players&name=a+player").content.decode())
    assert "a player 0" in found
    assert "Maschera 5 " not in found


def test_an_order_form_with_all_possible_bids_stays_small(client: Client) -> None:
    week = play(30)
    client.force_login(week.user(0))
    for lots, lineup in zip(week.frame.lots, week.frame.lineup, strict=True):
        bids = [
            (key, week.account(0).pk, 1_000_000 - n, 1, week.frame.start)
            for key, lot in zip(lots, lineup, strict=True)
            for n in range(min(10, lot.units))
        ]
        insert_rows(Bid, ("lot", "account", "price", "units", "since"), bids)
    answer = client.get(f"/m/{week.id}/?day=0")
    assert answer.content.count(b'value="withdraw"') >= 50
    assert len(answer.content) < MOST_BYTES


def test_a_large_batch_of_pages_makes_no_more_queries_than_a_small_one() -> None:
    week = filled(0, seats=20)
    pages = [open_match(person, week.id, {}) for person in week.people]
    for one in pages:
        one.whole()
    week.run(0)
    news = frozenset({f"match.{week.id}"})
    asked = []
    for some in (pages[:4], pages[4:]):
        with CaptureQueriesContext(connection) as captured:
            drawn = render_batch([(one, news) for one in some])
        assert all(isinstance(html, str) and "m-seat" in html for html in drawn)
        asked.append(len(captured))
    assert asked[1] <= asked[0] < 30


def _check_pages(week: Play, client: Client) -> None:
    for query in (*VIEWS, *NARROWED):
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(f"/m/{week.id}/{query}")
        assert answer.status_code == 200
        assert len(answer.content) < MOST_BYTES, query
        assert len(captured) < MOST_QUERIES, query


def test_the_strategy_of_house_bots_is_explained_if_one_plays() -> None:
    week = filled(1)
    Seat.objects.filter(match=week.match, index=1).update(program=True)  # run by a player
    assert "About the bots" not in render_parts(week, week.user(0))["players"]
    Seat.objects.filter(match=week.match, index=2).update(bot="house")
    assert "About the bots" in render_parts(week, week.user(0))["players"]
