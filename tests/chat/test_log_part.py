"""The message list of open pages: additions, removals and blocked authors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from chat.contacts.blocks import block, unblock
from chat.core import clock
from chat.messages import rooms
from chat.messages.fragments import chat_window
from chat.messages.message_list import ChatLog
from chat.messages.rooms import RoomAccess, RoomKind
from chat.messages.selectors import HISTORY
from chat.messages.services import delete_message, mark_read
from chat.moderation import services as moderation
from chat.people import Viewer
from lobby.models import User
from tests.chat.conftest import Say

Open = Callable[..., ChatLog]


@pytest.fixture
def opened(db: Any) -> Open:
    """Return a function that opens a viewer's page and returns its message list."""

    def open_page(viewer: Viewer, key: str = rooms.LOBBY) -> ChatLog:
        parts = {part.id: part for part in chat_window(viewer, key, label="The lobby")}
        log = parts["chat-log"]
        assert isinstance(log, ChatLog)
        log.html()
        return log

    return open_page


def test_a_new_message_is_appended_once_for_all_and_announced_to_others(
    ada: User, bruno: User, say: Say, opened: Open
) -> None:
    pages = [opened(ada), opened(bruno)]
    said = say(ada, "hello")
    for page, aloud in zip(pages, (False, True), strict=True):
        sent = page.changes()
        assert f'id="chat-{said.pk}"' in sent
        assert 'hx-swap-oob="beforeend:#chat-log"' in sent
        assert ('data-say="Ada says: hello"' in sent) == ("data-say" in sent) == aloud
        assert page.changes() == ""


def test_a_page_starts_with_the_last_hundred_messages(ada: User, say: Say, opened: Open) -> None:
    for number in range(HISTORY + 5):
        clock.move(2)
        say(ada, f"number {number};")
    shown = opened(ada).html()
    assert shown.count("<li") == HISTORY
    assert "number 4;" not in shown
    assert shown.index("number 5;") < shown.index(f"number {HISTORY + 4};")


def test_a_removed_message_leaves_open_pages_and_returns_when_restored(
    ada: User, bruno: User, moderator: User, say: Say, opened: Open
) -> None:
    said, other = say(ada, "an unkind thing"), say(ada, "fine")
    page = opened(bruno)
    moderation.remove_message(moderator=moderator, message=said, reason="unkind")
    gone = page.changes()
    assert f'id="chat-{said.pk}" hx-swap-oob="true"' in gone
    assert "unkind" not in gone
    assert f"chat-{other.pk}" not in gone
    assert page.changes() == ""
    moderation.restore_message(moderator=moderator, message=said, reason="a mistake")
    assert "an unkind thing" in page.changes()
    assert page.changes() == ""


def test_a_deleted_message_leaves_open_pages(
    ada: User, bruno: User, say: Say, opened: Open
) -> None:
    said = say(ada, "a slip")
    page = opened(bruno)
    delete_message(author=ada, message_id=said.pk)
    assert "a slip" not in page.changes()
    assert "a slip" not in page.changes(whole=True)
    assert "a slip" not in opened(bruno).html()


def test_a_message_deleted_before_it_was_sent_shows_no_text(
    ada: User, bruno: User, say: Say, opened: Open
) -> None:
    mine, others = opened(ada), opened(bruno)
    said = say(ada, "a slip")
    delete_message(author=ada, message_id=said.pk)
    sent = others.changes()
    assert "a slip" not in sent
    assert "<li" in sent
    sent = mine.changes()  # it replaces the answer to the post
    assert sent.count(f'id="chat-{said.pk}"') == 2
    assert f'id="chat-{said.pk}" data-mine hx-swap-oob="true"' in sent


def test_a_blocked_persons_messages_are_hidden_from_the_blocker_only(
    ada: User, bruno: User, say: Say, opened: Open
) -> None:
    say(bruno, "from Bruno")
    page, others = opened(ada), opened(bruno)
    block(blocker=ada, blocked=bruno)
    assert "from Bruno" not in page.changes()
    say(bruno, "more from them")
    assert "more from them" not in page.changes()
    assert "more from them" in others.changes()
    assert "from Bruno" not in opened(ada).html()
    unblock(blocker=ada, blocked=bruno)
    assert "more from them" in page.changes()


def test_a_page_is_unchanged_after_a_reconnect_without_events(
    ada: User, say: Say, opened: Open
) -> None:
    say(ada)
    page = opened(ada)
    drawn = page.html()
    assert page.changes(whole=True).replace(' hx-swap-oob="true"', "") == drawn


