"""Tests of reading and playing a seat over the API by its choices alone."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import choices
from games.engine.base import Choice
from games.engine.codec import build
from games.engine.dealer import Seeded
from games.models import LogEntry
from games.registry import games
from tests.api.conftest import Bring, Program, begin

pytestmark = pytest.mark.django_db(transaction=True)

PLAYED = sorted(slug for slug, game in games().items() if hasattr(game.title, "engines"))


def begun(program: Bring, game: str, *names: str) -> tuple[str, list[Program]]:
    people = [program(name) for name in names]
    least = max(3, games()[game].title.seats[0])
    wish = {"name": "The masks", "game": game, "least": 2, "most": 4, "bots": least - len(names)}
    wish["least"] = games()[game].title.seats[0]
    return begin(people, wish), people


def able(where: str, people: list[Program]) -> tuple[Program, dict[str, Any]] | None:
    for one in people:
        seen = one.get(f"tables/{where}/seat").json()
        if seen["view"]["mine"]:
            return one, seen
    return None


def some_answer(seen: dict[str, Any], chance: Seeded) -> dict[str, Any]:
    answer = choices.sample_any(build(seen["view"]["choices"], tuple[Choice, ...]), chance)
    assert answer is not None
    return answer


@pytest.mark.both
def test_an_action_is_applied_once_per_key_and_answered_each_time(program: Bring) -> None:
    where, people = begun(program, "interop", "Ada", "Bob", "Cem")
    found = able(where, people)
    assert found is not None
    one, seen = found
    answer = some_answer(seen, Seeded("x"))
    for _again in range(2):
        assert one.post(f"tables/{where}/act", answer, key="once").status_code == 200
    assert LogEntry.objects.filter(seat=seen["seat"]).count() == 1
    late = one.post(f"tables/{where}/act", answer)
    assert late.status_code == 422, "with another key it is another action"


def test_an_illegal_action_is_refused_with_the_code_of_the_page(program: Bring) -> None:
    where, people = begun(program, "blanks", "Ada", "Bob")
    said = ("timeout", "abort", "join", "leave", "pass", "fly", "play", ["play"])
    cards: dict[str, Any] = {"action": "play", "cards": 3}
    for body in ({}, [1], "x", cards, *({"action": one} for one in said)):
        told = people[0].post(f"tables/{where}/act", body)
        assert told.json()["code"] in ("malformed", "bad_request"), body
        assert told.status_code == 400


def test_spectators_get_the_public_view_and_cannot_act(program: Bring) -> None:
    where, people = begun(program, "blanks", "Ada", "Bob")
    eve = program("Eve")
    seen = eve.get(f"tables/{where}/seat").json()
    assert seen["seat"] is None
    assert seen["view"]["choices"] == []
    mine = people[0].get(f"tables/{where}/seat").json()
    refused = eve.post(f"tables/{where}/act", some_answer(mine, Seeded("y")))
    assert (refused.status_code, refused.json()["code"]) == (422, "not_a_player")


def test_a_seat_before_the_start_has_no_view(program: Bring) -> None:
    ada = program("Ada")
    wish = {"name": "The masks", "game": "interop"}
    where = ada.post("tables", wish).json()["table"]["id"]
    seen = ada.get(f"tables/{where}/seat").json()
    assert (seen["status"], seen["seat"], seen["view"]) == ("open", 0, None)
    assert ada.post(f"tables/{where}/act", {"action": "x"}).json()["code"] == "not_playing"


def test_a_week_is_not_played_at_a_table(program: Bring) -> None:
    ada = program("Ada")
    wish = {"name": "Rialto", "game": "venice", "most": 10}
    made = ada.post("tables", wish)
    assert made.status_code == 201, made.content
    told = ada.get(f"tables/{made.json()['table']['id']}/seat")
    assert told.json()["code"] == "not_at_a_table"
