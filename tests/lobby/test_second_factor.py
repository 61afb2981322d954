"""Tests that staff need a second factor if the site requires it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.test import Client

from chat.live import consumer
from lobby.accounts.second_factor import may_listen
from lobby.models import User
from tests.lobby.conftest import PASSWORD, confirm_password

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]
SET_UP = "/account/2fa/totp/activate/"


@pytest.fixture
def marco(settings: Any) -> User:
    settings.STAFF_SECOND_FACTOR = True
    return User.objects.create_user("Marco", password=PASSWORD, is_staff=True)


def _log_in(*, code: str = "") -> Client:
    browser = Client()
    browser.post("/account/login/", {"login": "Marco", "password": PASSWORD})
    if code:
        browser.post("/account/2fa/authenticate/", {"code": code})
    return browser


def _codes(user: User) -> list[str]:
    """Give the user an authenticator app; return recovery codes.

    The codes are a second factor too, and do not depend on the time.
    """
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"}
    )
    codes: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    return codes


def test_staff_without_a_second_factor_are_sent_to_set_it_up(marco: User) -> None:
    browser = _log_in()
    for page in ("/admin/", "/lobby/", "/settings/"):
        assert browser.get(page).headers.get("Location") == SET_UP, page
        assert browser.post(page).headers.get("Location") == SET_UP, page
    confirm_password(browser)
    assert browser.get(SET_UP).status_code == 200


@pytest.mark.both
def test_staff_need_a_code_once_and_a_second_factor_throughout(marco: User) -> None:
    code = _codes(marco)[0]
    assert _log_in().get("/admin/").headers["Location"].startswith("/admin/login/")
    browser = _log_in(code=code)
    assert browser.get("/lobby/").status_code == 200
    assert browser.get("/admin/").status_code == 200
    assert _log_in(code=code).get("/admin/").status_code == 302
    Authenticator.objects.all().delete()
    assert browser.get("/admin/").headers["Location"] == SET_UP


def test_an_older_session_asks_for_the_second_factor_once(marco: User) -> None:
    browser = _log_in()
    code = _codes(marco)[0]
    where = "/account/2fa/reauthenticate/?next=%2Fadmin%2F"
    assert browser.get("/admin/").headers["Location"] == where
    assert browser.post(where, {"code": code}).headers["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200


def test_pages_of_staff_get_no_updates_without_a_second_factor(marco: User) -> None:
    assert consumer.may_listen.function is may_listen
    listens = async_to_sync(may_listen)
    half, whole = _log_in(), _log_in(code=_codes(marco)[0])
    assert not listens(marco, half.session)
    assert listens(marco, whole.session)
    assert listens(User.objects.create_user("Ada"), half.session)
    assert listens(AnonymousUser(), half.session)


def test_a_setting_waives_it_and_members_do_not_need_it(marco: User, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = False
    assert _log_in().get("/admin/").status_code == 200
    settings.STAFF_SECOND_FACTOR = True
    User.objects.filter(username="Marco").update(is_staff=False)
    assert _log_in().get("/lobby/").status_code == 200


def test_a_password_reset_does_not_bypass_the_second_factor(marco: User) -> None:
    """Reset the password by mail.

    Access to somebody's mailbox must not replace the second factor.
    """
    code = _codes(marco)[0]
    EmailAddress.objects.create(user=marco, email="marco@example.org", primary=True, verified=True)
    browser = Client()
    browser.post("/account/password/reset/", {"email": "marco@example.org"})
    (link,) = re.findall(r"http://testserver(/\S+)", str(mail.outbox[0].body))
    there = browser.get(link).headers["Location"]
    new = "regatta-1315"
    assert browser.post(there, {"password1": new, "password2": new}).status_code == 302
    marco.refresh_from_db()
    assert marco.check_password(new)
    browser.post("/account/login/", {"login": "Marco", "password": new})
    assert browser.get("/admin/").status_code == 302
    browser.post("/account/2fa/authenticate/", {"code": code})
    assert browser.get("/admin/").status_code == 200
