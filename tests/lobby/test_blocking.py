"""Tests that people who block each other do not read, see or invite each other."""

from __future__ import annotations

from typing import Any

import pytest

from chat.contacts.blocks import block, unblock
from chat.contacts.notices import notify
from chat.live import presence
from chat.messages import rooms
from chat.messages.fragments import chat_window, who_is_here
from chat.messages.selectors import count_open_notices, hidden_ids, open_notices
from chat.messages.services import send_message
from chat.models import Notice
from games.models import Invitation, Match
from games.selectors.lists import invited_tables, tables_for
from games.services import table_access
from games.services.seats import join
from games.services.table_access import is_invited
from games.services.tables import TableWish, create_table
from lobby.models import User
from lobby.tables.lists import Filters
from tests.support.log_in import client_for
from tests.support.refusals import code_of

PAIRS = [("Ada", "Bruno"), ("Bruno", "Ada")]


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_user("Ada")


@pytest.fixture
def bruno(db: Any) -> User:
    return User.objects.create_user("Bruno")


@pytest.fixture(params=PAIRS, ids=["ada blocks", "bruno blocks"])
def blocked(request: Any, ada: User, bruno: User) -> tuple[User, User]:
    """Return Ada and Bruno after one has blocked the other, in both directions."""
    people = {"Ada": ada, "Bruno": bruno}
    blocker, other = (people[name] for name in request.param)
    block(blocker=blocker, blocked=other)
    return ada, bruno


def _table(owner: User, **wish: Any) -> Match:
    wanted = TableWish(name="Behind the arras", least=2, most=4, **wish)
    return create_table(user=owner, game="blanks", wish=wanted)


def _chat(user: User, key: str) -> str:
    return "".join(part.html() for part in chat_window(user, key, label="x"))


def test_blocked_people_do_not_read_each_other_even_at_a_table(blocked: tuple[User, User]) -> None:
    ada, bruno = blocked
    match = _table(ada, access="open")
    join(user=bruno, public_id=match.public_id)
    for room in (rooms.LOBBY, f"table-{match.public_id}"):
        for author, reader in ((ada, bruno), (bruno, ada)):
            said = send_message(author=author, room_key=room, text="hear me", key=f"{room}{author}")
            assert f"chat-{said.pk}" in _chat(author, room)
            assert f"chat-{said.pk}" not in _chat(reader, room)
            assert client_for(reader).get(f"/chat/message/{said.pk}/").status_code == 404


def test_blocked_people_do_not_see_each_others_presence(blocked: tuple[User, User]) -> None:
    ada, bruno = blocked
    for person in blocked:
        presence.enter(person, "lobby", f"page of {person}")
    assert "Bruno" not in who_is_here(ada, "lobby").html()
    assert "Ada" not in who_is_here(bruno, "lobby").html()
    carla = User.objects.create_user("Carla")
    shown = who_is_here(carla, "lobby").html()
    assert "Ada" in shown
    assert "Bruno" in shown


def test_blocked_people_get_no_notices_about_each_other(ada: User, bruno: User) -> None:
    notify(user=bruno, kind="x", text="Ada did", by=ada)
    notify(user=ada, kind="x", text="Bruno did", by=bruno)
    notify(user=ada, kind="x", text="the house did")
    block(blocker=bruno, blocked=ada)
    assert [one.text for one in open_notices(ada)] == ["the house did"]
    assert count_open_notices(bruno) == 0
    for user, by in ((ada, bruno), (bruno, ada)):
        assert notify(user=user, kind="x", text="again", by=by) is None
    assert Notice.objects.count() == 3
    unblock(blocker=bruno, blocked=ada)
    assert count_open_notices(bruno) == 1


def test_blocked_people_cannot_invite_each_other(blocked: tuple[User, User]) -> None:
    ada, bruno = blocked
    match = _table(ada, access="invite")
    Invitation.objects.create(match=match, user=bruno, by=ada, at=match.created_at)
    assert not is_invited(match, bruno)
    assert not invited_tables(tables_for(bruno, Filters()))


def test_inviting_somebody_you_blocked_is_refused_with_the_reason(ada: User, bruno: User) -> None:
    match = _table(ada, access="invite")
    block(blocker=ada, blocked=bruno)
    assert (
        code_of(table_access.invite, user=ada, public_id=match.public_id, name="Bruno")
        == "blocked_by_you"
    )
    assert not Invitation.objects.exists()


def test_a_player_is_warned_before_joining_somebody_they_blocked(ada: User, bruno: User) -> None:
    match = _table(ada, access="open")
    locked = _table(ada, access="password", password="arras")
    token = table_access.make_link(user=ada, public_id=match.public_id).token
    pages = (
        "/lobby/", f"/m/{match.public_id}/", f"/m/{match.public_id}/come/{token}/",
        f"/m/{locked.public_id}/",
    )  # fmt: skip
    words = "Ada, whom you have blocked"
    for page in pages:
        assert words not in client_for(bruno).get(page).text, page
    block(blocker=bruno, blocked=ada)
    for page in pages:
        assert words in client_for(bruno).get(page).text, page
    assert "data-confirm" in client_for(bruno).get(pages[1]).text


def test_nobody_learns_who_has_blocked_them(ada: User, bruno: User) -> None:
    match = _table(ada, access="open")
    block(blocker=ada, blocked=bruno)
    page = client_for(bruno).get(f"/m/{match.public_id}/").content.decode()
    assert "you have blocked" not in page
    assert hidden_ids(bruno) == {ada.pk}
