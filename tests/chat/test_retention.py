"""Messages and notices expire; what is still needed stays."""

from __future__ import annotations

from typing import Any

import pytest

from chat.contacts.notices import notify, see_notices
from chat.core import batched_jobs, clock
from chat.core.refusals import ChatCode
from chat.messages import retention, rooms
from chat.messages.rooms import room
from chat.messages.services import mark_read, send_message
from chat.models import Message, Notice, ReadMark, Report, Room
from chat.moderation.reports import report_message
from chat.tasks import tidy
from games.services.seats import leave
from games.services.tables import TableWish, create_table
from lobby.models import User
from tests.support.refusals import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.deep, pytest.mark.usefixtures("unhurried")]

DAY = 24 * 3600


def _texts() -> list[str]:
    return list(Message.objects.order_by("pk").values_list("text", flat=True))


def test_messages_are_kept_for_half_a_year(ada: User, say: Any) -> None:
    say(ada, "old")
    clock.move(179 * DAY)
    say(ada, "new")
    tidy()
    assert _texts() == ["old", "new"]
    clock.move(2 * DAY)
    tidy()
    assert _texts() == ["new"]


def test_zero_days_means_forever(ada: User, say: Any, settings: Any) -> None:
    settings.KEEP_MESSAGES_DAYS = settings.KEEP_NOTICES_DAYS = settings.KEEP_SEEN_NOTICES_DAYS = 0
    say(ada)
    for text in ("seen", "unseen"):
        notify(user=ada, kind="k", text=text)
    see_notices(user=ada, ids=[Notice.objects.get(text="seen").pk])
    clock.move(4000 * DAY)
    tidy()
    assert Message.objects.count() == 1
    assert Notice.objects.count() == 2


def test_reported_messages_stay(ada: User, bruno: User, say: Any) -> None:
    reported = say(ada, "reported")
    say(ada, "not reported")
    report_message(reporter=bruno, message_id=reported.pk, reason="rude")
    clock.move(400 * DAY)
    tidy()
    assert _texts() == ["reported"]
    assert Report.objects.count() == 1


def test_messages_of_a_table_stay_until_it_is_over(ada: User) -> None:
    match = create_table(user=ada, game="blanks", wish=TableWish(name="Long"))
    for key in (f"table-{match.public_id}", f"watch-{match.public_id}", "lobby"):
        Message.objects.create(room=room(key), author=ada, text=key, key=key, at=clock.now())
    clock.move(400 * DAY)
    tidy()
    assert _texts() == [f"table-{match.public_id}", f"watch-{match.public_id}"]
    leave(user=ada, public_id=match.public_id)
    tidy()
    assert _texts() == []


@pytest.mark.both
def test_messages_are_deleted_in_steps(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = room("lobby")
    for number in range(25):
        Message.objects.create(room=lobby, author=ada, text="x", key=str(number), at=clock.now())
    clock.move(400 * DAY)
    monkeypatch.setattr(batched_jobs, "MOST", 10)
    assert retention.forget_messages()
    assert Message.objects.count() == 15
    assert retention.forget_messages()
    assert not retention.forget_messages()


@pytest.mark.both
def test_a_room_is_deleted_with_its_last_message(ada: User, bruno: User) -> None:
    # The read marks of its readers go with it.
    for key in ("table-old", "table-both"):
        said = Message.objects.create(room=room(key), author=ada, text="x", key=key, at=clock.now())
        mark_read(user=bruno, room=said.room, message_id=said.pk)
    clock.move(364 * DAY)
    Message.objects.create(room=room("table-both"), author=ada, text="x", key="n", at=clock.now())
    clock.move(2 * DAY)
    tidy()
    assert [one.key for one in Room.objects.all()] == ["table-both"]
    assert [mark.room.key for mark in ReadMark.objects.all()] == ["table-both"]


@pytest.mark.both
def test_a_message_to_a_room_being_deleted_is_refused(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Room(pk=99, key="lobby")
    monkeypatch.setattr(rooms, "room", lambda key: gone)
    assert (
        code_of(send_message, author=ada, room_key="lobby", text="Hello", key="k")
        == ChatCode.NO_SUCH_ROOM
    )
    assert not Message.objects.exists()


def test_notices_are_deleted_once_seen_or_after_three_months(ada: User) -> None:
    for text in ("seen", "unseen"):
        notify(user=ada, kind="k", text=text)
    see_notices(user=ada, ids=[Notice.objects.get(text="seen").pk])
    clock.move(29 * DAY)
    tidy()
    assert Notice.objects.count() == 2
    clock.move(2 * DAY)
    tidy()
    assert [notice.text for notice in Notice.objects.all()] == ["unseen"]
    clock.move(58 * DAY)
    tidy()
    assert Notice.objects.count() == 1
    clock.move(2 * DAY)
    tidy()
    assert not Notice.objects.exists()
