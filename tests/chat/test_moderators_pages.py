"""The moderators' pages show everything, and only acts with a reason change it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from chat.admin.row_acts import ActAdmin
from chat.core import clock
from chat.messages.selectors import open_notices
from chat.models import BlockedWord, Message, ModeratorAct, ModeratorNote, Mute, Report
from chat.moderation import services as moderation
from chat.moderation.reports import report_message
from chat.tasks import tidy
from games.services.tables import TableWish, create_table
from lobby.accounts.services import delete_account
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.log_in import client_for, log_in
from tests.support.refusals import code_of

pytestmark = pytest.mark.deep

PAGES = ["room", "message", "report", "mute", "blockedword", "moderatoract"]


@pytest.fixture
def desk(moderator: User) -> Client:
    """Return the moderator's browser."""
    browser = Client()
    log_in(browser, moderator)
    return browser


@pytest.fixture
def report(ada: User, bruno: User, say: Say) -> Report:
    said = say(ada, "an unkind thing")
    return report_message(reporter=bruno, message_id=said.pk, reason="it is unkind")


def _act(desk: Client, page: str, act: str, pk: object, **form: object) -> Any:
    """Post the act's form on the row's page."""
    return desk.post(f"/admin/{page}/{pk}/change/", {"act": act, **form}, follow=True)


