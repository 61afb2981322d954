"""Tests that the API document is valid and complete.

It is OpenAPI 3.1, contains every URL, and all responses match it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # no stubs
from msgspec import inspect
from openapi_spec_validator import validate

from config import api
from games.engine import codec
from games.engine.dealer import Seeded
from games.models import Match
from games.registry import games
from games.services.scheduler import run_due
from tests.api.conftest import Bring, Program
from tests.api.test_seats import PLAYED, able, begun, some_answer
from tests.api.test_weeks import begun as week_begun

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def document(db: Any) -> dict[str, Any]:
    told: dict[str, Any] = Client().get("/api/v1/openapi.json").json()
    return told


def test_the_document_is_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_the_document_lists_every_url_and_its_parameters(document: dict[str, Any]) -> None:
    named = {"/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api.DOORS}
    assert document["paths"].keys() == named
    for path, methods in document["paths"].items():
        for method in ("get", "post"):
            if method not in methods:
                continue
            told = methods[method]
            assert told["summary"], path
            keyed = {one["name"] for one in told.get("parameters", ()) if one["in"] == "header"}
            assert keyed == ({"Idempotency-Key"} if method == "post" else set()), path
            assert told["security"] == [{"token": ["play" if method == "post" else "read"]}]


def test_the_document_describes_each_game_with_its_types(document: dict[str, Any]) -> None:
    views = document["components"]["schemas"]["Seen"]["properties"]["view"]["anyOf"]
    assert len(views) == len(PLAYED) + 1
    act = document["paths"]["/api/v1/tables/{public_id}/act"]["post"]["requestBody"]
    assert len(act["content"]["application/json"]["schema"]["anyOf"]) > 10


def _fits(document: dict[str, Any], **wish: Any) -> bool:
    schema = {"$ref": "#/components/schemas/NewTable", "components": document["components"]}
    return bool(Draft202012Validator(schema).is_valid({"name": "A table", **wish}))


@pytest.mark.parametrize("game", games())
def test_the_document_bounds_the_table_and_the_options_of_each_game(
    document: dict[str, Any], game: str
) -> None:
    title = games()[game].title
    fewest, most = title.seats
    for preset in title.presets:
        assert _fits(document, game=game, least=fewest, most=most, options=preset.options)
    assert not _fits(document, game=game, most=most + 1)
    assert not _fits(document, game=game, least=fewest - 1)
    assert not _fits(document, game=game, options={"unknown": 1})
    for field in codec.struct_fields(title.options_type):
        if isinstance(field.type, inspect.LiteralType) or hasattr(field.type, "type"):
            assert not _fits(document, game=game, options={field.name: -1})


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"}, {"options": {"target_score": 51}}, {"options": {"rounds": 6}},
        {"pace": "x"}, {"access": "x"}, {"pace_hours": 73}, {"reliable": 91}, {"masters": 1},
        {"game": "interop", "late_join": True}, {"game": "venice", "reliable": 90},
        {"game": "interop", "options": {"rounds": 7}}, {"name": ""}, {"bots": -1},
    ],
)  # fmt: skip
def test_the_document_refuses_what_the_site_refuses(
    document: dict[str, Any], wish: dict[str, Any]
) -> None:
    assert not _fits(document, **{"game": "blanks", **wish})
    assert _fits(document, game="blanks", options={"target_score": 50})


@pytest.mark.parametrize(
    ("type_", "field", "value"),
    [
        ("Table", "status", "running"), ("Table", "game", "interop"), ("Seen", "status", "open"),
        ("Seen", "played_for", "clock"), ("Said", "removed_by", "host"),
        ("BlanksView", "phase", "vote"), ("MerchantsView", "phase", "market"),
        ("InteropView", "phase", "founders"), ("MerchantsView", "mode", "quick"),
        ("AuctionTold", "progress", "coming"), ("WeekTold", "status", "finished"),
        ("PickStock", "suit", "D"), ("StockView", "primary", "S"), ("Draw", "deck", "CORE"),
    ],
)  # fmt: skip
def test_the_document_lists_the_values_of_a_field(
    document: dict[str, Any], type_: str, field: str, value: str
) -> None:
    assert value in document["components"]["schemas"][type_]["properties"][field]["enum"]


class Held:
    """A program whose responses are validated against the document."""

    def __init__(self, program: Program, document: dict[str, Any]) -> None:
        self.program, self.document = program, document
        self.user = program.user
        self.held: set[tuple[str, str, int]] = set()

    def get(self, path: str, **query: Any) -> Any:
        return self._hold("get", path, self.program.get(path, **query))

    def post(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        if path.endswith("/act"):
            asked = self._of("post", path)["requestBody"]["content"]["application/json"]["schema"]
            if body:
                self._valid(asked, body)
        return self._hold("post", path, self.program.post(path, body, key=key))

    def _of(self, method: str, path: str) -> Any:
        named = re.sub(r"^tables/[^/]+", "tables/{public_id}", path)
        named = re.sub(r"^weeks/[^/]+", "weeks/{public_id}", named)
        named = re.sub(r"auctions/[^/]+", "auctions/{auction}", named)
        named = re.sub(r"^rooms/[^/]+", "rooms/{key}", named)
        named = re.sub(r"steps/[^/]+", "steps/{step}", named)
        return self.document["paths"][f"/api/v1/{named}"][method]

    def _hold(self, method: str, path: str, answer: Any) -> Any:
        told = self._of(method, path)["responses"].get(str(answer.status_code))
        assert told is not None, f"{method} {path}: {answer.status_code} is not in the document"
        if answer.status_code != 204:
            self._valid(told["content"]["application/json"]["schema"], answer.json())
        self.held.add((method, path.rpartition("/")[2], answer.status_code))
        return answer

    def _valid(self, schema: dict[str, Any], value: Any) -> None:
        whole = {**schema, "components": self.document["components"]}
        Draft202012Validator(whole).validate(value)


def _lobby(ada: Held, where: str) -> Iterator[Any]:
    yield ada.get("me")
    yield ada.get("me/matches")
    yield ada.get("tables")
    yield ada.get("tables", list="running", page=2)
    yield ada.get("tables", page=0)
    yield ada.get("tables", list="all")
    yield ada.get(f"tables/{where}")
    yield ada.get("tables/nothing")
    yield ada.get(f"tables/{where}/checks")
    yield ada.get(f"tables/{where}/steps/1")
    yield ada.get(f"tables/{where}/record")
    yield ada.post(f"rooms/table-{where}/messages", {"text": "Good evening"})
    yield ada.get(f"rooms/table-{where}/messages")
    yield ada.get("rooms/x/messages")
    yield ada.post(f"tables/{where}/start")
    yield ada.post("tables", {"name": ""}, key="")
    yield ada.post("tables", {"name": "", "game": "interop"})


@pytest.mark.parametrize("game", PLAYED)
def test_choices_suffice_to_play_and_every_answer_matches_the_document(
    program: Bring, document: dict[str, Any], game: str
) -> None:
    def bring(name: str) -> Any:
        return Held(program(name), document)

    where, people = begun(bring, game, "Ada", "Bob")
    statuses = {answer.status_code for answer in _lobby(people[0], where)}  # type: ignore[arg-type]
    assert statuses == {200, 201, 400, 404, 422}
    chance, match, played = Seeded(game), Match.objects.get(), 0
    for _step in range(25):
        run_due(match.pk)
        match.refresh_from_db()
        if match.over:
            break
        found = able(where, people)
        if found is not None:
            one, seen = found
            assert one.get(f"tables/{where}/stream", wait=0).status_code == 200
            done = one.post(f"tables/{where}/act", some_answer(seen, chance))
            assert (done.status_code, done.json()["seat"]) == (200, seen["seat"]), done.content
            played += 1
    assert played > 3
    assert people[1].post(f"tables/{where}/act", {}).status_code == (422 if match.over else 400)
    if not match.over:
        assert people[1].post(f"tables/{where}/leave").status_code == 204


def test_every_answer_of_a_week_matches_the_document(
    program: Bring, document: dict[str, Any]
) -> None:
    where, (ada, eve) = week_begun(program, "Ada", "Bob")
    held = Held(ada, document)
    week = held.get(where).json()
    for body in (
        {"do": "loan", "amount": 50},
        {"do": "bid", "auction": 0, "item": week["agendas"][0]["item"], "price": 3, "units": 1},
        {"do": "done"},
        {"do": "undone", "auction": 0},
        {"do": "undone", "auction": 9},
    ):
        held.post(f"{where}/act", body)
    for number in (0, 7):
        held.get(f"{where}/auctions/{number}")
    held.get(f"{where}/standings")
    held.get(f"{where}/stream", wait=0)
    Held(eve, document).get(where)
    assert {status for _method, _path, status in held.held} >= {200, 400, 422}