def test_blocking_and_unblocking_always_update_a_page(
    ada: User, bruno: User, say: Say, opened: Open
) -> None:
    say(ada)
    page = opened(ada)
    before = page.html()
    say(bruno)
    page.changes()
    block(blocker=ada, blocked=bruno)
    digest = before.partition('data-part="')[2][:12]
    assert digest not in page.changes()


def test_spectators_messages_are_marked(
    ada: User, bruno: User, say: Say, opened: Open, kinds: dict[str, RoomKind]
) -> None:
    kinds["watch"] = RoomKind(
        lambda user, key: RoomAccess(read=user == bruno, write=True), mark="spectator"
    )
    kinds["table"] = RoomKind(
        lambda user, key: RoomAccess(
            read=True, write=True, show_also=("watch-x",), hues={bruno.pk: 7}
        )
    )
    page, watching = opened(ada, "table-x"), opened(bruno, "watch-x")
    assert set(page.topics) >= {rooms.topic(rooms.room(key).pk) for key in ("table-x", "watch-x")}
    say(bruno, "nice play", room_key="watch-x")
    sent = page.changes()
    assert "spectator</span>" in sent
    assert 'data-hue="7"' in sent
    say(ada, "thanks", room_key="table-x")
    assert "spectator" not in page.changes()
    assert "thanks" not in watching.changes()


def test_a_viewer_who_loses_access_is_sent_nothing(
    ada: User, bruno: User, say: Say, opened: Open, kinds: dict[str, RoomKind]
) -> None:
    kinds["table"] = RoomKind(lambda user, key: RoomAccess(read=True, write=True))
    page = opened(bruno, "table-x")
    kinds["table"] = RoomKind(lambda user, key: RoomAccess(read=user == ada, write=True))
    say(ada, "between us", room_key="table-x")
    assert "between us" not in page.changes()
    assert "between us" not in page.changes(whole=True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ('"><img src=x onerror=alert(1)>', "&lt;img"),
        ("<!--csrf-->", "&lt;!--csrf--&gt;"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("http://a.example/\"onmouseover='x'", "&quot;onmouseover=&#x27;x"),
    ],
)
def test_messages_are_escaped(
    ada: User, bruno: User, say: Say, opened: Open, text: str, shown: str
) -> None:
    say(ada, text)
    page = opened(bruno).html()
    assert shown in page
    for bad in ("<script", "<img", " onmouseover=", 'href="javascript', "<!--csrf-->"):
        assert bad not in page


def test_links_open_in_a_new_tab_without_referrer(ada: User, say: Say, opened: Open) -> None:
    say(ada, "see https://example.org/a?b=1&c=2.")
    page = opened(ada).html()
    assert (
        '<a href="https://example.org/a?b=1&amp;c=2"'
        ' rel="nofollow noopener noreferrer ugc" target="_blank">' in page
    )


def test_authors_who_deleted_their_account_have_no_name(ada: User, say: Say, opened: Open) -> None:
    say(ada, "remember me")
    User.objects.filter(pk=ada.pk).update(deleted_at=clock.now())
    page = opened(User.objects.create_user("Bruno")).html()
    assert "a deleted user" in page
    assert "Ada" not in page
    User.objects.get(pk=ada.pk).delete()
    page = opened(User.objects.get(username="Bruno")).html()
    assert "a deleted user" in page
    assert "remember me" in page


def test_times_are_in_the_viewers_zone(ada: User, say: Say, opened: Open) -> None:
    said = say(ada)
    type(said).objects.update(at="2026-01-02T23:30:00Z")
    ada.time_zone = "Europe/Rome"
    assert "3 Jan 00:30" in opened(ada).html()


def test_messages_since_the_last_visit_are_marked_new(
    ada: User, bruno: User, say: Say, opened: Open
) -> None:
    say(bruno, "before her first visit")
    assert "data-new" not in opened(ada).html()
    say(ada, "I was here")
    later = say(bruno, "while she was away")
    page = opened(ada)
    assert page.html().count("data-new") == 1
    say(bruno, "while she looks")
    assert "data-new" not in page.changes()
    mark_read(user=ada, room=later.room, message_id=later.pk + 1)
    assert "data-new" not in opened(ada).html()


@pytest.mark.both
def test_an_update_makes_few_queries_however_long_the_room(
    ada: User, bruno: User, say: Say, opened: Open, django_assert_max_num_queries: Any
) -> None:
    for _ in range(30):
        clock.move(2)
        say(bruno)
    page = opened(ada)
    say(bruno)
    with (
        translation.override("en"),
        django_assert_max_num_queries(5),
    ):  # one query asks PostgreSQL for the time
        page.changes()
