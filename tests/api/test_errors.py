"""Tests that errors name the field that is wrong, and what it allows."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match
from games.registry import games
from tests.api.conftest import Bring
from tests.api.test_seats import begun
from tests.api.test_weeks import begun as week_begun

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = ", ".join(games())
WISHES: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "chess"}, "bad_option", f"game: {GAMES}"),
    ({"options": {"target_score": 51}}, "bad_option", "options.target_score: 0 to 50"),
    ({"options": {"target_score": "x"}}, "bad_option", "options.target_score: 0 to 50"),
    ({"options": {"hand_size": 4}}, "bad_option", "options.hand_size: 5 to 10"),
    ({"options": {"discards": 3}}, "bad_option", "options.discards: true or false"),
    ({"options": {"packs": []}}, "bad_option", "options.packs: a list of 1 to 10 items"),
    ({"options": {"packs": [""]}}, "bad_option", "options.packs.0: text of 1 to 64 characters"),
    (
        {"options": {"packs": ["cats"]}},
        "bad_option",
        "options.packs: cats is unknown. Known: house",
    ),
    ({"options": {"packs": ["house-pack"] * 2}}, "bad_option", "options.packs: Choose each pack"),
    ({"options": {"score": 1}}, "bad_option", "options.score is unknown. Known: target_score, rou"),
    ({"game": "interop", "options": {"rounds": 7}}, "bad_option", "options.rounds: 6, 8, 10"),
    (
        {"game": "merchants", "least": 3, "options": {"mode": "x"}},
        "bad_option",
        "mode: full, hard, quick",
    ),
    ({"game": "venice", "options": {"zone": "x"}}, "bad_option", "options.zone"),
    ({"least": 1}, "bad_option", "least: 2 to 12"),
    ({"least": 4, "most": 3}, "bad_option", "most: 4 to 12"),
    ({"most": 4, "bots": 4}, "bad_option", "bots: 0 to 3"),
    ({"game": "interop", "bots": 2, "masters": 2}, "bad_option", "masters: 0 to 1"),
    ({"masters": 1}, "bad_option", "masters: 0"),
    ({"game": "venice", "reliable": 90}, "bad_option", "reliable: 0"),
    ({"game": "interop", "late_join": True}, "bad_option", "late_join: false"),
    ({"access": "password"}, "bad_option", "password of 1 to 64 characters"),
    ({"name": ""}, "bad_name", "name: 1 to 60 characters"),
    ({"invited": ["nobody"]}, "no_such_user", "invited: There is nobody called nobody."),
    ({"pace": "fast"}, "bad_request", "pace: live, slow"),
    ({"access": "x"}, "bad_request", "access: invite, open, password"),
    ({"pace_percent": 49}, "bad_request", "pace_percent: 50 to 300"),
    ({"pace_hours": 10**30}, "bad_request", "pace_hours: 1 to 72"),
    ({"reliable": 91}, "bad_request", "reliable: 0, 80, 90, 95"),
    ({"guests": "perhaps"}, "bad_request", "guests: true or false"),
    ({"invited": "Bob"}, "bad_request", "invited: a list"),
    ({"friends": 3}, "bad_request", "friends is unknown. Known: access, least, most, pace"),
]


@pytest.mark.parametrize(("wish", "code", "words"), WISHES)
def test_a_wrong_setting_is_named_with_what_it_allows(
    program: Bring, wish: dict[str, Any], code: str, words: str
) -> None:
    told = program("Ada").post("tables", {"name": "A table", "game": "blanks", **wish}).json()
    assert told["code"] == code
    assert words in told["message"]
    assert not Match.objects.exists()


def test_a_missing_field_is_named_with_what_it_allows(program: Bring) -> None:
    ada = program("Ada")
    told = ada.post("tables", {"name": "A table"}).json()
    assert f"game is missing. Allowed: {GAMES}" in told["message"]
    told = ada.client.post(
        "/api/v1/tables",
        "[]",
        "application/json",
        headers={"Authorization": f"Bearer {ada.token}", "Idempotency-Key": "k"},
    ).json()
    assert "the body: an object" in told["message"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"list": "all"}, "list: open, running"),
        ({"page": 0}, "page: 1 to 500"),
        ({"game": "chess"}, f"game: {GAMES}"),
        ({"pace": "fast"}, "pace: live, slow"),
        ({"access": "x"}, "access: invite, open, password"),
    ],
)
def test_a_wrong_filter_is_named_with_what_it_allows(
    program: Bring, query: dict[str, Any], words: str
) -> None:
    told = program("Ada").get("tables", **query)
    assert (told.status_code, told.json()["code"]) == (400, "bad_request")
    assert words in told.json()["message"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "action is missing. Allowed: play"),
        ({"action": "fly"}, "action: play"),
        ({"action": "play", "cards": 3, "round": 1}, "cards: a list"),
        ({"action": "play", "round": "x", "cards": []}, "round: a whole number"),
        ({"action": "play", "cards": []}, "round is missing. Allowed: a whole number"),
    ],
)
def test_a_wrong_action_is_named_with_what_it_allows(
    program: Bring, body: dict[str, Any], words: str
) -> None:
    where, people = begun(program, "blanks", "Ada", "Bob")
    told = people[0].post(f"tables/{where}/act", body).json()
    assert told["code"] == "malformed"
    assert words in told["message"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"do": "fly"}, "do: bid, withdraw, reprice, loan, done, undone"),
        ({"do": "loan", "amount": "x"}, "amount: a whole number"),
        ({"do": "bid", "auction": 0, "item": 3, "price": 1, "units": 1}, "item: text"),
        ({"do": "loan"}, "amount is missing. Allowed: a whole number"),
    ],
)
def test_a_wrong_command_of_a_week_is_named_with_what_it_allows(
    program: Bring, body: dict[str, Any], words: str
) -> None:
    where, (ada,) = week_begun(program, "Ada")
    told = ada.post(f"{where}/act", body).json()
    assert told["code"] == "bad_request"
    assert words in told["message"]


@pytest.mark.parametrize("key", ["", "two words", "x" * 65])
def test_a_wrong_key_is_named_with_what_it_allows(program: Bring, key: str) -> None:
    told = program("Ada").post("tables", {"name": "A table", "game": "interop"}, key=key).json()
    assert "Idempotency-Key" in told["message"]
    assert not key or "1 to 64 characters" in told["message"]
