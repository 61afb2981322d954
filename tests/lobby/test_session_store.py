"""Tests that sessions are read from the database and belong to their owner."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from lobby.accounts.sessions import SessionStore
from lobby.models import User
from tests.lobby.conftest import PASSWORD, SignUp, is_logged_in, person_of
from tests.support.log_in import log_in

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def _key(browser: Client) -> str:
    return browser.cookies["sessionid"].value


def _ask(session: Any) -> User | AnonymousUser:
    """Return the user of a session, as a request finds them."""
    request = HttpRequest()
    request.session = session
    return get_user(request)


# --- Sessions of others


def test_the_session_decides_the_user_whatever_the_list_says(sign_up: SignUp) -> None:
    ada, bruno = sign_up("Ada"), sign_up("Bruno")
    key = _key(ada)
    listed = UserSession.objects.filter(session_key=key)
    for unlist in (lambda: listed.update(user=person_of(bruno)), listed.delete):
        unlist()
        assert _ask(SessionStore(key)) == person_of(ada)


def test_an_anonymous_session_that_is_listed_stays_anonymous(sign_up: SignUp) -> None:
    sign_up("Ada")
    session = SessionStore()
    session["planted"] = "yes"
    session.save()
    UserSession.objects.update(session_key=session.session_key)
    assert not _ask(SessionStore(session.session_key)).is_authenticated


# --- Accounts that have changed


@pytest.mark.parametrize(
    "change", [{"is_active": False}, {"session_epoch": 7}, {"password": "!"}], ids=str
)
def test_a_user_who_may_no_longer_log_in_is_out_at_the_next_request(
    sign_up: SignUp, change: dict[str, Any]
) -> None:
    ada = sign_up("Ada")
    assert is_logged_in(ada)
    User.objects.update(**change)
    assert not is_logged_in(ada)


def test_a_session_of_a_deleted_user_is_anonymous(guest: Client) -> None:
    key = _key(guest)
    assert _ask(SessionStore(key)).is_authenticated
    User.objects.get().delete()
    assert not _ask(SessionStore(key)).is_authenticated


# --- Expired sessions


def _expired(key: str) -> None:
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))


def _spoilt(key: str) -> None:
    Session.objects.filter(pk=key).update(session_data="spoilt")


def _of_another_secret(key: str) -> None:
    row = Session.objects.get(pk=key)
    Session.objects.filter(pk=key).update(session_data=row.session_data[:-2] + "xx")


def _ended(key: str) -> None:
    Session.objects.filter(pk=key).delete()


@pytest.mark.parametrize("end", [_expired, _spoilt, _of_another_secret, _ended])
def test_an_ended_session_behaves_as_in_django(sign_up: SignUp, end: Any) -> None:
    key = _key(sign_up("Ada"))
    assert _ask(SessionStore(key)).is_authenticated
    end(key)
    ours, djangos = SessionStore(key), db.SessionStore(key)
    assert not _ask(ours).is_authenticated
    assert dict(ours.items()) == dict(djangos.items()) == {}
    assert ours.session_key == djangos.session_key
    assert (ours.accessed, ours.modified) == (djangos.accessed, djangos.modified)


@pytest.mark.parametrize(
    "key", ["", "short", "x" * 32, "x" * 500, "é" * 32, "' OR 1 = 1 --", "x" * 31 + "\0"]
)
def test_an_invalid_key_is_anonymous(key: str) -> None:
    browser = Client()
    browser.cookies["sessionid"] = key
    answer = browser.get("/settings/")
    assert answer.status_code == 302
    assert not Session.objects.exists()


def test_the_cookie_of_an_ended_session_is_deleted(sign_up: SignUp) -> None:
    ada = sign_up("Ada")
    _expired(_key(ada))
    assert ada.get("/").cookies["sessionid"]["max-age"] == 0


# --- The list of sessions


def test_a_guests_session_is_listed_before_and_after_keeping_the_account(guest: Client) -> None:
    before = _key(guest)
    assert UserSession.objects.get().session_key == before
    kept = {"username": "Ada", "password": PASSWORD}
    assert guest.post("/keep/", kept).status_code == 302
    assert _key(guest) != before
    assert UserSession.objects.get().session_key == _key(guest)


def test_a_new_password_or_secret_key_keeps_one_row_per_session(
    sign_up: SignUp, settings: Any
) -> None:
    ada = sign_up("Ada")
    form = {"oldpassword": PASSWORD, "password1": "regatta-1315", "password2": "regatta-1315"}
    ada.post("/account/password/change/", form)
    assert UserSession.objects.get().session_key == _key(ada)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another " * 8
    assert is_logged_in(ada)
    assert UserSession.objects.get().session_key == _key(ada)
    assert _ask(SessionStore(_key(ada))) == person_of(ada)


# --- Caches


def test_sessions_are_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: Any, **_more: Any) -> None:
        raise AssertionError("a cache is asked")

    for name in ("get", "get_many", "set", "add", "delete", "has_key"):
        monkeypatch.setattr(caches["fleeting"], name, refuse)
    browser = Client()
    log_in(browser, User.objects.create_user("Ada", password=PASSWORD))
    assert is_logged_in(browser)
    browser.post("/account/logout/")
    assert not Session.objects.exists()
    assert not is_logged_in(browser)
