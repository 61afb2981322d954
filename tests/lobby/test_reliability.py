"""Tests of reliability at tables, in the lobby, on forms and on profiles."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chat.core.clock import now
from chat.core.responses import CODE_HEADER
from games.models import Match, Reliability
from games.services.seats import join
from games.services.tables import TableWish, create_table
from lobby.models import User
from tests.games.page.page_reader import words
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db


def member(name: str, answered: int = 0, missed: int = 0, pace: str = "live") -> User:
    user = User.objects.create_user(username=name, password="a long one")
    knows(user, answered, missed, pace)
    return user


def knows(user: User, answered: int, missed: int, pace: str = "live") -> None:
    if answered + missed:
        Reliability.objects.create(
            user=user, pace=pace, month=now().date().replace(day=1), answered=answered,
            missed=missed,
        )  # fmt: skip


def table_of(owner: User, **wish: Any) -> Match:
    return create_table(user=owner, game="blanks", wish=TableWish(name="A table", **wish))


def read(browser: Client, address: str) -> str:
    return words(browser.get(address).content.decode())


def test_a_visitor_and_the_owner_see_the_reliability_of_players() -> None:
    ann = member("ann", 97, 3)
    match = table_of(ann, most=4)
    join(user=member("bob", 3, 2), public_id=match.public_id)
    join(user=member("dan", 81, 19), public_id=match.public_id)
    said = read(client_for(member("cem")), f"/m/{match.public_id}/")
    for told in ("97% in time", "81% in time", "new here"):
        assert told in said
    assert "81% in time" in read(client_for(ann), f"/m/{match.public_id}/")


@pytest.mark.parametrize("people", [1, 6])
def test_the_reliability_of_all_players_is_one_query(people: int) -> None:
    match = table_of(member("ann", 97, 3), most=10)
    for number in range(people):
        join(user=member(f"p{number}", 50, number), public_id=match.public_id)
    browser = client_for(member("zoe"))
    browser.get(f"/m/{match.public_id}/")
    with CaptureQueriesContext(connection) as asked:
        browser.get(f"/m/{match.public_id}/")
    assert sum('"games_reliability"' in query["sql"] for query in asked) == 1


def test_a_profile_shows_the_reliability_for_each_pace() -> None:
    ann = member("ann")
    assert "Reliability" not in read(Client(), "/people/ann/"), "who has not played"
    knows(ann, 412, 12)
    knows(ann, 10, 0, pace="slow")
    said = read(Client(), "/people/ann/")
    assert "live pace: 97% of 424 decisions" in said
    assert "slow pace: not enough decisions" in said


def test_a_table_with_minimum_reliability_shows_it_and_refuses_others() -> None:
    match = table_of(member("ann"), reliable=90)
    late = client_for(member("late", 80, 20))
    assert "at least 90% reliability" in read(late, "/lobby/")
    assert "at least 90% reliability" in read(late, f"/m/{match.public_id}/")
    answer = late.post(f"/m/{match.public_id}/join/", {"key": ""}, headers={"HX-Request": "true"})
    assert answer.headers[CODE_HEADER] == "not_reliable"
    assert not match.seats.filter(user__username="late").exists()


def test_the_owner_sets_and_changes_the_minimum_reliability() -> None:
    ann = member("ann")
    browser = client_for(ann)
    match = table_of(ann, reliable=95)
    address = reverse("lobby:change_table", args=[match.public_id])
    page = browser.get(address)
    assert "At least 95%" in words(page.content.decode())
    form = page.context["form"]
    browser.post(address, {**form.as_posted().dict(), "reliable": "80"})
    match.refresh_from_db()
    assert match.settings.reliable == 80
