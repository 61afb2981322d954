"""Tests that no malformed body causes a server error, at any URL of the site."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from auctions.rules.commands import KINDS
from games.api.shapes import Joining
from lobby.api.tables import NewTable
from tests.access.scene import ROLES, routes, set_scene
from tests.access.test_access import SENT
from tests.fuzz.routes import ACTION_FIELDS
from tests.laws.source import ROOT, modules, nothing
from tests.support.rollback import undone

pytestmark = [pytest.mark.django_db, pytest.mark.long]

HUGE = "9" * 400
# Written as JSON, since Python's encoder would refuse some of them.
VALUES = (
    HUGE, f"-{HUGE}", "9" * 5000, "9223372036854775808", "1e999", "-1e999", "1e308", "1.5",
    f'"{HUGE}"', '"1e999"', '"NaN"', r'"\u0000"', r'"a\u0000b"', "null", "true", "[]", "{}",
    f"[{HUGE}]", f'["{HUGE}"]', '{"a": 1e999}', r'["\u0000"]', "[[]]", r'"\ud800"',
)  # fmt: skip
BODIES = (
    b"", b"\x00", b"{", b"[]", b"null", b"1e999", HUGE.encode(), b"NaN", b'{"text": NaN}',
    b'{"text": Infinity}', b'{"text": "\xed\xa0\x80"}', b"\xff\xfe", b"[" * 100_000,
    b'{"text":' * 100_000, b'{"text": "a", "text": 1e999}', rb'{"\u0000": 1}',
)  # fmt: skip
WORDS = (
    HUGE, f"-{HUGE}", "9" * 5000, "9223372036854775808", "1e999", "NaN", "Infinity", "\x00",
    "a\x00b", "\u202e", "", "-1", "1.5", "\u0663", "\u00b2", "[" * 5000, '{"a": 1e999}', "[]",
    "null",
)  # fmt: skip

# The kinds of objects that each API URL reads: fixed values, and the names of all fields.
OBJECTS: Mapping[str, list[tuple[dict[str, Any], set[str]]]] = {
    "api/v1/tables": [({}, {*NewTable.__struct_fields__})],
    "api/v1/tables/<slug:public_id>/join": [({}, {*Joining.__struct_fields__})],
    "api/v1/tables/<slug:public_id>/act": [
        ({"action": tag.decode()}, {"action", "decision", *(name.decode() for name in names)})
        for tag, names in ACTION_FIELDS.items()
    ],
    "api/v1/weeks/<slug:public_id>/act": [
        ({"do": tag, "auction": 0, "item": "x", "price": 1, "units": 1}, {*kind.__struct_fields__})
        for tag, kind in KINDS.items()
    ],
    "api/v1/rooms/<slug:key>/messages": [({}, {"text"})],
}  # fmt: skip


def _objects(route: str, values: Collection[str]) -> Iterator[bytes]:
    """Yield valid bodies of a URL, each with one field replaced."""
    for fixed, names in OBJECTS.get(route, []):
        usual = {
            name: json.dumps(value) for name, value in {**SENT.get(route, {}), **fixed}.items()
        }
        for name in sorted(names):
            for value in values:
                sent = ", ".join(f'"{key}": {one}' for key, one in {**usual, name: value}.items())
                yield f"{{{sent}}}".encode()


def _failures(answers: Iterable[tuple[str, Any]]) -> Iterator[str]:
    for sent, answer in answers:
        if answer.status_code >= 500:
            yield f"{sent}: {answer.status_code}"


@pytest.mark.parametrize("values", [VALUES[:2], pytest.param(VALUES, marks=pytest.mark.nightly)])
def test_no_json_causes_a_server_error(values: Collection[str]) -> None:
    scene, browser = set_scene(), Client(raise_request_exception=False)
    headers = {"Authorization": f"Bearer {scene.tokens['player']}", "Idempotency-Key": "k"}

    def answers() -> Iterator[tuple[str, Any]]:
        for route in (one for one in routes() if one.startswith("api/")):
            for body in (*BODIES, *_objects(route, values)):
                caches["fleeting"].clear()
                with undone():
                    sent = f"{route} {body[:120]!r}"
                    path = scene.path(route)
                    yield sent, browser.post(path, body, "application/json", headers=headers)

    nothing(_failures(answers()))


@cache
def _names() -> tuple[str, ...]:
    """Return the names of all form fields that the code and its templates mention."""
    files = [one for one in (ROOT / "templates").rglob("*.*") if one.is_file()]
    texts = [one.text for one in modules("lobby", "chat", "games", "auctions")]
    text = "\n".join([*(one.read_text("utf-8") for one in files), *texts])
    named = re.findall(r' name="(\w+)"|POST(?:\.get|\.getlist)?[(\[]"(\w+)"', text)
    of_forms = re.findall(r"^    (\w+) = forms\.\w+Field", text, re.MULTILINE)
    actions = {name.decode() for names in ACTION_FIELDS.values() for name in names}
    ours = {*(a or b for a, b in named), *of_forms, *actions, *NewTable.__struct_fields__}
    return tuple(sorted(ours | OF_ALLAUTH))


# Fields of the forms of Django and allauth.
OF_ALLAUTH = {
    "login", "email", "username", "password", "password1", "password2", "oldpassword", "code",
    "remember", "credential", "session", "action_add", "action_primary", "q", "app_label",
}  # fmt: skip


def _forms(route: str, words: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield a malformed form of a URL for each word, and valid ones with one field replaced."""
    usual = SENT.get(route, {})
    for word in words:
        yield dict.fromkeys(_names(), word)
        for name in usual:
            yield {**usual, name: word}


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("player", WORDS[:2]),
        # Half of the words for each role: at least three roles try each of them.
        *(
            pytest.param(role, WORDS[number % 2 :: 2], marks=pytest.mark.nightly)
            for number, role in enumerate(ROLES)
        ),
    ],
)
def test_no_form_causes_a_server_error(role: str, words: Collection[str]) -> None:
    scene = set_scene()
    session = scene.browsers[role].cookies.get("sessionid")

    def answers() -> Iterator[tuple[str, Any]]:
        for route in (one for one in routes() if not one.startswith("api/")):
            for form in _forms(route, words):
                browser = Client(raise_request_exception=False)
                if session is not None:
                    browser.cookies["sessionid"] = session.value
                caches["fleeting"].clear()
                with undone():
                    sent = f"{route} {str(form)[:80]} {[*form.values()][-1][:20]!r}"
                    yield sent, browser.post(scene.path(route), form)

    nothing(_failures(answers()))
