"""What is pushed to a browser ends with the session in which it was asked for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from chat.models import PushDevice
from config.private import new_push_key
from lobby.people.sessions import forget_expired
from tests.lobby.conftest import PASSWORD, Come, person_of, prove
from tests.support.push_service import PushBrowser


@pytest.fixture
def wanted(come: Come, settings: Settings) -> tuple[Client, Client]:
    """Two browsers of one person, each pushed to."""
    settings.PUSH_LOOPBACK, settings.PUSH_KEY = True, new_push_key()
    here, phone = come("Ada"), Client()
    phone.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    for browser in (here, phone):
        agent = PushBrowser("https://127.0.0.1:1")
        browser.post("/settings/notices/devices/", agent.keys)
    assert PushDevice.objects.count() == 2
    return here, phone


def _is_pushed_to(browser: Client) -> bool:
    return PushDevice.objects.filter(session=browser.session.get("pushes", "none")).exists()


def test_logging_out_ends_it_there_and_nowhere_else(wanted: tuple[Client, Client]) -> None:
    here, phone = wanted
    phone.post("/account/logout/")
    assert PushDevice.objects.count() == 1
    assert _is_pushed_to(here)


@pytest.mark.parametrize("where", ["one", "all"])
def test_a_session_that_is_ended_elsewhere_ends_it(
    wanted: tuple[Client, Client], where: str
) -> None:
    here, phone = wanted
    row = UserSession.objects.get(session_key=phone.session.session_key)
    prove(here)
    here.post("/account/sessions/" if where == "all" else f"/settings/sessions/{row.pk}/end/")
    assert PushDevice.objects.count() == 1
    assert _is_pushed_to(here)


def test_a_new_password_ends_it_in_all_others(wanted: tuple[Client, Client]) -> None:
    here, _phone = wanted
    form = {"oldpassword": PASSWORD, "password1": "regatta-1315", "password2": "regatta-1315"}
    assert here.post("/account/password/change/", form).status_code == 302
    assert PushDevice.objects.count() == 1
    assert _is_pushed_to(here), "the session has a new key, and goes on"


def test_a_session_that_nobody_used_for_long_ends_it(wanted: tuple[Client, Client]) -> None:
    here, phone = wanted
    old = timezone.now() - timedelta(days=1)
    Session.objects.filter(session_key=phone.session.session_key).update(expire_date=old)
    forget_expired()
    assert PushDevice.objects.count() == 1
    assert _is_pushed_to(here)


def test_whoever_has_the_browser_next_keeps_theirs(
    wanted: tuple[Client, Client], come: Come
) -> None:
    """A session of before that ends takes nothing from somebody who uses the browser now."""
    _here, phone = wanted
    device = PushDevice.objects.get(session=phone.session["pushes"])
    bruno = come("Bruno")
    keys = {"endpoint": device.endpoint, "public_key": device.public_key, "secret": device.secret}
    bruno.post("/settings/notices/devices/", keys)
    phone.post("/account/logout/")
    assert PushDevice.objects.get(pk=device.pk).user_id == person_of(bruno).pk
