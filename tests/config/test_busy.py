"""Tests of commands while the database cannot be written.

Each is answered with `busy`, and none is executed.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client
from redis.exceptions import ConnectionError as RedisAway

from chat.messages import services as messages
from chat.models import Message
from games.models import Match, Seat
from lobby.accounts.sessions import SessionStore
from lobby.models import User
from tests.fuzz.forms import forms_in
from tests.support.full_site import KINDS, PASSWORD, House, furnish, links_in
from tests.support.writer import writer_taken

HTML = {"accept": "text/html"}


@pytest.fixture
def one_writer() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("it has more than one writer")


@pytest.fixture
def table(db: Any) -> dict[str, Client]:
    """Return browsers of Ann, who owns a table, of Bob at the table, and of Cem."""
    browsers = {}
    for name in ("ann", "bob", "cem"):
        User.objects.create_user(name, password=PASSWORD)
        browsers[name] = Client(headers=HTML)
        browsers[name].post("/account/login/", {"login": name, "password": PASSWORD})
        browsers[name].post("/account/reauthenticate/", {"password": PASSWORD})
    ann, bob = browsers["ann"], browsers["bob"]
    offered = next(f for f in forms_in(ann.get("/set/blanks/").text) if dict(f.fixed).get("access"))
    answer = ann.post("/set/blanks/", dict(offered.fixed) | {"access": "open", "key": "1"})
    assert answer.status_code == 302, answer.text
    assert bob.post(_at("join/")).status_code == 302
    bob.post("/chat/send/", {"room": "lobby", "text": "good evening", "key": "1"})
    return browsers


def _at(path: str) -> str:
    return f"/m/{Match.objects.get().public_id}/{path}"


def _commands() -> Iterator[tuple[str, str, dict[str, Any]]]:
    said = Message.objects.get().pk
    for path in ("bot/", "link/", "unlink/", "start/", "cancel/", "leave/", "kick/1/"):
        yield "ann", _at(path), {}
    yield "ann", _at("invite/"), {"name": "cem"}
    yield "cem", _at("join/"), {}
    yield "cem", f"/lobby/sit/{Match.objects.get().public_id}/", {}
    yield "cem", "/play/interop/", {"key": "2"}
    yield "cem", "/set/merchants/", {"ready": "quick", "key": "3"}
    yield "cem", "/chat/send/", {"room": "lobby", "text": "hello", "key": "4"}
    yield "bob", f"/chat/message/{said}/delete/", {}
    yield "cem", f"/chat/message/{said}/report/", {"reason": "rude"}
    yield "cem", f"/chat/message/{said}/block/", {}
    yield "cem", "/people/bob/block/", {}
    yield "cem", "/settings/delete/", {}
    yield "cem", "/packs/upload/", {"file": _pack()}
    yield "cem", "/deadlines/link/", {}
    yield "cem", "/account/logout/", {}
    yield "nobody", "/account/login/", {"login": "ann", "password": PASSWORD}
    yield "nobody", "/play-now/", {}


def _pack() -> SimpleUploadedFile:
    cards = {"black": [{"text": "Why ____?"}], "white": [{"text": "Because"}]}
    pack = {"format": "blanks-pack", "version": 1, "name": "Harbour", **cards}
    return SimpleUploadedFile("pack.json", json.dumps(pack).encode(), "application/json")


@pytest.mark.django_db(transaction=True)
def test_a_command_is_refused_while_the_database_is_locked(
    one_writer: None, table: dict[str, Client]
) -> None:
    table["nobody"] = Client(headers=HTML)
    before = _all_rows()
    for who, path, form in _commands():
        with writer_taken():
            answer = table[who].post(path, form)
        assert (answer.status_code, answer.headers.get("X-Ridotto-Code")) == (503, "busy"), path
        assert answer.headers["Retry-After"]
        assert "try again" in answer.text
    assert _all_rows() == before
    assert table["cem"].post(_at("join/")).status_code == 302


def _all_rows() -> dict[str, int]:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        counts = {}
        for table in tables:
            cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
    return counts


@pytest.mark.django_db(transaction=True)
def test_a_script_gets_a_code_and_a_message(one_writer: None, table: dict[str, Client]) -> None:
    with writer_taken():
        answer = table["cem"].post(_at("join/"), headers={"hx-request": "true"})
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (503, "busy")
    code, _, sentence = answer.text.partition(": ")
    assert (code, "busy" in sentence) == ("busy", True)
    assert Seat.objects.filter(user__username="cem").count() == 0


@pytest.mark.both
def test_a_page_of_any_view_reports_a_busy_database(
    table: dict[str, Client], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(**_given: Any) -> None:
        raise OperationalError("server at 10.0.0.7 closed the connection")

    monkeypatch.setattr(messages, "send_message", away)
    with caplog.at_level(logging.WARNING):
        answer = table["ann"].post("/chat/send/", {"room": "lobby", "text": "hello"})
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (503, "busy")
    assert "10.0.0.7" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.both
@pytest.mark.parametrize("error", [OperationalError, RedisAway])
def test_middleware_reports_a_busy_site(
    table: dict[str, Client], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def away(*_given: Any, **_more: Any) -> None:
        raise error("away")

    monkeypatch.setattr(SessionStore, "load", away)
    table["ann"].raise_request_exception = False
    answer = table["ann"].get("/settings/")
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (503, "busy")


def test_a_programming_error_is_not_reported_as_busy(
    table: dict[str, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(**_given: Any) -> None:
        raise ProgrammingError("no such column")

    monkeypatch.setattr(messages, "send_message", wrong)
    table["ann"].raise_request_exception = False
    answer = table["ann"].post("/chat/send/", {"room": "lobby", "text": "hello"})
    assert answer.status_code == 500
    assert "X-Ridotto-Code" not in answer.headers


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["owner", "moderator"])
def test_no_button_of_any_page_fails_while_the_database_is_locked(
    one_writer: None, who: str
) -> None:
    house = furnish(lambda kind: f"a {kind}" if kind in KINDS else kind)
    pressed = list(_pressed(house, who))
    assert len(pressed) > 5
    assert any(status == 503 for _action, status, _code in pressed)
    assert not [
        (action, status)
        for action, status, code in pressed
        if status >= 500 and (status, code) != (503, "busy")
    ]


def _pressed(house: House, who: str) -> Iterator[tuple[str, int, str]]:
    """Send every form of every page this person can reach, as it is."""
    browser = house.browsers[who]
    paths = ["/", "/lobby/", *(f"/m/{match.public_id}/" for match in house.matches)]
    known, sent = set(paths), set[str]()
    while paths and len(known) < 400:
        path = paths.pop(0)
        answer = browser.get(path, headers=HTML)
        if "text/html" not in answer.headers.get("Content-Type", "") or answer.streaming:
            continue
        paths += [link for link in links_in(answer.text, path) if link not in known]
        known.update(paths)
        for form in forms_in(answer.text):
            action = urljoin(path, form.action) if form.action else path
            if action in sent:
                continue
            sent.add(action)
            fields: dict[str, list[str]] = {}
            for name, value in [*form.fixed, *form.buttons[:1]]:
                fields.setdefault(name, []).append(value)
            with writer_taken():
                answer = browser.post(action, fields, headers=HTML)
            yield action, answer.status_code, answer.headers.get("X-Ridotto-Code", "")
