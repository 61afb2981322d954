"""Tests of ratings on profiles, after matches and on leaderboards."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from chat.core.clock import now
from games.models import Match, MonthRating, RatedMatch, RatedResult, Rating, Seat
from games.selectors.ratings import PROVISIONAL
from games.services.ratings import count_one
from lobby.accounts.services import delete_account
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db


def member(name: str) -> Any:
    return get_user_model().objects.create_user(username=name, password="tarocchi-1638")


def evening(*people: Any, days: int = 0) -> Match:
    """Create a finished, rated match of these people, in order of their ranks."""
    at = now() - timedelta(days=days)
    match = Match.objects.create(
        game="blanks", name="An evening", seal="s", secret="s", created_at=at, started_at=at,
        ended_at=at, status="finished", rated=True, end_reason="target",
    )  # fmt: skip
    for index, user in enumerate(people):
        Seat.objects.create(
            match=match, index=index, user=user, name=user.username, joined_at=at, rank=index + 1,
            winner=index == 0,
        )  # fmt: skip
    assert count_one()
    return match


def page(address: str, user: Any = None) -> str:
    browser = Client()
    if user is not None:
        browser.force_login(user)
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_profile_shows_a_provisional_rating_and_its_history() -> None:
    ann, bob = member("ann"), member("bob")
    assert "Ratings" not in page("/people/ann/")
    evening(ann, bob)
    told = page("/people/ann/")
    assert "provisional" in told and "1105 ±" in told and "Rating history" not in told
    for _ in range(PROVISIONAL):
        evening(ann, bob)
    told = page("/people/ann/")
    assert "provisional" not in told and "History" in told and "<svg" in told
    assert "/css/numbers." in told  # styles of the chart


def test_leaderboards_list_players_with_a_settled_rating_who_agree() -> None:
    ann, bob = member("ann"), member("bob")
    for _ in range(PROVISIONAL - 1):
        evening(bob, ann)
    assert "Nobody yet" in page("/best/blanks/")
    evening(bob, ann)
    told = page("/best/")
    assert told.index("/people/bob/") < told.index("/people/ann/")
    assert "Nobody yet" in page("/best/interop/")
    assert Client().get("/best/whist/").status_code == 404
    assert "Show me on leaderboards" in page("/settings/", bob)
    wish = {"time_zone": "UTC", "language": "en", "theme": "auto"}
    assert client_for(bob).post("/settings/", wish).status_code == 302
    told = page("/best/blanks/")
    assert "/people/ann/" in told and "/people/bob/" not in told
    assert "/people/bob/" not in page(f"/best/blanks/?month={now():%Y-%m}")


def test_a_month_lists_the_ratings_at_its_end() -> None:
    ann, bob = member("ann"), member("bob")
    long_ago = evening(ann, bob, days=70)
    assert long_ago.ended_at is not None
    month = date(long_ago.ended_at.year, long_ago.ended_at.month, 1)
    evening(bob, ann)
    then = MonthRating.objects.get(user=ann, month=month)
    assert then.mu > Rating.objects.get(user=ann).mu
    told = page(f"/best/blanks/?month={month:%Y-%m}")
    assert told.index("/people/ann/") < told.index("/people/bob/")
    assert "Nobody yet" in page("/best/blanks/?month=2001-01")
    assert 'aria-current="page"\n        >Now</a>' in page("/best/blanks/?month=tomorrow")


def test_a_deleted_account_leaves_the_leaderboard_and_others_keep_their_rating() -> None:
    ann, bob = member("ann"), member("bob")
    for _ in range(PROVISIONAL):
        evening(bob, ann)
    before = Rating.objects.get(user=ann).mu
    delete_account(user=bob)
    assert not Rating.objects.filter(user=bob).exists()
    assert Rating.objects.get(user=ann).mu == before
    assert RatedResult.objects.filter(user=bob).count() == RatedMatch.objects.count()
    assert "deleted-" not in page("/best/blanks/")


@pytest.mark.parametrize("count", [3, 30])
def test_the_number_of_queries_does_not_depend_on_the_number_of_players(
    count: int, django_assert_max_num_queries: Any
) -> None:
    people = [member(f"p{number}") for number in range(count)]
    for number in range(PROVISIONAL):
        evening(*people[number % 2 :])
        evening(*people)
    browser = Client()
    browser.get("/best/blanks/")
    with django_assert_max_num_queries(16):  # two, and those of the page's header
        browser.get("/best/blanks/")
    with django_assert_max_num_queries(8):
        browser.get("/people/p1/")
