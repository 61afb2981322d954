"""Tests of links with which guests move to another device."""

from __future__ import annotations

import re
import time
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from lobby.accounts.services import suspend
from lobby.models import User
from tests.lobby.conftest import PASSWORD, Sent, SignUp, is_logged_in, person_of


def _link(guest: Client) -> str:
    (link,) = re.findall(
        r'value="http://testserver(/move/\?token=[^"]+)"', guest.get("/settings/move/").text
    )
    return unescape(link)


def _press(browser: Client, link: str) -> int:
    (token,) = parse_qs(urlsplit(link).query)["token"]
    return browser.post("/move/", {"token": token}).status_code


def test_a_guest_moves_to_another_device_with_a_link_that_works_once(
    guest: Client, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    assert "/settings/move/" in guest.get("/settings/").text
    person, link, phone = person_of(guest), _link(guest), Client()
    with django_capture_on_commit_callbacks(execute=True):
        assert _press(phone, link) == 302
    assert person_of(phone) == person
    assert is_logged_in(phone)
    assert not is_logged_in(guest)
    reasons = [message["reason"] for _topic, message in sent if message["type"] == "leave"]
    assert reasons == ["You are now playing on another device."]
    assert _press(Client(), link) == 403
    assert "no longer works" in Client().get(link).text
    assert is_logged_in(phone)


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_the_link_uses_nothing_up_and_leaks_nothing(guest: Client, method: str) -> None:
    link = _link(guest)
    answer = getattr(Client(), method)(link)
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Referrer-Policy"] == "strict-origin"
    assert not answer.cookies.get("sessionid")
    assert is_logged_in(guest)
    assert _press(Client(enforce_csrf_checks=True), link) == 403
    assert _press(Client(), link) == 302


def test_the_link_expires(guest: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    link, later = _link(guest), time.time() + 601
    monkeypatch.setattr(time, "time", lambda: later)
    assert Client().get(link).status_code == 403
    assert _press(Client(), link) == 403
    assert is_logged_in(guest)


def test_members_have_no_such_link_and_keeping_the_account_ends_it(
    guest: Client, sign_up: SignUp
) -> None:
    ada = sign_up("Ada")
    assert ada.get("/settings/move/")["location"] == "/settings/"
    assert "/settings/move/" not in ada.get("/settings/").text
    link = _link(guest)
    guest.post("/keep/", {"username": "Bruno", "password": PASSWORD})
    assert _press(Client(), link) == 403


def test_who_is_logged_in_is_not_logged_out_by_a_link(guest: Client, sign_up: SignUp) -> None:
    ada, link = sign_up("Ada"), _link(guest)
    assert "logged in as Ada" in ada.get(link).text
    assert _press(ada, link) == 200
    assert person_of(ada).username == "Ada"
    assert _press(guest, link) == 302
    assert is_logged_in(guest)


def test_a_suspended_guest_does_not_return(guest: Client) -> None:
    link, doge = _link(guest), User.objects.create_superuser("Doge", password=PASSWORD)
    suspend(moderator=doge, user=person_of(guest), reason="spam", until=None)
    phone = Client()
    assert _press(phone, link) == 403
    assert not is_logged_in(phone)
