"""Sending messages: what is allowed, where and how fast; refusals leave nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from chat.core import clock
from chat.core.refusals import Refusal
from chat.live.announce import MOST
from chat.messages import rooms
from chat.messages.rooms import RoomAccess, RoomKind
from chat.messages.selectors import read_marks
from chat.messages.services import mark_read
from chat.models import Allowance, Message, ReadMark, Room
from chat.moderation import services as moderation
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.refusals import code_of

FLAG = "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbsct") + "\U000e007f"


@pytest.mark.both
@pytest.mark.usefixtures("stopped_clock")
def test_a_user_may_send_five_messages_at_once_then_one_every_two_seconds(
    ada: User, bruno: User, say: Say
) -> None:
    for _ in range(5):
        say(ada)
    with pytest.raises(Refusal) as refusal:
        say(ada)
    assert refusal.value.code == "too_fast"
    assert "in 2 s" in refusal.value.message
    say(bruno)
    clock.move(2)
    say(ada)
    with pytest.raises(Refusal):
        say(ada)
    clock.move(10)
    for _ in range(5):
        say(ada)


def test_a_refused_message_costs_no_allowance_and_changes_nothing(ada: User, say: Say) -> None:
    before = say(ada)
    full_at = Allowance.objects.get(user=ada).full_at
    for text in ("", "   ", "x" * 501, "a\x00b"):
        with pytest.raises(Refusal):
            say(ada, text)
    assert list(Message.objects.all()) == [before]
    assert Allowance.objects.get(user=ada).full_at == full_at


@pytest.mark.both
def test_the_same_key_sends_once_and_is_announced_a_few_times(
    ada: User, say: Say, announced: list[str]
) -> None:
    first = say(ada, "once", key="same")
    for _try in range(9):
        again = say(ada, "twice", key="same")
        assert (again.pk, again.text) == (first.pk, "once")
    assert Message.objects.count() == 1
    assert announced == [rooms.topic(first.room_id)] * (1 + MOST)


def test_a_retry_is_answered_even_when_the_allowance_is_spent(ada: User, say: Say) -> None:
    said = [say(ada, key=f"key-{number}") for number in range(5)]
    assert say(ada, key="key-4").pk == said[4].pk


@pytest.mark.parametrize("key", ["", "k" * 65, "schlüssel", "a\nb"])
def test_a_key_is_short_and_plain(ada: User, say: Say, key: str) -> None:
    assert code_of(say, ada, key=key) == "malformed"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \r\n\t ", "empty"),
        ("\u200b\u200d", "empty"),
        ("\u3000", "empty"),
        ("\u3164 \u2800", "empty"),
        ("x" * 501, "too_long"),
        ("a\x00b", "bad_characters"),
        ("a\nb", "bad_characters"),
        ("a\u2028b", "bad_characters"),
        ("a\u202eb", "bad_characters"),
        ("a\u2066b", "bad_characters"),
        ("a\u200fb", "bad_characters"),
        ("a\ue000b", "bad_characters"),
        ("a\ud800b", "bad_characters"),
        ("a" + "\u0301" * 9, "bad_characters"),
    ],
)
def test_unprintable_characters_are_refused(ada: User, say: Say, text: str, code: str) -> None:
    assert code_of(say, ada, text) == code


@pytest.mark.both
@pytest.mark.parametrize(
    "text", ["x" * 500, "👩‍👩‍👧‍👦", FLAG, "❤️", "می‌خواهم", "שָׁלוֹם", "🎲" * 500, "ﷺ", "<b>"]
)
def test_every_script_and_emoji_is_allowed(ada: User, say: Say, text: str) -> None:
    assert say(ada, text).text == text


def test_surrounding_white_space_is_removed(ada: User, say: Say) -> None:
    assert say(ada, "  hello \n").text == "hello"


def test_a_message_the_policy_forbids_is_refused_with_its_reason(
    ada: User, say: Say, kinds: dict[str, RoomKind]
) -> None:
    kinds["table"] = RoomKind(
        lambda user, key: RoomAccess(read=True, write=False, reason="Sit down.")
    )
    with pytest.raises(Refusal) as refusal:
        say(ada, room_key="table-x")
    assert (refusal.value.code, refusal.value.message) == ("cannot_write", "Sit down.")
    kinds["table"] = RoomKind(lambda user, key: RoomAccess(read=False, write=True))
    assert code_of(say, ada, room_key="table-x") == "no_such_room"
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    "key",
    ["", "attic", "lobby-2", "-", "x" * 200, "tablé-1", "free-\x00", "free-" + "x" * 99, "free-"],
)
def test_a_room_of_unknown_kind_is_closed_to_all(
    ada: User, say: Say, key: str, kinds: dict[str, RoomKind]
) -> None:
    kinds["free"] = RoomKind(lambda user, key: RoomAccess(read=True, write=True))
    assert code_of(say, ada, room_key=key) == "no_such_room"
    assert not Room.objects.exclude(key=rooms.LOBBY).exists()


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_muted_person_writes_again_when_the_mute_has_ended(
    ada: User, moderator: User, say: Say, kinds: dict[str, RoomKind], everywhere: bool
) -> None:
    kinds["table"] = RoomKind(lambda user, key: RoomAccess(read=True, write=True))
    room = say(ada).room
    moderation.mute(
        moderator=moderator,
        user=ada,
        room=None if everywhere else room,
        until=clock.now() + timedelta(hours=1),
        reason="shouting",
    )
    with pytest.raises(Refusal) as refusal:
        say(ada)
    assert refusal.value.code == "muted"
    assert "shouting" in refusal.value.message
    assert code_of(say, ada, room_key="table-x") == ("muted" if everywhere else "")
    clock.move(3601)
    say(ada)


def test_messages_before_ones_own_count_as_read(ada: User, bruno: User, say: Say) -> None:
    room = say(ada).room
    last = say(bruno).pk
    assert read_marks(ada, [room.pk])[room.pk] < last
    say(ada)
    assert read_marks(ada, [room.pk])[room.pk] > last
    assert ReadMark.objects.filter(user=ada).count() == 1


@pytest.mark.both
def test_the_read_mark_never_goes_back(ada: User, bruno: User, say: Say) -> None:
    first, last = say(bruno), say(bruno)
    mark_read(user=ada, room=first.room, message_id=10**12)
    mark_read(user=ada, room=first.room, message_id=first.pk)
    assert ReadMark.objects.get(user=ada).message_id == last.pk


def test_a_message_needs_a_person_who_may_read(say: Say, db: Any) -> None:
    assert not rooms.access(AnonymousUser(), rooms.LOBBY).read
