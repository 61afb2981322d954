"""Presence: people whose pages were seen in the last ninety seconds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from chat.core import clock
from chat.live import presence
from chat.messages.fragments import who_is_here
from chat.models import Presence
from chat.tasks import tidy
from lobby.models import User

ROOM = "table-x"
TOPIC = f"presence.{ROOM}"


def test_a_user_is_present_from_the_first_page_to_the_last(ada: User, announced: list[str]) -> None:
    presence.enter(ada, ROOM, "one")
    presence.enter(ada, ROOM, "two")
    assert announced == [TOPIC]
    presence.leave("one")
    assert announced == [TOPIC]
    assert presence.who(ROOM).people == (ada,)
    for other in ("lobby", "table-y"):
        assert presence.who(other).count == 0
    for _once_more in range(2):
        presence.leave("two")
        assert announced == [TOPIC, TOPIC]
        assert presence.who(ROOM).count == 0


def test_a_user_is_gone_after_ninety_seconds_of_silence(ada: User, bruno: User) -> None:
    presence.enter(ada, ROOM, "one")
    presence.enter(bruno, ROOM, "two")
    clock.move(60)
    presence.refresh("two")
    clock.move(31)
    assert presence.who(ROOM).people == (bruno,)


def test_a_returning_page_is_announced(ada: User, announced: list[str]) -> None:
    presence.enter(ada, ROOM, "one")
    clock.move(91)
    presence.refresh_or_enter(ada, ROOM, "one")
    assert announced == [TOPIC, TOPIC]
    assert presence.who(ROOM).people == (ada,)


def test_rows_from_before_a_clock_change_do_not_stay(ada: User) -> None:
    presence.enter(ada, ROOM, "one")
    clock.move(-3600)
    assert presence.who(ROOM).count == 0
    assert presence.tidy() == 1


@pytest.mark.both
def test_rows_left_by_a_crash_are_deleted_and_announced(ada: User, announced: list[str]) -> None:
    presence.enter(ada, ROOM, "one")
    clock.move(91)
    tidy()
    assert announced == [TOPIC, TOPIC]
    assert not Presence.objects.exists()


@pytest.mark.both
def test_a_user_seen_after_a_clock_jump_is_not_tidied(ada: User) -> None:
    presence.enter(ada, ROOM, "one")

    def jump_after_the_first(execute: Any, *given: Any) -> Any:
        result = execute(*given)
        if clock.offset() == timedelta():
            clock.move(3600)
            presence.refresh_or_enter(ada, ROOM, "one")
        return result

    with connection.execute_wrapper(jump_after_the_first):
        assert presence.tidy() == 0
    assert presence.who(ROOM).people == (ada,)


def test_a_crowd_is_counted_without_names_and_announced_rarely(
    ada: User, announced: list[str]
) -> None:
    for number in range(60):
        presence.enter(User.objects.create(username=f"guest{number}"), ROOM, f"channel{number}")
    here = presence.who(ROOM)
    assert (here.count, here.people) == (60, ())
    assert len(announced) == 51
    assert "60 people" in who_is_here(ada, ROOM).html()


def test_a_few_names_are_shown_and_the_rest_counted(ada: User) -> None:
    assert "nobody yet" in who_is_here(ada, ROOM).html()
    for number in range(10):
        presence.enter(User.objects.create(username=f"guest{number}"), ROOM, f"channel{number}")
    presence.enter(ada, ROOM, "ada")
    drawn = who_is_here(ada, ROOM).html()
    assert "you" in drawn
    assert "and 3 more" in drawn


@pytest.mark.both
def test_a_heartbeat_is_one_update(ada: User, django_assert_max_num_queries: Any) -> None:
    presence.enter(ada, ROOM, "one")
    with django_assert_max_num_queries(2):  # the other asks PostgreSQL for the time
        presence.refresh("one")
