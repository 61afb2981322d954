"""Tests of a table's chat over the API, with its limits and mutes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chat.contacts.blocks import block
from chat.core.clock import now
from chat.messages.rooms import room
from chat.messages.services import delete_message
from chat.models import Allowance, Message, Mute
from tests.api.conftest import Bring, Program

pytestmark = pytest.mark.django_db(transaction=True)


def _table(program: Bring) -> tuple[str, Program, Program]:
    ada, bob = program("Ada"), program("Bob")
    made = ada.post("tables", {"name": "The masks", "game": "interop"})
    where = str(made.json()["table"]["id"])
    assert bob.post(f"tables/{where}/join").status_code == 200
    return f"rooms/table-{where}/messages", ada, bob


def _say(one: Program, where: str, text: str, **how: Any) -> Any:
    Allowance.objects.all().delete()
    return one.post(where, {"text": text}, **how)


def test_messages_are_read_in_pages_once_each(
    program: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.api.rooms.A_PAGE", 2)
    where, ada, bob = _table(program)
    for number in range(5):
        assert _say(bob, where, f"word {number}").status_code == 201
    read, cursor = [], ""
    for _page in range(4):
        talk = ada.get(where, after=cursor).json()
        read.append([one["text"] for one in talk["messages"]])
        assert talk["more"] == (len(read) < 3)
        cursor = talk["cursor"]
    assert read == [["word 0", "word 1"], ["word 2", "word 3"], ["word 4"], []]
    _say(ada, where, "and more")
    [one] = bob.get(where, after=cursor).json()["messages"]
    assert (one["text"], one["author"], one["mine"], one["removed_by"]) == (
        "and more", "Ada", False, "",
    )  # fmt: skip


def test_more_messages_take_no_more_queries(program: Bring) -> None:
    where, ada, bob = _table(program)
    counts = []
    for number in range(3):
        assert _say(bob, where, f"word {number}").status_code == 201
        with CaptureQueriesContext(connection) as queries:
            ada.get(where)
        counts.append(len(queries))
    assert counts[1] == counts[2]


def test_the_same_key_sends_one_message(program: Bring) -> None:
    where, ada, _bob = _table(program)
    told = [_say(ada, where, "hello", key="one").json()["id"] for _again in range(2)]
    assert told[0] == told[1]
    assert Message.objects.count() == 1
    assert ada.post(where, {"text": "hello"}, key="").status_code == 400


def test_limits_and_mutes_apply_as_on_the_page(program: Bring) -> None:
    where, ada, bob = _table(program)
    codes = [bob.post(where, {"text": "x"}).json().get("code") for _number in range(7)]
    assert codes[0] is None
    assert codes[-1] == "too_fast"
    assert _say(bob, where, " ").json()["code"] == "empty"
    here, later = room(where.split("/")[1]), now() + timedelta(hours=1)
    Mute.objects.create(user=bob.user, by=ada.user, by_host=True, room=here, at=now(), until=later)
    assert _say(bob, where, "x").json()["code"] == "muted_by_host"


def test_removed_messages_and_blocked_authors_are_omitted(program: Bring) -> None:
    where, ada, bob = _table(program)
    said = _say(bob, where, "a secret word").json()
    delete_message(author=bob.user, message_id=said["id"])
    told = ada.get(where)
    assert "secret word" not in told.text
    assert told.json()["messages"][0]["removed_by"] == "author"
    _say(bob, where, "another word")
    block(blocker=ada.user, blocked=bob.user)
    assert ada.get(where).json()["messages"] == []


def test_only_those_at_the_table_read_and_write(program: Bring) -> None:
    ada, eve = program("Ada"), program("Eve", "read")
    made = ada.post("tables", {"name": "Masks", "game": "interop", "access": "invite"})
    where = f"rooms/table-{made.json()['table']['id']}/messages"
    for path in (where, "rooms/table-nothing/messages", "rooms/x/messages"):
        told = eve.get(path)
        assert (told.status_code, told.json()["code"]) == (404, "no_such_room")
    assert eve.post(where, {"text": "x"}).json()["code"] == "scope_missing"
    assert program("Bob").post(where, {"text": "x"}).json()["code"] == "no_such_room"


def test_spectators_write_among_themselves_and_read_the_players(program: Bring) -> None:
    where, ada, _bob = _table(program)
    _say(ada, where, "at the table")
    eve = program("Eve")
    beside = where.replace("table-", "watch-")
    assert eve.post(where, {"text": "x"}).json()["code"] == "cannot_write"
    assert _say(eve, beside, "beside it").status_code == 201
    told = eve.get(beside).json()["messages"]
    assert [one["room"].partition("-")[0] for one in told] == ["table", "watch"]
