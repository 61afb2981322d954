"""What a page asks for in every house stands in its SQL, so that it is planned once."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from chat.core.clock import now
from chat.core.constants import Constant, constants
from chat.messages.selectors import history
from chat.models import Message, Room
from games.models import Match, Seat
from tests.support.logged_in import log_in
from tests.upgrade.playing import begun

pytestmark = [pytest.mark.both, pytest.mark.django_db]
STATUSES = {*Match.Status.values, *Seat.Status.values}


class Asked:
    """The statements that were carried out, and what was given with them."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, list[Any]]] = []

    def __call__(self, execute: Any, sql: str, given: Any, *rest: Any) -> Any:
        self.statements.append((sql, list(given or ())))
        return execute(sql, given, *rest)


@pytest.mark.parametrize("page", ["/m/{match}/", "/lobby/", "/matches/"])
def test_no_status_is_given_beside_the_sql_of_a_page(page: str) -> None:
    people = [get_user_model().objects.create_user(username=name) for name in ("ann", "bob")]
    match = begun(people, "blanks", 1)
    browser, asked = Client(), Asked()
    log_in(browser, people[0])
    with connection.execute_wrapper(asked):
        assert browser.get(page.format(match=match.public_id)).status_code == 200
    given = [(value, sql) for sql, values in asked.statements for value in values]
    assert not [(value, sql) for value, sql in given if value in STATUSES]
    assert any("'seated'" in sql for sql, _ in asked.statements)


def test_the_newest_messages_of_a_room_are_found_by_the_room_alone() -> None:
    room, asked = Room.objects.create(key="a room"), Asked()
    with connection.execute_wrapper(asked):
        history([room])
    assert [given for _, given in asked.statements] == [[room.pk, room.pk]]


def test_those_after_a_message_are_found_by_both() -> None:
    room = Room.objects.create(key="a room")
    author = get_user_model().objects.create(username="ann")
    first, then = (
        Message.objects.create(room=room, author=author, text=text, key=text, at=now())
        for text in "ab"
    )
    assert history([room], after={room.pk: first.pk}) == [then]


def test_a_constant_is_compared_as_a_value_is() -> None:
    ann, bob = (get_user_model().objects.create(username=name) for name in ("ann", "bob"))
    people = get_user_model().objects
    assert people.get(username=Constant("ann")) == ann
    assert {*people.filter(username__in=constants(["ann", "bob"]))} == {ann, bob}
    assert people.exclude(username=Constant("ann")).get(username__startswith="b") == bob
    found = people.filter(username="bob").values_list(Constant("seat"), "username")
    assert list(found) == [("seat", "bob")]


@pytest.mark.parametrize("word", ["", "it's", "a b", "A", "%s", "ann\n", "ä", "\x00"])
def test_what_is_no_word_of_the_codes_is_none(word: str) -> None:
    with pytest.raises(ValueError, match="word"):
        Constant(word)
