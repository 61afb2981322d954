"""Tests of the page of sessions, where they are listed and ended."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.test import Client

from chat.live.announce import session_topic
from lobby.accounts.sessions import end_sessions
from tests.lobby.conftest import PASSWORD, Sent, SignUp, confirm_password, is_logged_in, person_of


def _again(name: str) -> Client:
    browser = Client()
    browser.post("/account/login/", {"login": name, "password": PASSWORD})
    return browser


def test_sessions_are_listed_and_ended_one_by_one_or_all_at_once(sign_up: SignUp) -> None:
    here, phone, tablet = sign_up("Ada"), _again("Ada"), _again("Ada")
    assert here.get("/account/sessions/").text.count("End this session") == 2
    row = UserSession.objects.get(session_key=phone.session.session_key)
    confirm_password(here)
    here.post(f"/settings/sessions/{row.pk}/end/")
    assert [is_logged_in(browser) for browser in (here, phone, tablet)] == [True, False, True]
    here.post("/account/sessions/")
    assert [is_logged_in(browser) for browser in (here, tablet)] == [True, False]


def test_ending_other_sessions_requires_the_password(sign_up: SignUp) -> None:
    here, phone = sign_up("Ada"), _again("Ada")
    row = UserSession.objects.get(session_key=phone.session.session_key)
    assert here.get("/account/sessions/").status_code == 200
    for address in ("/account/sessions/", f"/settings/sessions/{row.pk}/end/"):
        asked = here.post(address)
        assert asked.headers["Location"].startswith("/account/reauthenticate/")
        assert is_logged_in(phone)
    here.post(asked.headers["Location"], {"password": PASSWORD})
    assert not is_logged_in(phone), "what was asked for is done once the password is there"


def test_sessions_survive_a_new_secret_key(sign_up: SignUp, settings: Any) -> None:
    here, phone = sign_up("Ada"), _again("Ada")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another " * 8
    assert is_logged_in(here)
    settings.SECRET_KEY_FALLBACKS = []
    assert is_logged_in(here), "it was not written down by the new one"
    assert not is_logged_in(phone)


def test_nobody_ends_another_users_session(sign_up: SignUp) -> None:
    ada, bruno = sign_up("Ada"), sign_up("Bruno")
    row = UserSession.objects.get(session_key=ada.session.session_key)
    confirm_password(bruno)
    assert bruno.post(f"/settings/sessions/{row.pk}/end/").status_code == 404
    assert is_logged_in(ada)


def test_ending_all_sessions_includes_unlisted_ones(sign_up: SignUp) -> None:
    ada = sign_up("Ada")
    UserSession.objects.all().delete()
    end_sessions(user=person_of(ada), reason="test")
    assert not is_logged_in(ada)


def test_a_new_password_closes_pages_of_other_sessions_and_a_logout_its_own(
    sign_up: SignUp, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    browser = sign_up("Ada")
    before = session_topic(browser.session.session_key or "")
    form = {"oldpassword": PASSWORD, "password1": "regatta-1315", "password2": "regatta-1315"}
    with django_capture_on_commit_callbacks(execute=True):
        browser.post("/account/password/change/", form)
    [message] = [message for _to, message in sent if message["type"] == "leave"]
    assert (message["owner"], message["spare"]) == (f"user.{person_of(browser).pk}", before)
    sent.clear()
    own = session_topic(browser.session.session_key or "")
    with django_capture_on_commit_callbacks(execute=True):
        browser.post("/account/logout/")
    assert [(message["type"], message["owner"]) for _to, message in sent] == [("leave", own)]


def test_a_session_has_a_new_key_after_the_log_in(sign_up: SignUp) -> None:
    """Check that a session key planted before the log-in is replaced."""
    sign_up("Ada")
    browser = Client()
    planted = browser.session
    planted["planted"] = "yes"
    planted.save()
    before = planted.session_key or ""
    browser.cookies["sessionid"] = before
    browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert is_logged_in(browser)
    assert browser.cookies["sessionid"].value != before
