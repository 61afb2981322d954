"""Authors can delete their own messages for five minutes."""

from __future__ import annotations

from chat.core import clock
from chat.messages import rooms
from chat.messages.rooms import RoomAccess, RoomKind
from chat.messages.services import delete_message
from chat.models import Message
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.refusals import code_of


def test_authors_can_delete_a_message_for_five_minutes(
    ada: User, say: Say, announced: list[str]
) -> None:
    said = say(ada, "something unkind")
    clock.move(299)
    delete_message(author=ada, message_id=said.pk)
    said.refresh_from_db()
    assert said.removed_by == Message.Remover.AUTHOR
    assert said.text == "something unkind"  # for moderators
    assert announced == [rooms.topic(said.room_id)] * 2


def test_a_message_cannot_be_deleted_after_five_minutes(ada: User, say: Say) -> None:
    said = say(ada)
    clock.move(301)
    assert code_of(delete_message, author=ada, message_id=said.pk) == "too_late"
    said.refresh_from_db()
    assert said.removed_at is None


def test_deleting_is_idempotent(ada: User, say: Say, announced: list[str]) -> None:
    said = say(ada)
    delete_message(author=ada, message_id=said.pk)
    clock.move(600)
    delete_message(author=ada, message_id=said.pk)
    assert len(announced) == 2


def test_nobody_deletes_another_users_message(ada: User, bruno: User, say: Say) -> None:
    assert code_of(delete_message, author=bruno, message_id=say(ada).pk) == "not_yours"


def test_a_message_of_a_hidden_room_is_not_found(
    ada: User, say: Say, kinds: dict[str, RoomKind]
) -> None:
    kinds["table"] = RoomKind(lambda user, key: RoomAccess(read=True, write=True))
    said = say(ada, room_key="table-x")
    kinds["table"] = RoomKind(lambda user, key: RoomAccess(read=False, write=False))
    assert code_of(delete_message, author=ada, message_id=said.pk) == "no_such_message"
    assert code_of(delete_message, author=ada, message_id=10**12) == "no_such_message"
