"""Tests of bot levels in the form of a table and in the waiting room."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from chat.core.responses import CODE_HEADER
from games.models import Match
from lobby.models import User
from tests.lobby.tables_kit import browser_of, person, table

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def ada() -> User:
    return person("ada")


@pytest.fixture
def browser(ada: User) -> Client:
    return browser_of(ada)


def bots(match: Match) -> list[str]:
    return list(match.seats.exclude(bot="").order_by("index").values_list("bot", flat=True))


def form_data(**fields: Any) -> dict[str, Any]:
    """Return the data of the form of Merchant Kings, with some fields changed."""
    table = {"name": "Ada’s table", "access": "open", "password": "", "least": 3, "most": 4}
    return {**table, "pace": "live", "option_mode": "full", "bots": 0, **fields}


@pytest.mark.parametrize(
    ("fields", "seated"),
    [
        ({"bots": 2}, ["house", "house"]),
        ({"bots": 1, "beginners": 1, "masters": 1}, ["merchant", "house", "master"]),
        ({"masters": 3}, ["master"] * 3),
        ({"bots": 2, "beginners": 1, "masters": 1}, []),  # they do not fit
    ],
)
def test_the_form_seats_the_chosen_number_of_each_level(
    browser: Client, fields: dict[str, Any], seated: list[str]
) -> None:
    answer = browser.post("/set/merchants/", form_data(**fields))
    assert answer.status_code == (302 if seated else 422), answer.content
    assert [bots(match) for match in Match.objects.all()] == ([seated] if seated else [])


def test_bot_levels_are_offered_only_if_the_game_has_them(browser: Client) -> None:
    for slug, words in (
        ("merchants", {"beginners", "masters"}),
        ("interop", {"beginners", "masters"}),
        ("blanks", set()),
    ):
        page = browser.get(f"/set/{slug}/").content.decode()
        assert {one for one in ("beginners", "masters") if f'name="{one}"' in page} == words


def test_the_owner_chooses_each_bot_in_the_waiting_room(browser: Client, ada: User) -> None:
    match = table(ada, game="merchants", least=3)
    page = browser.get(f"/m/{match.public_id}/").content.decode()
    assert page.count('<option value="') >= 3
    for level in ("master", "beginner"):
        browser.post(f"/m/{match.public_id}/bot/", {"level": level})
    browser.post(f"/m/{match.public_id}/bot/", {})
    assert bots(match) == ["master", "merchant", "house"]
    page = browser.get(f"/m/{match.public_id}/").content.decode()
    assert page.count(">master</span>") == 1
    assert page.count(">beginner</span>") == 1


@pytest.mark.parametrize(
    ("game", "level"), [("merchants", "genius"), ("blanks", "master"), ("venice", "master")]
)
def test_an_unknown_bot_level_is_refused(browser: Client, ada: User, game: str, level: str) -> None:
    match = table(ada, game=game, least=3)
    answer = browser.post(f"/m/{match.public_id}/bot/", {"level": level}, headers=HTMX)
    assert answer.headers[CODE_HEADER] == "bad_option"
    assert bots(match) == []
