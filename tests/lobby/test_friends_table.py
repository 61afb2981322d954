"""Tables for friends: a visitor gives a name and has a table with a link."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Match
from games.registry import games
from lobby.models import User
from tests.lobby import tables_kit
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["blanks", "merchants", "interop", "venice"])
def test_a_visitor_gives_a_name_and_has_a_table_with_a_link(game: str) -> None:
    browser = Client()
    front = browser.get("/").text
    assert f'href="/set/{game}/friends/"' in front
    page = browser.get(f"/set/{game}/friends/").text
    assert 'name="name"' in page
    assert str(games()[game].title.how).split(". ")[0] in page
    answer = browser.post(f"/set/{game}/friends/", {"name": "Zoë", "key": "k" * 20})
    match = Match.objects.get()
    assert answer["Location"] == f"/m/{match.public_id}/"
    owner, table = User.objects.get(), match.settings
    assert (owner.table_name, match.owner, match.game) == ("Zoë", owner, game)
    assert (table.access, table.late_join) == ("invite", games()[game].title.roster == "open")
    assert table.least == games()[game].title.seats[0]
    assert [seat.user for seat in match.seats.all()] == [owner], "the others are for friends"
    token = match.links.get().token
    assert f"/m/{match.public_id}/come/{token}/" in browser.get(answer["Location"]).text


def test_a_repeated_form_makes_one_table() -> None:
    ada = tables_kit.person("ada")
    for _ in range(2):
        client_for(ada).post("/set/blanks/friends/", {"key": "same"})
    assert Match.objects.get().links.count() == 1


def test_a_bad_name_is_reported_beside_it_and_makes_nothing() -> None:
    answer = Client().post("/set/blanks/friends/", {"name": "x" * 300})
    assert 'aria-invalid="true"' in answer.text
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_a_visitor_is_not_sent_to_log_in_from_the_whole_form(settings: Any) -> None:
    assert Client().get("/set/blanks/")["Location"] == "/set/blanks/friends/"
    settings.GUESTS = False
    for path in ("/set/blanks/", "/set/blanks/friends/"):
        assert Client().get(path)["Location"].startswith("/account/login/")
    assert Client().get("/set/no-such-game/friends/").status_code == 404


def test_a_visitor_who_wants_to_watch_is_told_why_a_name_is_needed(settings: Any) -> None:
    match = tables_kit.table(tables_kit.person("ada"))
    browser = Client()
    page = browser.get(f"/m/{match.public_id}/", follow=True).text
    assert "you need a name" in page
    assert page.index("Go on as a guest") < page.index('name="password"')
    answer = browser.post("/play-now/", {"next": f"/m/{match.public_id}/"})
    assert answer["Location"] == f"/m/{match.public_id}/"
    settings.GUESTS = False
    assert "you need a name" not in Client().get(f"/m/{match.public_id}/", follow=True).text


@pytest.mark.parametrize(
    ("back", "shown"),
    [
        ("/m/abcdefghjk/", True),
        ("/m/abcdefghjk/come/a_token-1/", True),
        ("https://evil.example/m/abcdefghjk/", False),
        ("//evil.example", False),
        ("/settings/delete/", False),
    ],
)
@pytest.mark.parametrize("game", ["blanks", "venice"])
def test_the_rules_lead_back_to_the_table_alone(game: str, back: str, shown: bool) -> None:
    page = Client().get(f"/rules/{game}/", {"back": back}).text
    assert ("Back to the table" in page) == shown
    assert (f'href="{back}"' in page) == shown


def test_the_waiting_room_explains_the_game_and_folds_the_house() -> None:
    ada = tables_kit.person("ada")
    match = tables_kit.table(ada, bot_accounts=True)
    page = client_for(ada).get(f"/m/{match.public_id}/").text
    shown = page[page.index('id="m-board"') : page.index('id="about-table"')]
    folded = page[page.index('id="about-table"') :]
    assert "vote for the best answer" in shown
    assert "15 to 45 minutes" in shown
    assert f"/rules/blanks/?back=/m/{match.public_id}/" in shown
    for word in ("spectators allowed", "allowed</span>"):
        assert word not in shown
        assert word in folded
    assert re.search(r"<details[^>]*about-table", page)
