"""Notices are delivered as each person wants, to real mail and push servers."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from chat import tasks
from chat.contacts.blocks import block
from chat.contacts.notices import notify, notify_many, see_notices, withdraw_notices
from chat.core import clock
from chat.core.clock import now
from chat.delivery import endpoints, mail, sender
from chat.delivery.history import last_deliveries
from chat.delivery.kinds import ROWS, WAYS, Result
from chat.delivery.preferences import (
    next_hour,
    preferences_of,
    quiet_until,
    set_choices,
    set_times,
)
from chat.delivery.push import add_device
from chat.messages.selectors import open_notices
from chat.models import Delivery, Notice, NoticePreferences, PushDevice
from lobby.models import User
from tests.chat.conftest import ADDRESS, push_device
from tests.support.deliveries import deliver_due
from tests.support.post_office import PostOffice, text_of
from tests.support.push_service import PushBrowser, PushService, SilentService, silent_service

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("service")]

EVERY_WAY = dict.fromkeys(ROWS, WAYS)
MINUTE, HOUR, DAY = 60, 3600, 86400


def _tell(person: User, kind: str = "invitation", **other: Any) -> Notice:
    notice = notify(user=person, kind=kind, text="Come to the table.", url="/m/abc/", **other)
    assert notice is not None
    return notice


def _fates() -> list[tuple[str, str]]:
    return list(Delivery.objects.order_by("pk").values_list("way", "fate"))


# --- Every channel


@pytest.mark.parametrize("kind", [kind for row in ROWS.values() for kind in row.kinds])
def test_each_kind_arrives_by_each_way_once(
    ada: User, office: PostOffice, reached: PushBrowser, kind: str
) -> None:
    notice = _tell(ada, kind)
    clock.move(3 * MINUTE)
    deliver_due()
    deliver_due()
    assert open_notices(ada) == [notice]
    (letter,) = office.to(ADDRESS)
    assert "Come to the table." in text_of(letter)
    assert "https://ridotto.example/m/abc/" in text_of(letter)
    (shown,) = reached.shown
    assert (shown["body"], shown["url"]) == ("Come to the table.", "/m/abc/")
    assert shown["tag"] == reached.headers[0]["topic"] == f"notice-{notice.pk}"
    assert _fates() == [("mail", "sent"), ("push", "sent")]


def test_by_default_a_user_gets_push_and_no_mail(
    ada: User, office: PostOffice, service: PushService
) -> None:
    EmailAddress.objects.create(user=ada, email=ADDRESS, primary=True, verified=True)
    browser = push_device(ada, service)
    _tell(ada)
    _tell(ada, "options")
    deliver_due()
    assert office.taken == []
    assert len(browser.shown) == 1
    assert len(open_notices(ada)) == 2


def test_a_kind_turned_off_on_the_site_is_not_in_the_bell(
    ada: User, office: PostOffice, reached: PushBrowser
) -> None:
    set_choices(user=ada, choices={**EVERY_WAY, "invitation": ["mail"]})
    _tell(ada)
    notify_many(kind="invitation", told={ada.pk: "And again."}, url="/m/x/", instead_of="/m/x/")
    deliver_due()
    assert open_notices(ada) == []
    assert len(office.to(ADDRESS)) == 2
    assert reached.shown == []


def test_unconfirmed_addresses_get_nothing(ada: User, office: PostOffice) -> None:
    EmailAddress.objects.create(user=ada, email=ADDRESS, primary=True, verified=False)
    set_choices(user=ada, choices=EVERY_WAY)
    _tell(ada)
    assert _fates() == []


@pytest.mark.both
def test_a_notice_and_its_deliveries_are_stored_atomically(
    ada: User, reached: PushBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Delivery.objects, "bulk_create", lambda _rows: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        _tell(ada)
    assert not Notice.objects.exists()


# --- Moves


@pytest.mark.parametrize("seen", [False, True])
def test_a_move_made_before_the_delivery_sends_nothing(
    ada: User, office: PostOffice, reached: PushBrowser, seen: bool
) -> None:
    _tell(ada, "move")
    if seen:
        see_notices(user=ada)
    withdraw_notices(user=ada, kind="move", url="/m/abc/")
    clock.move(5 * MINUTE)
    deliver_due()
    assert office.taken == []
    assert reached.shown == []


def test_a_move_made_during_other_deliveries_sends_nothing(
    ada: User, office: PostOffice, reached: PushBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    _tell(ada, "invitation")
    notify(user=ada, kind="move", text="It's your turn.", url="/m/xyz/")
    clock.move(5 * MINUTE)
    sent = mail._sent

    def and_then_moved(*given: Any) -> Any:
        withdraw_notices(user=ada, kind="move", url="/m/xyz/")
        return sent(*given)

    monkeypatch.setattr(mail, "_sent", and_then_moved)
    deliver_due()
    assert [text_of(one).splitlines()[0] for one in office.taken] == ["Come to the table."]
    assert [shown["body"] for shown in reached.shown] == ["Come to the table."]


def test_late_deliveries_are_dropped(ada: User, office: PostOffice, reached: PushBrowser) -> None:
    _tell(ada, "auction-reminder", until=now() + timedelta(minutes=1))
    clock.move(2 * MINUTE)
    deliver_due()
    assert office.taken == []
    assert {fate for _way, fate in _fates()} == {"late"}


def test_a_replacing_notice_does_not_lose_a_delivery_in_progress(
    ada: User, office: PostOffice, reached: PushBrowser
) -> None:
    for day in (1, 2):
        told = {ada.pk: f"Day {day}."}
        notify_many(kind="auction", told=told, url=f"/m/x/?day={day}", instead_of="/m/x/")
    deliver_due()
    assert [notice.text for notice in open_notices(ada)] == ["Day 2."]
    assert [text_of(one).splitlines()[0] for one in office.to(ADDRESS)] == ["Day 1.", "Day 2."]


# --- Changed settings and deleted people


def _set(ada: User, **columns: Any) -> None:
    User.objects.filter(pk=ada.pk).update(**columns)


HAPPENS: dict[str, Callable[[User, User], object]] = {
    "unwanted": lambda ada, _bruno: set_choices(user=ada, choices={}),
    "suspended": lambda ada, _bruno: _set(ada, suspended_until=now() + timedelta(days=1)),
    "gone": lambda ada, _bruno: _set(ada, is_active=False),
    "blocked": lambda ada, bruno: block(blocker=ada, blocked=bruno),
}


@pytest.mark.parametrize("happens", HAPPENS.values(), ids=HAPPENS)
def test_preferences_are_read_at_delivery(
    ada: User, bruno: User, office: PostOffice, reached: PushBrowser, happens: Any
) -> None:
    _tell(ada, by=bruno)
    happens(ada, bruno)
    deliver_due()
    assert office.taken == []
    assert reached.shown == []
    assert {fate for _way, fate in _fates()} == {"unwanted"}


# --- Quiet hours and digests

ROME = ZoneInfo("Europe/Rome")


def _at(day: int, hour: int, minute: int = 0, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=ROME).astimezone(UTC)


@pytest.mark.parametrize(
    ("hour", "until"),
    [(21, None), (22, 7), (23, 7), (3, 7), (6, 7), (7, None), (12, None)],
)
def test_quiet_hours_use_the_users_zone_and_span_midnight(hour: int, until: int | None) -> None:
    wishes = NoticePreferences(quiet_from=22, quiet_to=7)
    found = quiet_until(wishes, ROME, _at(10, hour, 30 if until else 0))
    assert found == (until and _at(10 + (hour >= 22), until))


def test_quiet_hours_follow_the_calendar_when_clocks_change() -> None:
    assert next_hour(7, ROME, _at(24, 22, month=10)) == _at(25, 7, month=10)
    assert _at(25, 7, month=10) - _at(24, 22, month=10) == timedelta(hours=10)


def test_quiet_hours_hold_deliveries_back(
    ada: User, office: PostOffice, reached: PushBrowser
) -> None:
    hour = now().hour  # ada's time zone is UTC
    set_times(user=ada, quiet_from=hour, quiet_to=(hour + 2) % 24, digest_hour=None)
    _tell(ada)
    deliver_due()
    assert office.taken == []
    assert reached.shown == []
    clock.move(2 * HOUR)
    deliver_due()
    assert len(office.taken) == len(reached.shown) == 1


def test_a_digest_holds_a_day_of_unseen_notices(
    ada: User, office: PostOffice, reached: PushBrowser
) -> None:
    set_times(user=ada, quiet_from=None, quiet_to=None, digest_hour=(now().hour + 3) % 24)
    for number in (1, 2, 3):
        notify(user=ada, kind="invitation", text=f"Table {number}.", url="/m/abc/")
    see_notices(user=ada, ids=[open_notices(ada)[-1].pk])
    deliver_due()
    assert office.taken == []
    assert len(reached.shown) == 3  # push messages do not wait for it
    clock.move(4 * HOUR)
    deliver_due()
    (letter,) = office.to(ADDRESS)
    assert letter["Subject"].endswith("Your day at Ridotto")
    assert re.findall(r"Table \d", text_of(letter)) == ["Table 2", "Table 3"]
    assert letter["Message-ID"].startswith("<digest-")


# --- Failures


@pytest.mark.both
def test_a_crash_after_sending_repeats_with_the_same_message_id(
    ada: User, office: PostOffice, reached: PushBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sender, "_note", lambda *_: None)  # killed before it could record anything
        _tell(ada)
        deliver_due()
    deliver_due()
    assert len(office.taken) == len(reached.shown) == 1
    clock.move(3 * MINUTE)
    deliver_due()
    clock.move(DAY)
    deliver_due()
    first, again = office.to(ADDRESS)
    assert first["Message-ID"] == again["Message-ID"]
    assert len({shown["tag"] for shown in reached.shown}) == 1
    assert len(reached.shown) == 2


@pytest.mark.both
def test_a_crash_before_sending_loses_nothing(
    ada: User, office: PostOffice, reached: PushBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(mail, "send_letters", lambda *_, **__: 1 / 0)
        _tell(ada)
        with pytest.raises(ZeroDivisionError):
            deliver_due()
    clock.move(3 * MINUTE)
    deliver_due()
    assert len(office.taken) == len(reached.shown) == 1


def test_pauses_grow_until_a_delivery_fails_and_is_shown(
    ada: User, office: PostOffice, reached: PushBrowser
) -> None:
    office.refuses[ADDRESS] = "451 later"
    reached.answers = [503] * 20
    _tell(ada)
    pauses = []
    for _try in range(len(sender.PAUSES) + 1):
        deliver_due()
        waiting = Delivery.objects.filter(fate="").order_by("-due_at").first()
        if waiting is not None:
            pauses.append(waiting.due_at - now())
            clock.move((waiting.due_at - now()).total_seconds() + 1)
    assert pauses == sorted(pauses)
    assert pauses[-1] > timedelta(hours=23)
    assert _fates() == [("mail", "gave up"), ("push", "gave up")]
    push, letter = (line.said for line in last_deliveries(ada))
    assert "8 tries" in push and "503" in push
    assert "8 tries" in letter and "temporarily rejected" in letter


def test_an_unreachable_mail_server_is_tried_again(
    ada: User, office: PostOffice, reached: PushBrowser, settings: Settings
) -> None:
    settings.EMAIL_PORT = 1
    _tell(ada)
    deliver_due()
    assert Delivery.objects.get(way="mail").fault == "unreachable"
    settings.EMAIL_PORT = office.port
    clock.move(3 * MINUTE)
    deliver_due()
    assert len(office.taken) == 1


def test_a_dead_address_is_noticed_and_shown_until_a_test_arrives(
    ada: User, office: PostOffice, reached: PushBrowser, client: Client
) -> None:
    client.force_login(ada)
    office.refuses[ADDRESS] = "550 no such user"
    _tell(ada)
    deliver_due()
    assert preferences_of(ada).dead_address == ADDRESS
    assert "ada@example.org have failed since" in client.get("/settings/notices/").text
    _tell(ada)
    assert Delivery.objects.filter(way="mail").count() == 1
    del office.refuses[ADDRESS]
    client.post("/settings/notices/test/")
    deliver_due()
    assert "have failed since" not in client.get("/settings/notices/").text
    assert len(office.to(ADDRESS)) == 1


def test_a_gone_device_is_removed_and_shown(
    ada: User, reached: PushBrowser, client: Client
) -> None:
    reached.answers = [410]
    _tell(ada)
    deliver_due()
    assert ("push", "refused") in _fates()
    _tell(ada)
    assert Delivery.objects.filter(way="push").count() == 1
    client.force_login(ada)
    assert "no longer accepts push" in client.get("/settings/notices/").text


def test_a_failing_device_does_not_repeat_the_others(
    ada: User, service: PushService, reached: PushBrowser
) -> None:
    other = push_device(ada, service)
    other.answers = [503]
    _tell(ada)
    deliver_due()
    clock.move(3 * MINUTE)
    deliver_due()
    assert len(reached.shown) == len(other.shown) == 1


def test_a_redirect_is_not_followed(ada: User, service: PushService, reached: PushBrowser) -> None:
    reached.answers = [307]
    _tell(ada)
    deliver_due()
    assert ("push", "refused") in _fates()
    assert len(service.asked) == 1
    assert service.asked[0] in service.browsers
    assert service.wrong == []


# --- Slow push services


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[SilentService]:
    monkeypatch.setattr(endpoints, "SECONDS", 0.4)
    with silent_service() as service:
        yield service


def _add_silent(person: User, silent: SilentService) -> PushDevice:
    return add_device(user=person, name="Silent", **PushBrowser(silent.origin).keys)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of faults of tries so far, in the order in which they were recorded."""
    noted: list[str] = []
    note = sender._note

    def and_list(rows: Any, result: Result, *address: str) -> None:
        noted.append(result.fault)
        note(rows, result, *address)

    monkeypatch.setattr(sender, "_note", and_list)
    return noted