@pytest.mark.both
def test_a_search_covers_the_newest_messages_or_all(
    desk: Client, ada: User, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("an old word", "a newer word", "the newest word"):
        say(ada, text)
    monkeypatch.setattr("chat.admin.filters.SEARCHED", 2)

    def found(**query: str) -> list[str]:
        page = desk.get("/admin/chat/message/", query).content.decode()
        return re.findall(r'class="field-text"><a [^>]*>(.*?)<', page)

    assert found() == ["the newest word", "a newer word", "an old word"]
    assert found(q="word") == ["the newest word", "a newer word"]
    assert found(q="word", reach="all") == found()
    assert found(q="old") == []


def test_an_act_requires_a_reason(desk: Client, report: Report) -> None:
    chosen = {"action": "remove", "_selected_action": str(report.message_id)}
    asked = desk.post("/admin/chat/message/", chosen).content.decode()
    assert 'name="reason"' in asked
    desk.post("/admin/chat/message/", {**chosen, "confirmed": "1", "reason": " "})
    page = _act(desk, "chat/message", "remove", report.message_id, reason=" ")
    assert "field is required" in page.content.decode()
    assert not ModeratorAct.objects.exists()


def test_a_message_is_removed_and_restored(desk: Client, report: Report) -> None:
    message = report.message
    assert message is not None
    shown = desk.get(f"/admin/chat/message/{message.pk}/change/").content.decode()
    assert "it is unkind" in shown
    _act(desk, "chat/message", "remove", message.pk, reason="unkind")
    assert Message.objects.get().removed_at is not None
    _act(desk, "chat/message", "restore", message.pk, reason="a mistake")
    assert Message.objects.get().removed_at is None
    again = _act(desk, "chat/message", "restore", message.pk, reason="a mistake")
    assert "was not removed" in again.content.decode()


def test_an_author_is_muted_in_the_room_for_a_time(desk: Client, report: Report) -> None:
    until = "2130-01-01T12:00"
    form = {"reason": "x", "length": "exact", "exactly": until}
    _act(desk, "chat/message", "mute_author", report.message_id, **form)
    mute = Mute.objects.get()
    assert mute.room is not None
    assert mute.until.year in {2129, 2130}
    _act(desk, "chat/mute", "unmute", mute.pk, reason="enough")
    mute.refresh_from_db()
    assert mute.until <= clock.now()


def test_a_word_is_added_with_a_reason_and_removed(desk: Client) -> None:
    desk.post("/admin/chat/blockedword/add/", {"word": "Goose", "reason": "not here"})
    row = BlockedWord.objects.get()
    assert row.key == "goose"
    again = desk.post("/admin/chat/blockedword/add/", {"word": "GOOSE", "reason": "x"})
    assert "already on the list" in again.content.decode()
    _act(desk, "chat/blockedword", "unblock", row.pk, reason="fine")
    assert not BlockedWord.objects.exists()
    acts = ModeratorAct.objects.order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["block word", "unblock word"]


def test_a_room_is_closed(desk: Client, report: Report) -> None:
    assert report.message is not None
    room = report.message.room
    _act(desk, "chat/room", "close", room.pk, reason="late")
    room.refresh_from_db()
    assert room.closed


def test_a_user_is_found_suspended_and_reinstated(desk: Client, ada: User) -> None:
    found = desk.get("/admin/lobby/user/?q=ad").content.decode()
    assert f"/admin/lobby/user/{ada.pk}/change/" in found
    _act(desk, "lobby/user", "suspend", ada.pk, reason="shouting", length="week")
    ada.refresh_from_db()
    assert ada.is_suspended(clock.now())
    assert not ada.is_suspended(clock.now() + timedelta(days=8))
    assert "shouting" in desk.get(f"/admin/lobby/user/{ada.pk}/change/").content.decode()
    _act(desk, "lobby/user", "lift", ada.pk, reason="calm again")
    ada.refresh_from_db()
    assert not ada.is_suspended(clock.now())
    _act(desk, "lobby/user", "suspend", ada.pk, reason="again", length="for good")
    ada.refresh_from_db()
    assert ada.suspended_for_good


def test_moderators_cannot_suspend_each_other_or_appoint(
    desk: Client, moderator: User, ada: User
) -> None:
    page = _act(desk, "lobby/user", "suspend", moderator.pk, reason="x", length="day")
    assert "your own account" in page.content.decode()
    other = User.objects.create_user("Piero", is_staff=True)
    page = _act(desk, "lobby/user", "suspend", other.pk, reason="x", length="day")
    assert "Only superusers" in page.content.decode()
    _act(desk, "lobby/user", "appoint", ada.pk, reason="x")
    ada.refresh_from_db()
    assert not ada.is_staff
    assert not ModeratorAct.objects.exists()


def test_a_user_is_muted_everywhere(desk: Client, ada: User) -> None:
    _act(desk, "lobby/user", "mute", ada.pk, reason="x", length="hour")
    assert Mute.objects.get().room is None


def test_a_page_of_a_user_shows_no_password_and_no_address(desk: Client, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(email="ada@example.org")
    page = desk.get(f"/admin/lobby/user/{ada.pk}/change/").content.decode()
    assert "ada@example.org" not in page
    assert ada.password not in page
    assert ada.password[:12] not in page


def test_nothing_is_added_changed_or_deleted_in_place(
    moderator: User, desk: Client, report: Report
) -> None:
    moderation.record_act(moderator=moderator, act="test", target=report, reason="because")
    root = User.objects.create_superuser("Doge")
    doge = client_for(root)
    act = ModeratorAct.objects.get()
    for browser in (desk, doge):
        for page, pk in (
            ("chat/moderatoract", act.pk),
            ("chat/message", report.message_id),
            ("chat/report", report.pk),
            ("lobby/user", root.pk),
        ):
            assert browser.post(f"/admin/{page}/{pk}/change/", {"reason": "x"}).status_code == 403
            assert browser.post(f"/admin/{page}/{pk}/delete/", {"post": "yes"}).status_code == 403
            assert browser.post(f"/admin/{page}/add/", {}).status_code == 403
    act.refresh_from_db()
    assert act.reason == "because"


def test_no_admin_page_bypasses_the_services() -> None:
    ours = {"chat", "lobby", "auth", "account", "mfa", "usersessions"}
    for model, page in admin.site._registry.items():
        if model._meta.app_label in ours:
            assert isinstance(page, ActAdmin), model


def test_staff_without_the_right_see_nothing(ada: User, report: Report) -> None:
    browser = client_for(ada)
    staff = client_for(User.objects.create_user("Piero", is_staff=True))
    for page in (*(f"chat/{name}" for name in PAGES), "lobby/user"):
        assert browser.get(f"/admin/{page}/").status_code == 302
        assert staff.get(f"/admin/{page}/").status_code == 403


@pytest.mark.both
@pytest.mark.parametrize("page", [*(f"chat/{name}" for name in PAGES), "lobby/user"])
def test_lists_make_the_same_few_queries_however_long(
    desk: Client,
    page: str,
    moderator: User,
    ada: User,
    say: Say,
    django_assert_max_num_queries: Any,
) -> None:
    for number in range(20):
        person = User.objects.create_user(f"person{number}")
        said = say(person)
        report_message(reporter=ada, message_id=said.pk, reason="x")
        until = clock.now() + timedelta(hours=1)
        moderation.mute(moderator=moderator, user=person, room=said.room, until=until, reason="x")
        moderation.block_word(moderator=moderator, word=f"word{number}", reason="x")
    with django_assert_max_num_queries(12):
        assert desk.get(f"/admin/{page}/").status_code == 200
    with django_assert_max_num_queries(12):
        assert desk.get(f"/admin/{page}/?q=person1").status_code == 200


def test_no_page_has_a_select_box_of_all_rows(desk: Client, report: Report, ada: User) -> None:
    for number in range(30):
        User.objects.create_user(f"person{number}")
    for path in (
        *(f"chat/{name}/" for name in PAGES),
        f"chat/report/{report.pk}/change/",
        f"chat/message/{report.message_id}/change/",
        "chat/blockedword/add/",
        f"lobby/user/{ada.pk}/change/",
    ):
        assert "person7" not in desk.get(f"/admin/{path}").content.decode()


def test_lists_and_rows_name_rooms_and_tell_every_time_alike(
    desk: Client, moderator: User, ada: User, bruno: User, say: Say
) -> None:
    User.objects.filter(pk=moderator.pk).update(time_zone="Asia/Tokyo")
    table = create_table(user=ada, game="blanks", wish=TableWish(name="A long evening"))
    said = say(ada, "an unkind thing", room_key=f"table-{table.public_id}")
    Message.objects.filter(pk=said.pk).update(at=datetime(2026, 3, 1, 20, 5, tzinfo=UTC))
    until = datetime(2130, 1, 1, 16, 30, tzinfo=UTC)
    for room in (said.room, None):
        moderation.mute(moderator=moderator, user=ada, room=room, until=until, reason="loud")
    moderation.close_room(moderator=moderator, room=said.room, closed=True, reason="late")
    for path, words in {
        "message/": ["A long evening", "2 Mar 2026, 05:05"],
        f"message/{said.pk}/change/": ["A long evening", "2 Mar 2026, 05:05"],
        "room/": ["A long evening", "closed by a moderator"],
        f"room/{said.room_id}/change/": ["A long evening", "closed by a moderator"],
        "mute/": ["A long evening", "everywhere", "2 Jan 2130, 01:30"],
        "moderatoract/": ["A long evening"],
    }.items():
        page = desk.get(f"/admin/chat/{path}").text
        assert [word for word in words if word not in page] == [], path
        assert said.room.key not in page
        assert "<img" not in page
        assert "to view" not in page


def test_a_persons_page_shows_all_that_matters_and_only_acts_that_apply(
    desk: Client, moderator: User, ada: User, bruno: User, say: Say, report: Report
) -> None:
    report_message(reporter=ada, message_id=say(bruno, "tit for tat").pk, reason="rude")
    create_table(user=ada, game="blanks", wish=TableWish(name="A long evening"))
    until = clock.now() + timedelta(days=1)
    moderation.mute(moderator=moderator, user=ada, until=until, reason="loud")
    assert "loud" in open_notices(ada)[0].text
    _act(desk, "lobby/user", "note", ada.pk, text="talked to her\nby mail")
    page = desk.get(f"/admin/lobby/user/{ada.pk}/change/").text
    for words in (
        *("talked to her by mail", "loud", "everywhere", "an unkind thing", "tit for tat"),
        *("A long evening", "/people/Ada/", "Reports against them: 1", "Reports by them: 1"),
    ):
        assert words in page, words
    offered = re.findall(r'name="act" value="(\w+)"', page)
    assert offered == ["mute", "unmute", "suspend", "note", "password_link"]
    _act(desk, "lobby/user", "unmute", ada.pk, reason="enough")
    _act(desk, "lobby/user", "suspend", ada.pk, listed="Cheating", length="for good")
    page = desk.get(f"/admin/lobby/user/{ada.pk}/change/").text
    offered = re.findall(r'name="act" value="(\w+)"', page)
    assert offered == ["mute", "lift", "note", "password_link"]
    assert "permanently" in page
    delete_account(user=ada)
    assert not ModeratorNote.objects.exists()
    page = desk.get(f"/admin/lobby/user/{ada.pk}/change/").text
    assert 'name="act"' not in page


def test_notes_are_kept_for_a_year_and_lose_names_of_others(
    moderator: User, ada: User, bruno: User
) -> None:
    moderation.write_note(moderator=moderator, user=ada, text="quarrels with Bruno")
    delete_account(user=bruno)
    assert ModeratorNote.objects.get().text == f"quarrels with user {bruno.pk}"
    clock.move(364 * 86400)
    tidy()
    assert ModeratorNote.objects.exists()
    clock.move(2 * 86400)
    tidy()
    assert not ModeratorNote.objects.exists()
    assert code_of(moderation.write_note, moderator=ada, user=ada, text="x") == "not_moderator"
