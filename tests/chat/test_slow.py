"""Slow mode, the limits of new accounts, and checks of texts for blocked words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from chat.core import clock
from chat.messages import rooms
from chat.messages.fragments import chat_window
from chat.models import ModeratorAct
from chat.moderation.services import block_word, slow_room
from chat.rights import new_until
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.log_in import client_for
from tests.support.refusals import code_of


def _slow(moderator: User, seconds: int) -> None:
    slow_room(moderator=moderator, room=rooms.room(rooms.LOBBY), seconds=seconds, reason="loud")


def _form(user: User) -> str:
    return "".join(part.html() for part in chat_window(user, rooms.LOBBY, label="Lobby"))


def test_slow_mode_makes_users_wait_between_messages(
    ada: User, bruno: User, moderator: User, say: Say
) -> None:
    _slow(moderator, 30)
    say(ada)
    say(bruno)
    assert code_of(say, ada) == "slow_mode"
    clock.move(31)
    say(ada)
    for _each in range(3):
        say(moderator)
    assert "every 30 s" in _form(ada)
    assert "every 30 s" not in _form(moderator)


@pytest.mark.parametrize("seconds", [0, 30])
def test_nobody_waits_because_the_clock_was_put_back(
    ada: User, moderator: User, say: Say, seconds: int
) -> None:
    if seconds:
        _slow(moderator, seconds)
    say(ada)
    clock.move(-3600)
    say(ada)
    limit = "slow_mode" if seconds else "too_fast"
    assert [code_of(say, ada) for _ in range(6)][-1] == limit, "the limit still holds"


def test_slow_mode_is_an_act_and_ends(ada: User, moderator: User, say: Say) -> None:
    _slow(moderator, 30)
    assert code_of(_slow, moderator, 30) == "nothing_to_do"
    assert code_of(_slow, moderator, 3601) == "bad_time"
    assert code_of(_slow, ada, 0) == "not_moderator"
    _slow(moderator, 0)
    say(ada)
    say(ada)
    acts = ModeratorAct.objects.order_by("pk").values_list("act", "target_label")
    assert list(acts) == [("slow room 30 s", "room lobby"), ("end slow room", "room lobby")]


def test_moderators_set_it_in_the_admin(desk: Client) -> None:
    room = rooms.room(rooms.LOBBY)
    chosen = {"action": "slow", "_selected_action": room.pk, "confirmed": "1"}
    desk.post("/admin/chat/room/", {**chosen, "reason": "loud", "seconds": "60"})
    room.refresh_from_db()
    assert room.slow_seconds == 60


@pytest.fixture
def _new(settings: Settings) -> None:
    settings.NEW_ACCOUNT_MINUTES = 60


@pytest.mark.usefixtures("_new")
def test_a_new_account_sends_no_links_for_an_hour(ada: User, say: Say) -> None:
    assert code_of(say, ada, "look at https://example.org") == "new_account_links"
    assert code_of(say, ada, "look at example.org") == "new_account_links"
    say(ada, "2 < 3 & so on. Really.")
    clock.move(3601)
    say(ada, "look at https://example.org")


@pytest.mark.usefixtures("_new")
def test_a_new_account_is_slowed_only_in_the_lobby(
    ada: User, say: Say, kinds: dict[str, rooms.RoomKind]
) -> None:
    kinds["table"] = rooms.RoomKind(lambda user, key: rooms.RoomAccess(read=True, write=True))
    say(ada)
    assert code_of(say, ada) == "slow_mode"
    say(ada, room_key="table-x")
    say(ada, room_key="table-x")
    clock.move(21)
    say(ada)


@pytest.mark.usefixtures("_new")
def test_a_new_account_sees_its_limits_and_their_end(ada: User, moderator: User) -> None:
    until = new_until(ada)
    assert until == ada.date_joined + timedelta(minutes=60)
    told = _form(ada)
    assert "your new account" in told
    assert f"{until:%H:%M}" in told
    browser = client_for(ada)
    page = browser.get("/settings/").content.decode()
    assert "Your account is new" in page
    assert new_until(moderator) is None
    clock.move(3601)
    assert new_until(ada) is None
    assert "new account" not in _form(ada)
    assert "Your account is new" not in browser.get("/settings/").content.decode()
    clock.move(-7200)  # put back to before the account was created
    until = new_until(ada)
    assert until is not None
    assert until - clock.now() <= timedelta(minutes=60)


def test_a_text_can_be_tested_against_the_blocked_words(
    moderator: User, desk: Client, ada: User
) -> None:
    block_word(moderator=moderator, word="grobian", reason="rude")
    page = desk.get("/admin/chat/blockedword/try/", {"text": "What a GRO-BIAN, a Ｇrobian"})
    assert "<b>grobian</b>" in page.content.decode()
    page = desk.get("/admin/chat/blockedword/try/", {"text": "grobianism"})
    assert "no blocked word" in page.content.decode()
    assert "/admin/chat/blockedword/try/" in desk.get("/admin/chat/blockedword/").content.decode()
    others = client_for(ada)
    assert others.get("/admin/chat/blockedword/try/").status_code == 302
