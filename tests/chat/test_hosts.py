"""A host moderates the chat of their own table, and no other."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from chat.core import clock
from chat.messages import rooms
from chat.messages.fragments import why_not_write
from chat.messages.rooms import RoomAccess, RoomKind
from chat.models import Message, Mute, Room
from chat.moderation.hosts import close_as_host, mute_as_host, remove_as_host, unmute_as_host
from chat.moderation.services import close_room, restore_message
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.log_in import client_for
from tests.support.refusals import code_of

KEY = "table-x"


@pytest.fixture
def host(db: None) -> User:
    return User.objects.create_user("Hilda")


@pytest.fixture(autouse=True)
def _table(kinds: dict[str, RoomKind], host: User) -> None:
    kinds["table"] = RoomKind(
        lambda user, key: RoomAccess(read=True, write=True, hosts=user.pk == host.pk)
    )


def test_a_host_removes_a_message(
    ada: User, host: User, moderator: User, say: Say, announced: list[str]
) -> None:
    said = say(ada, "an unkind thing", room_key=KEY)
    remove_as_host(host=host, message_id=said.pk)
    said.refresh_from_db()
    assert said.removed_by == Message.Remover.HOST
    assert announced == [rooms.topic(said.room_id)] * 2  # sent, and removed
    restore_message(moderator=moderator, message=said, reason="it was kind")
    said.refresh_from_db()
    assert said.removed_at is None


def test_a_host_mutes_at_their_table_for_a_limited_time(
    ada: User, host: User, say: Say, announced: list[str]
) -> None:
    said = say(ada, room_key=KEY)
    mute_as_host(host=host, message_id=said.pk, minutes=10)
    assert f"user.{ada.pk}" in announced
    assert code_of(say, ada, room_key=KEY) == "muted_by_host"
    refusal = why_not_write(ada, KEY)
    assert refusal is not None
    assert refusal.code == "muted_by_host"
    say(ada)  # in the lobby
    clock.move(601)
    say(ada, room_key=KEY)


def test_a_host_lifts_mutes_of_this_table_only(
    ada: User, host: User, say: Say, announced: list[str]
) -> None:
    row = mute_as_host(host=host, message_id=say(ada, room_key=KEY).pk, minutes=10)
    unmute_as_host(host=host, room_key="table-y", mute_id=row.pk)  # from another table's page
    assert code_of(say, ada, room_key=KEY) == "muted_by_host"
    announced.clear()
    unmute_as_host(host=host, room_key=KEY, mute_id=row.pk)
    assert announced == [f"user.{ada.pk}"]
    clock.move(1)
    say(ada, room_key=KEY)


def test_a_host_cannot_undo_a_moderators_act(
    ada: User, host: User, moderator: User, say: Say
) -> None:
    room = say(ada, room_key=KEY).room
    until = clock.now() + timedelta(hours=1)
    row = Mute.objects.create(user=ada, room=room, until=until, by=moderator, at=clock.now())
    mine = mute_as_host(host=host, message_id=room.messages.get().pk, minutes=10)
    for one in (row, mine):
        unmute_as_host(host=host, room_key=KEY, mute_id=one.pk)
        row.refresh_from_db()
        assert row.until == until
        mine.refresh_from_db()
        assert (mine.until > clock.now()) == (one == row)
    assert code_of(say, ada, room_key=KEY) == "muted"
    close_room(moderator=moderator, room=room, closed=True, reason="r")
    close_as_host(host=host, room_key=KEY, closed=False)
    assert code_of(say, host, room_key=KEY) == "room_closed"


def test_a_host_closes_and_reopens_the_chat(
    ada: User, host: User, say: Say, announced: list[str]
) -> None:
    say(ada, room_key=KEY)
    close_as_host(host=host, room_key=KEY, closed=True)
    assert rooms.access_topic(KEY) in announced
    assert code_of(say, ada, room_key=KEY) == "closed_by_host"
    close_as_host(host=host, room_key=KEY, closed=False)
    say(ada, room_key=KEY)


def test_only_the_host_has_the_rights_of_a_host(
    ada: User, bruno: User, host: User, say: Say
) -> None:
    said, elsewhere = say(ada, room_key=KEY), say(ada)
    for person, message in ((bruno, said), (host, elsewhere)):
        by: dict[str, Any] = {"host": person, "message_id": message.pk}
        assert code_of(remove_as_host, **by) == "not_host"
        assert code_of(mute_as_host, minutes=10, **by) == "not_host"
    for key, person in ((KEY, bruno), ("lobby", host)):
        assert code_of(close_as_host, host=person, room_key=key, closed=True) == "not_host"
    row = mute_as_host(host=host, message_id=said.pk, minutes=10)
    assert code_of(unmute_as_host, host=bruno, room_key=KEY, mute_id=row.pk) == "not_host"
    assert not Message.objects.exclude(removed_at=None).exists()
    assert not Room.objects.filter(host_closed=True).exists()


def test_a_host_cannot_mute_moderators_or_themselves(
    host: User, moderator: User, ada: User, say: Say
) -> None:
    for author in (host, moderator):
        said = say(author, room_key=KEY)
        by: dict[str, Any] = {"host": host, "message_id": said.pk}
        assert code_of(mute_as_host, minutes=10, **by) == "cannot_mute"
    said = say(ada, room_key=KEY)
    assert code_of(mute_as_host, host=host, message_id=said.pk, minutes=11) == "bad_time"
    assert not Mute.objects.exists()


def test_a_host_has_a_page_and_buttons_beside_messages(ada: User, host: User, say: Say) -> None:
    said = say(ada, room_key=KEY)
    mine, others = client_for(host), client_for(ada)
    assert "Remove this message" in mine.get(f"/chat/message/{said.pk}/").content.decode()
    assert "Remove this message" not in others.get(f"/chat/message/{said.pk}/").content.decode()
    assert others.get(f"/chat/room/{KEY}/").status_code == 404
    mine.post(f"/chat/message/{said.pk}/mute/", {"minutes": "60"})
    page = mine.get(f"/chat/room/{KEY}/").content.decode()
    assert "Ada is muted until" in page
    assert "Ada is muted" not in mine.get("/chat/room/table-y/").content.decode()
    mine.post(f"/chat/room/{KEY}/unmute/{Mute.objects.get().pk}/")
    assert "Ada is muted" not in mine.get(f"/chat/room/{KEY}/").content.decode()
    mine.post(f"/chat/room/{KEY}/close/")
    assert Room.objects.get(key=KEY).host_closed
    assert "Reopen the chat" in mine.get(f"/chat/room/{KEY}/").content.decode()
    mine.post(f"/chat/room/{KEY}/close/", {"open": "1"})
    assert not Room.objects.get(key=KEY).host_closed
    mine.post(f"/chat/message/{said.pk}/remove/")
    said.refresh_from_db()
    assert said.removed_by == "host"
