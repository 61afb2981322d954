"""Tests that a session in use is renewed and an unused one expires."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chat.core.try_write import best_effort
from lobby.accounts import sessions
from lobby.models import User
from tests.lobby.conftest import PASSWORD, SignUp, is_logged_in, person_of

DAYS = 60
Pass = Callable[[int], None]


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """Return a function that moves the clock by a number of days."""
    passed = [datetime(2030, 1, 1, 12, tzinfo=UTC)]
    monkeypatch.setattr(timezone, "now", lambda: passed[0])

    def pass_days(count: int) -> None:
        passed[0] += timedelta(days=count)

    return pass_days


def _age_of_cookie(browser: Client, path: str = "/lobby/") -> int | None:
    """Return the new lifetime of the session cookie in seconds, or None."""
    cookie = browser.get(path).cookies.get("sessionid")
    return int(cookie["max-age"]) if cookie else None


def test_a_guest_who_returns_regularly_stays_logged_in(days: Pass, guest: Client) -> None:
    for _ in range(4):
        days(DAYS - 1)
        assert _age_of_cookie(guest) == DAYS * 86400
        assert person_of(guest).is_guest


def test_an_unused_session_expires(days: Pass, sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    assert is_logged_in(browser)
    days(DAYS - 1)
    assert is_logged_in(browser)
    days(DAYS + 1)
    assert not is_logged_in(browser)


def test_each_session_of_a_user_is_renewed_separately(days: Pass, sign_up: SignUp) -> None:
    here, phone = sign_up("Ada"), Client()
    phone.force_login(person_of(here))
    for _ in range(2):
        days(DAYS - 20)
        assert is_logged_in(here)
    assert not is_logged_in(phone)


def test_a_session_is_renewed_at_most_once_a_day(days: Pass, guest: Client) -> None:
    assert _age_of_cookie(guest) == DAYS * 86400
    with CaptureQueriesContext(connection) as asked:
        assert _age_of_cookie(guest) is None
    of_sessions = [query["sql"] for query in asked if "django_session" in query["sql"]]
    assert [sql for sql in of_sessions if not sql.startswith("SELECT ")] == []
    days(1)
    with CaptureQueriesContext(connection) as asked:
        assert _age_of_cookie(guest) == DAYS * 86400
    written = [query["sql"] for query in asked if 'UPDATE "django_session"' in query["sql"]]
    assert len(written) == 1


def test_sessions_of_staff_are_not_renewed(days: Pass, sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    User.objects.filter(pk=person_of(browser).pk).update(is_staff=True)
    days(DAYS - 1)
    assert _age_of_cookie(browser) is None
    days(2)
    assert not is_logged_in(browser)


def test_a_shorter_setting_applies_to_existing_sessions(
    days: Pass, sign_up: SignUp, settings: Any
) -> None:
    sign_up("Ada")
    browser = Client()  # a log-in stores how long its session lasts
    browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    settings.SESSION_COOKIE_AGE = 10 * 86400
    days(1)
    assert _age_of_cookie(browser) == 10 * 86400
    row = Session.objects.get(session_key=browser.session.session_key)
    assert row.expire_date == timezone.now() + timedelta(days=10)


def test_a_session_ended_by_the_request_is_not_renewed(days: Pass, sign_up: SignUp) -> None:
    """Log out on the first request of a day.

    The session must not be created again by its renewal.
    """
    browser = sign_up("Ada")
    days(1)
    browser.post("/account/logout/")
    assert browser.cookies["sessionid"].value == ""
    assert not Session.objects.exists()


def test_a_session_ended_meanwhile_is_not_restored(
    days: Pass, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended_before(write: Callable[[], object]) -> bool:
        Session.objects.all().delete()
        return best_effort(write)

    browser = sign_up("Ada")
    days(1)
    monkeypatch.setattr(sessions, "best_effort", ended_before)
    assert _age_of_cookie(browser) is None
    assert not Session.objects.exists()


def test_a_suspended_user_gets_no_session_by_renewal(days: Pass, sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    until = timezone.now() + timedelta(days=365 * 90)
    User.objects.filter(pk=person_of(browser).pk).update(suspended_until=until)
    days(1)
    browser.get("/lobby/")
    assert not Session.objects.exists()
