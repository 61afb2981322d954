"""Tests that account pages have the site's layout and obey its content policy."""

from __future__ import annotations

import base64
import hmac
import re
import struct
import time

import pytest
from django.test import Client

from tests.lobby.conftest import PASSWORD, SignUp, is_logged_in

OUTSIDE = [
    "/account/login/",
    "/account/login/code/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/done/",
    "/account/password/reset/key/1-wrong/",
    "/account/confirm-email/",
    "/account/confirm-email/wrong/",
    "/account/inactive/",
]
INSIDE = [
    "/account/logout/",
    "/account/email/",
    "/account/password/change/",
    "/account/sessions/",
    "/account/reauthenticate/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/",
    "/account/2fa/webauthn/add/",
    "/settings/",
    "/settings/blocked/",
    "/settings/delete/",
    "/people/Ada/",
]
WITH_SECOND_FACTOR = [
    "/account/2fa/",
    "/account/2fa/totp/deactivate/",
    "/account/2fa/recovery-codes/",
    "/account/2fa/recovery-codes/generate/",
    "/account/2fa/reauthenticate/",
]
OF_GUESTS = [
    "/account/logout/",
    "/keep/",
    "/settings/",
    "/settings/blocked/",
    "/settings/delete/",
    "/settings/move/",
]


def assert_site_style(browser: Client, page: str) -> None:
    answer = browser.get(page, follow=True)
    text = answer.content.decode()
    assert answer.status_code == 200, page
    title = re.search(r"<title>(.*?)</title>", text, re.DOTALL)
    assert title is not None
    assert title[1].strip().endswith("· Ridotto"), page
    assert len(title[1].strip()) > len("· Ridotto"), page
    assert text.count("<h1") == 1, page
    assert 'class="house-header"' in text, page
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=", text), page
    assert not re.search(r"<script(?![^>]*\ssrc=)", text), page


def with_recent_password(sign_up: SignUp) -> Client:
    browser = sign_up("Ada")
    assert browser.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return browser


def code_for(secret: str) -> str:
    """Return the code that an authenticator app shows now (RFC 6238)."""
    count = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), count, "sha1").digest()
    (value,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(value & 0x7FFFFFFF) % 1_000_000:06}"


def with_second_factor(sign_up: SignUp) -> Client:
    browser = with_recent_password(sign_up)
    browser.get("/account/2fa/totp/activate/")
    secret = browser.session["mfa.totp.secret"]
    answer = browser.post("/account/2fa/totp/activate/", {"code": code_for(secret)})
    assert answer.status_code == 302, answer.content.decode()
    return browser


@pytest.mark.parametrize("page", OUTSIDE)
def test_pages_for_strangers(db: None, page: str) -> None:
    assert_site_style(Client(), page)


@pytest.mark.parametrize("page", INSIDE)
def test_pages_for_people(sign_up: SignUp, page: str) -> None:
    assert_site_style(with_recent_password(sign_up), page)


@pytest.mark.parametrize("page", OF_GUESTS)
def test_pages_for_guests(guest: Client, page: str) -> None:
    assert_site_style(guest, page)


def test_pages_of_the_second_factor(sign_up: SignUp) -> None:
    browser = with_second_factor(sign_up)
    for page in WITH_SECOND_FACTOR:
        assert_site_style(browser, page)
    browser.post("/account/logout/")
    browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert not is_logged_in(browser)
    assert_site_style(browser, "/account/2fa/authenticate/")


def test_the_picture_to_scan_has_a_light_ground(sign_up: SignUp) -> None:
    browser = with_recent_password(sign_up)
    page = browser.get("/account/2fa/totp/activate/").context["totp_svg"]
    assert 'fill="white"' in page
