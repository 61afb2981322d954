"""Tests that malformed requests get proper errors and change nothing."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django.core.cache import caches

from config import api
from games.models import LogEntry, Match
from tests.api.conftest import Bring, Program
from tests.api.test_seats import begun

pytestmark = [pytest.mark.django_db(transaction=True)]

WORDS = (
    "", "x", "\x00", "\ud800", "\u202e", "9" * 400, "-1", "null", "../../etc/passwd", "%00",
    "{{x}}",
    "join", "leave", "timeout", "abort", "play", "a" * 5000,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *WORDS, None, True, 0, -1, 10**30, 1.5, 1e308, [], {}, [[]], {"a": {"a": {}}}, ["x"] * 500,
)  # fmt: skip
NAMES = (
    "action", "decision", "cards", "password", "game", "name", "least", "most", "bots", "options",
    "invited", "access", "pace", "pace_hours", "key", "seat", "",
    "text", "do", "auction", "item", "price", "units", "amount",
)  # fmt: skip
# Endpoints that may change the sender's own table even with an odd body.
RIGHTS = ("api_leave", "api_start", "api_tables")


def _body(chance: random.Random) -> bytes:
    kind = chance.random()
    if kind < 0.1:
        return chance.choice([b"", b"{", b"\xff\xfe", b"[" * 5000, b"NaN", b'{"a":1}' * 3, b"\x00"])
    if kind < 0.2:
        return json.dumps(chance.choice(VALUES)).encode()
    said = {chance.choice(NAMES): chance.choice(VALUES) for _number in range(chance.randrange(5))}
    return json.dumps(said).encode()


def _headers(program: Program, chance: random.Random) -> dict[str, str]:
    headers = {"Authorization": f"Bearer {program.token}", "Idempotency-Key": str(chance.random())}
    if chance.random() < 0.2:
        headers["Idempotency-Key"] = chance.choice(["", " ", "x" * 65, "\u00e9", "a,b", "k"])
    if chance.random() < 0.1:
        headers["Accept"] = chance.choice(["text/html", "x", "*/*;q=9", "application/xml", ","])
    if chance.random() < 0.05:
        headers["Authorization"] = chance.choice(["Bearer", "Bearer \u00e9", "x" * 5000, "Basic x"])
    return headers


def _path(where: str, chance: random.Random) -> str:
    door = chance.choice([one for one in api.DOORS if one.name not in RIGHTS])
    table = where if chance.random() < 0.8 else chance.choice(["nothing", "-", "x" * 300])
    query = chance.choice(
        [
            "",
            "",
            "?page=0",
            "?page=" + "9" * 400,
            "?since=x&wait=9",
            "?wait=99",
            "?seat=all",
            "?after=1.x",
            "?list=%00",
            "?x[]=1&x=2",
        ]
    )
    number = chance.choice(["0", "1", "7", "9" * 30, "x"])
    filled = {"slug:public_id": table, "slug:key": f"table-{table}"}
    path = re.sub(r"<([^>]+)>", lambda found: filled.get(found[1], number), str(door.pattern))
    return f"/api/v1/{path}{query}" if chance.random() < 0.9 else f"/api/v1/{path}/../%00"


@pytest.mark.parametrize("rounds", [150, pytest.param(1500, marks=pytest.mark.nightly)])
def test_hostile_requests_are_refused_in_the_common_shape(program: Bring, rounds: int) -> None:
    where, people = begun(program, "blanks", "Ada", "Bob")
    eve, chance = program("Eve"), random.Random(rounds)
    before = Match.objects.values().get(), LogEntry.objects.count()
    for _round in range(rounds):
        caches["fleeting"].clear()
        one = chance.choice([*people, eve])
        method = chance.choice(["GET", "POST", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
        path, content_type = _path(where, chance), chance.choice(["application/json"] * 5 + ["x/y"])
        answer = one.client.generic(
            method, path, _body(chance), content_type, headers=_headers(one, chance)
        )
        assert answer.status_code < 500, (method, path, answer.content)
        if answer.status_code >= 400 and method != "HEAD":
            assert set(answer.json()) == {"code", "message"}, (method, path, answer.content)
        assert "no-store" in answer.headers["Cache-Control"], path
    assert (Match.objects.values().get(), LogEntry.objects.count()) == before


def test_malformed_table_settings_create_no_table(program: Bring) -> None:
    ada, chance = program("Ada"), random.Random(7)
    for _round in range(60):
        caches["fleeting"].clear()
        answer = ada.client.post(
            "/api/v1/tables", _body(chance), "application/json", headers=_headers(ada, chance)
        )
        assert 400 <= answer.status_code < 500, answer.content
        assert set(answer.json()) == {"code", "message"}
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "wish",
    [
        {"least": -1}, {"least": 10**30}, {"most": 0}, {"most": 10**9}, {"bots": -5}, {"bots": 999},
        {"beginners": -1, "bots": 1}, {"pace": "x"}, {"pace_percent": 0}, {"pace_percent": 10**9},
        {"pace_hours": 0}, {"pace_hours": 10**6}, {"access": "x"}, {"access": "password"},
        {"name": ""}, {"name": "x" * 61}, {"name": "a\x00b"}, {"name": "\u202e"},
        {"options": {"x": 1}}, {"options": {"rounds": -1}}, {"friends": 3},
        {"invited": ["nobody"]}, {"invited": ["a\x00"]}, {"invited": ["x"] * 5000},
        {"access": "password", "password": "x" * 10**5},
    ],
)  # fmt: skip
def test_a_setting_outside_the_form_creates_no_table(program: Bring, wish: dict[str, Any]) -> None:
    """Send directly what the form would reject before it calls the services."""
    told = program("Ada").post("tables", {"name": "A table", "game": "interop", **wish})
    if told.status_code == 201:
        pytest.fail(f"made: {told.json()}")
    assert 400 <= told.status_code < 500, told.content
    assert not Match.objects.exists()


@pytest.mark.parametrize("number", ["9" * 5000, "1e999", "[-1e999]"])
@pytest.mark.parametrize("where", ["tables", "tables/x/act", "weeks/x/act", "rooms/lobby/messages"])
def test_a_number_that_is_too_large_is_refused_with_its_field(
    program: Bring, where: str, number: str
) -> None:
    ada = program("Ada")
    told = ada.client.post(
        f"/api/v1/{where}",
        f'{{"name": "A table", "cards": {number}}}',
        "application/json",
        headers={"Authorization": f"Bearer {ada.token}", "Idempotency-Key": "k"},
    )
    assert (told.status_code, told.json()["code"]) == (400, "bad_request")
    assert "cards" in told.json()["message"]


def test_deeply_nested_json_is_no_server_error(program: Bring) -> None:
    ada = program("Ada")
    for body in (b"[" * 100_000, b'{"options":' * 50_000, b'{"options":' + b"[" * 9000):
        told = ada.client.post(
            "/api/v1/tables",
            body,
            "application/json",
            headers={"Authorization": f"Bearer {ada.token}", "Idempotency-Key": "k"},
        )
        assert (told.status_code, told.json()["code"]) == (400, "bad_request")
