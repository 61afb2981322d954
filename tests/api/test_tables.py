"""Tests of listing, creating, joining, leaving and starting tables over the API."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match
from tests.api.conftest import Bring

pytestmark = pytest.mark.django_db(transaction=True)

WISH = {"name": "The masks", "game": "interop", "least": 2, "most": 3, "reliable": 90}


def _made(answer: Any) -> str:
    assert answer.status_code == 201, answer.content
    return str(answer.json()["table"]["id"])


def test_the_api_describes_the_tokens_owner(program: Bring) -> None:
    ada = program("Ada")
    assert ada.get("me").json() == {
        "username": "Ada", "name": "Ada", "time_zone": "UTC", "language": "en", "bot": False,
    }  # fmt: skip


def test_a_table_is_created_found_joined_started_and_left(program: Bring) -> None:
    ada, bob = program("Ada"), program("Bob")
    where = _made(ada.post("tables", WISH))
    [listed] = bob.get("tables", list="open", game="interop").json()["tables"]
    assert (listed["id"], listed["owner"], listed["taken"]) == (where, "Ada", 1)
    assert listed["reliable"] == 90
    joined = bob.post(f"tables/{where}/join")
    assert joined.status_code == 200, joined.content
    assert [one["name"] for one in joined.json()["players"]] == ["Ada", "Bob"]
    assert bob.post(f"tables/{where}/start").json()["code"] == "not_owner"
    begun = ada.post(f"tables/{where}/start")
    assert begun.json()["table"]["status"] == "running"
    [mine] = bob.get("me/matches").json()["tables"]
    assert mine["id"] == where
    assert bob.post(f"tables/{where}/leave").status_code == 204
    players = ada.get(f"tables/{where}").json()["players"]
    assert {one["name"]: one["played_for"] for one in players} == {"Ada": False, "Bob": True}


@pytest.mark.both
def test_the_same_key_creates_joins_and_leaves_once(program: Bring) -> None:
    ada, bob = program("Ada"), program("Bob")
    where = _made(ada.post("tables", WISH, key="one"))
    assert _made(ada.post("tables", WISH, key="one")) == where
    assert Match.objects.count() == 1
    for _again in range(2):
        assert bob.post(f"tables/{where}/join", key="two").status_code == 200
    for _again in range(2):
        assert bob.post(f"tables/{where}/leave", key="three").status_code == 204
    assert bob.post(f"tables/{where}/leave").json()["code"] == "not_a_player"


@pytest.mark.parametrize("key", ["", "x" * 65, "two words"])
def test_a_command_without_a_key_is_refused(program: Bring, key: str) -> None:
    answer = program("Ada").post("tables", WISH, key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert not Match.objects.exists()


def test_a_private_table_is_not_listed_or_shown(program: Bring) -> None:
    ada, bob = program("Ada"), program("Bob")
    where = _made(ada.post("tables", {**WISH, "access": "invite"}))
    assert bob.get("tables").json()["tables"] == []
    asked = bob.get(f"tables/{where}")
    assert asked.json()["code"] == "invite_required"
    assert "masks" not in asked.text


def test_not_found_errors_have_the_common_shape(program: Bring) -> None:
    ada = program("Ada")
    for path, code in (("tables/nothing", "no_such_table"), ("nowhere", "no_such_address")):
        asked = ada.get(path)
        assert (asked.status_code, asked.json()["code"]) == (404, code)
    never = ada.post("me")
    assert (never.status_code, never.json()["code"]) == (405, "no_such_method")
    assert never.headers["Allow"] == "GET"
