"""The API reads deck files, and makes packs of them when told to."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # no stubs

from config import api
from games.models import Pack
from tests.api.conftest import Bring, Program

pytestmark = pytest.mark.django_db(transaction=True)

CSV = b"type;text\nblack;So this is ____.\nwhite;a hat\nwhite;A  hat!\n"
TWO = json.dumps(
    [{"name": "First", "white": ["a hat"]}, {"name": "Second", "white": ["a cat"]}]
).encode()


def sent(
    program: Program, data: Any, query: str = "", *, key: str = "", kind: str = "text/csv"
) -> Any:
    headers = {"Authorization": f"Bearer {program.token}"}
    headers |= {"Idempotency-Key": key} if key else {}
    path = f"/api/v1/packs/preview?{query}"
    if kind == "form":
        return program.client.post(path, {"file": data}, headers=headers)
    return program.client.post(path, data, kind, headers=headers)


def test_a_file_is_previewed_and_nothing_made(program: Bring) -> None:
    ada = program("Ada")
    answer = sent(ada, CSV)
    found = answer.json()
    assert answer.status_code == 200
    assert (found["kind"], found["encoding"], found["delimiter"]) == ("table", "utf-8", ";")
    assert found["black"] == [{"text": "So this is ____.", "pick": 1, "draw": 0}]
    assert found["white"] == ["a hat"]
    assert [(one["code"], one["place"]) for one in found["faults"]] == [
        ("duplicate_card", "line 4")
    ]
    assert not Pack.objects.filter(owner=ada.user).exists()
    schemas = api.document()["components"]["schemas"]
    whole = {"$ref": "#/components/schemas/DeckPreview", "components": {"schemas": schemas}}
    Draft202012Validator(whole).validate(found)


def test_the_file_may_come_in_a_form(program: Bring) -> None:
    file = SimpleUploadedFile("deck.csv", b"couleur,texte\nnoir,a hat\n")
    answer = sent(program("Ada"), file, kind="form")
    assert (answer.status_code, answer.json()["fault"]) == (200, "bad_table")
    assert answer.json()["rows"] == [["couleur", "texte"], ["noir", "a hat"]]


def test_a_file_of_which_nothing_can_be_taken_has_a_fault(program: Bring) -> None:
    found = sent(program("Ada"), b"white,a ____ hat").json()
    assert (found["fault"], found["fault_counts"]) == ("empty_pack", {"blank_in_white": 1})


def test_cards_are_taken_once_for_each_key(program: Bring) -> None:
    ada = program("Ada")
    query = "take=true&name=Harbour&language=pt-BR&age=0"
    slugs = {sent(ada, CSV, query, key=key).json()["pack"] for key in ("k", "k", "other")}
    assert len(slugs) == 2
    pack = Pack.objects.get(slug=sent(ada, CSV, query, key="k").json()["pack"])
    assert (pack.name, pack.language, pack.min_age) == ("Harbour", "pt-BR", 0)
    assert (pack.owner, pack.state, pack.cards.count()) == (ada.user, "private", 2)
    assert sent(program("Bob"), CSV, query, key="k").json()["pack"] not in slugs


@pytest.mark.parametrize(
    ("data", "query", "code"),
    [
        (CSV, "take=true", "bad_name"),
        (CSV, "take=true&name=Harbour&language=x!", "bad_language"),
        (b"white,a ____ hat", "take=true&name=Harbour", "empty_pack"),
        (b"{", "take=true&name=Harbour", "bad_json"),
        (TWO, "take=true&take_packs=7", "empty_pack"),
        (TWO, "take=true&take_packs=x", "bad_request"),
        (CSV, "take=true&name=Harbour&age=19", "bad_request"),
    ],
)
def test_what_cannot_be_taken_is_a_problem(
    program: Bring, data: bytes, query: str, code: str
) -> None:
    ada = program("Ada")
    answer = sent(ada, data, query)
    assert (answer.status_code >= 400, answer.json()["code"]) == (True, code)
    assert not Pack.objects.filter(owner=ada.user).exists()


def test_of_several_packs_the_chosen_ones_are_taken(program: Bring) -> None:
    ada = program("Ada")
    found = sent(ada, TWO, "take=true").json()
    assert [one["name"] for one in found["choices"]] == ["First", "Second"]
    assert "pack" not in found
    found = sent(ada, TWO, "take=true&take_packs=1&take_packs=0").json()
    assert found["white"] == ["a cat", "a hat"]
    assert sent(ada, TWO, "take_packs=1,0").json()["white"] == ["a cat", "a hat"]
    assert Pack.objects.get(owner=ada.user).name == "Second"


def test_only_a_token_that_may_play_may_read_files(program: Bring) -> None:
    assert sent(program("Ada", "read"), CSV).status_code == 403