@pytest.mark.both
def test_a_silent_push_service_delays_nobody_else(
    ada: User, bruno: User, service: PushService, silent: SilentService, faults: list[str]
) -> None:
    for _device in range(3):
        _add_silent(bruno, silent)
    browsers = [push_device(ada, service) for _device in range(3)]
    _tell(bruno)
    _tell(ada)
    deliver_due()
    assert faults == ["", "", "", "timed out", "timed out", "timed out"]
    assert all(browser.shown for browser in browsers)
    assert silent.most == 1  # one at a time to each host
    assert silent.asked == 3


def test_a_message_that_comes_meanwhile_does_not_wait_for_a_silent_service(
    ada: User,
    bruno: User,
    service: PushService,
    silent: SilentService,
    faults: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sender, "POLL", 0.05)
    _add_silent(bruno, silent)
    push_device(ada, service)
    _tell(bruno)

    def and_tell(*given: Any, **named: Any) -> Any:
        if not Notice.objects.filter(user=ada).exists():
            _tell(ada)
        return wait(*given, **named)

    monkeypatch.setattr("chat.delivery.sender.wait", and_tell)
    deliver_due()
    assert faults == ["", "timed out"]


@pytest.mark.both
def test_a_silent_endpoint_rests_longer_each_time_and_is_dropped_after_a_day(
    ada: User, service: PushService, silent: SilentService
) -> None:
    device = _add_silent(ada, silent)
    tried: list[datetime] = []  # runs in which it was asked
    asked = 0
    while device.gone_at is None:
        _tell(ada)
        deliver_due()
        if silent.asked > asked:
            tried.append(now())
            asked = silent.asked
        clock.move(20 * MINUTE)
        device.refresh_from_db()
    assert silent.asked == 7
    rests = [later - earlier for earlier, later in pairwise(tried)]
    hours = [round(rest.total_seconds() / HOUR) for rest in rests]
    assert hours == [0, 1, 3, 6, 14]
    assert Delivery.objects.filter(fate="refused", fault="timed out").count() == 1
    _tell(ada)
    deliver_due()
    assert silent.asked == 7


def test_a_silent_endpoint_that_answers_again_is_as_good_as_new(
    ada: User, reached: PushBrowser
) -> None:
    PushDevice.objects.update(timeouts=3, rests_until=now() + timedelta(hours=1))
    _tell(ada)
    deliver_due()
    assert reached.shown == []
    clock.move(HOUR + MINUTE)
    deliver_due()
    assert len(reached.shown) == 1
    device = PushDevice.objects.get()
    assert (device.timeouts, device.rests_until) == (0, None)


def test_mail_and_push_do_not_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, pushed = threading.Event(), threading.Event()
    monkeypatch.setattr(sender, "SENDERS", {"mail": ended.wait, "push": pushed.set})
    try:
        tasks.deliver(helps=True)
        assert pushed.wait(10)
    finally:
        ended.set()
