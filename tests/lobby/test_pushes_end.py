"""Tests that push messages to a browser end with its session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from chat.models import PushDevice
from config.operations.file_permissions import new_push_key
from lobby.accounts.sessions import forget_expired
from tests.lobby.conftest import PASSWORD, SignUp, confirm_password, person_of
from tests.support.push_service import PushBrowser


@pytest.fixture
def wanted(sign_up: SignUp, settings: Settings) -> tuple[Client, Client]:
    """Return two browsers of one person, both with push messages."""
    settings.PUSH_LOOPBACK, settings.PUSH_KEY = True, new_push_key()
    here, phone = sign_up("Ada"), Client()
    phone.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    for browser in (here, phone):
        agent = PushBrowser("https://127.0.0.1:1")
        browser.post("/settings/notices/devices/", agent.keys)
    assert PushDevice.objects.count() == 2
    return here, phone


def _is_pushed_to(browser: Client) -> bool:
    return PushDevice.objects.filter(session=browser.session.get("pushes", "none")).exists()


def _log_out(_here: Client, phone: Client) -> None:
    phone.post("/account/logout/")


def _end_one_elsewhere(here: Client, phone: Client) -> None:
    row = UserSession.objects.get(session_key=phone.session.session_key)
    confirm_password(here)
    here.post(f"/settings/sessions/{row.pk}/end/")


def _end_all_elsewhere(here: Client, _phone: Client) -> None:
    confirm_password(here)
    here.post("/account/sessions/")


def _take_a_new_password(here: Client, _phone: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": "regatta-1315", "password2": "regatta-1315"}
    assert here.post("/account/password/change/", form).status_code == 302


def _stay_away(_here: Client, phone: Client) -> None:
    old = timezone.now() - timedelta(days=1)
    Session.objects.filter(session_key=phone.session.session_key).update(expire_date=old)
    forget_expired()


ENDS = [_log_out, _end_one_elsewhere, _end_all_elsewhere, _take_a_new_password, _stay_away]


@pytest.mark.parametrize("end", ENDS)
def test_ending_a_session_stops_push_on_that_device_only(
    wanted: tuple[Client, Client], end: Callable[[Client, Client], None]
) -> None:
    here, phone = wanted
    end(here, phone)
    assert PushDevice.objects.count() == 1
    assert _is_pushed_to(here), "it goes on, perhaps under a new key"


def test_the_next_user_of_the_browser_keeps_their_push(
    wanted: tuple[Client, Client], sign_up: SignUp
) -> None:
    """End a former session in a browser that somebody else uses now.

    The new user's push messages must go on.
    """
    _here, phone = wanted
    device = PushDevice.objects.get(session=phone.session["pushes"])
    bruno = sign_up("Bruno")
    keys = {"endpoint": device.endpoint, "public_key": device.public_key, "secret": device.secret}
    bruno.post("/settings/notices/devices/", keys)
    phone.post("/account/logout/")
    assert PushDevice.objects.get(pk=device.pk).user_id == person_of(bruno).pk
