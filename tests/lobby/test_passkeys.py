"""Tests of passkeys, which replace a password, and for staff both factors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, count, islice
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from chat.core.clock import now
from lobby.accounts.second_factor import LONGEST, MOST
from lobby.models import User
from lobby.profiles.privacy import data_of
from tests.lobby.conftest import PASSWORD, SignUp, confirm_password, is_logged_in, person_of
from tests.support.passkeys import ADD, LOG_IN, Device, add, log_in

INDEX = "/account/2fa/"
AGAIN = "/account/2fa/webauthn/reauthenticate/"


def _with_passkey(sign_up: SignUp, name: str = "Ada") -> tuple[Client, Device]:
    browser, device = sign_up(name), Device()
    confirm_password(browser)
    assert add(browser, device).headers["Location"] == "/account/2fa/recovery-codes/"
    return browser, device


def test_a_passkey_logs_in_without_a_password_and_redirects_as_requested(sign_up: SignUp) -> None:
    _, device = _with_passkey(sign_up)
    browser = Client()
    assert log_in(browser, device).headers["Location"] == "/lobby/"
    assert is_logged_in(browser)
    assert browser.cookies["device"].value  # set as with a password
    for wanted, there in (("/matches/", "/matches/"), ("//evil.example/", "/lobby/")):
        assert log_in(Client(), device, next=wanted).headers["Location"] == there


def test_a_password_alone_no_longer_suffices(sign_up: SignUp) -> None:
    _, device = _with_passkey(sign_up)
    browser = Client()
    there = browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert there.headers["Location"] == "/account/2fa/authenticate/"
    assert not is_logged_in(browser)
    wanted = browser.get("/account/2fa/authenticate/").context["js_data"]["request_options"]
    browser.post("/account/2fa/authenticate/", {"credential": device.show(wanted)})
    assert is_logged_in(browser)


def test_a_device_without_user_verification_is_refused(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    confirm_password(browser)
    answer = add(browser, Device(verifies=False))
    assert "doesn&#x27;t work here" in answer.text
    _, device = _with_passkey(sign_up, "Bruno")
    device.flags = 1
    stranger = Client()
    assert log_in(stranger, device).headers["Location"] == "/account/login/"
    assert not is_logged_in(stranger)
    stranger.post("/account/login/", {"login": "Bruno", "password": PASSWORD})
    wanted = stranger.get("/account/2fa/authenticate/").context["js_data"]["request_options"]
    answer = stranger.post("/account/2fa/authenticate/", {"credential": device.show(wanted)})
    assert "doesn&#x27;t work here" in answer.text
    assert not is_logged_in(stranger)


@pytest.mark.parametrize(
    "junk",
    ["", "x", "{}", "[" * 5000, "9" * 5000, "1e999", "\x00", r'{"a": "\ud800"}', '{"response": 1}'],
)
@pytest.mark.parametrize("path", [ADD, LOG_IN, AGAIN, "/account/2fa/authenticate/"])
def test_a_malformed_passkey_is_refused_without_an_error(
    sign_up: SignUp, path: str, junk: str
) -> None:
    browser, _device = _with_passkey(sign_up)
    if path in (LOG_IN, "/account/2fa/authenticate/"):
        browser = Client()
        browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    answer = browser.post(path, {"name": "Phone", "credential": junk, "passwordless": "True"})
    assert answer.status_code in ((400,) if path == ADD else (200, 302))
    if answer.status_code != 302:  # to the page that refuses it, or where nothing is to be proved
        assert answer.text.count("doesn&#x27;t work here") == 1
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_a_passkey_for_another_site_is_refused(sign_up: SignUp) -> None:
    _, device = _with_passkey(sign_up)
    device.host = "evil.example"
    stranger = Client()
    answer = log_in(stranger, device)
    assert "doesn&#x27;t work here" in stranger.get(answer.headers["Location"]).text
    assert not is_logged_in(stranger)


def test_a_response_cannot_be_replayed(sign_up: SignUp) -> None:
    _, device = _with_passkey(sign_up)
    browser = Client()
    options = browser.get(LOG_IN, headers={"Accept": "application/json"}).json()["request_options"]
    shown = device.show(options)
    browser.post(LOG_IN, {"credential": shown})
    browser.post("/account/logout/")
    assert browser.post(LOG_IN, {"credential": shown}).headers["Location"] == "/account/login/"
    assert not is_logged_in(browser)


def test_a_suspended_user_cannot_log_in_and_sees_the_reason(sign_up: SignUp) -> None:
    _browser, device = _with_passkey(sign_up)
    User.objects.update(suspended_until=now() + timedelta(days=1), suspended_for="rude")
    stranger = Client()
    answer = log_in(stranger, device)
    assert answer.status_code == 403
    assert "rude" in answer.text
    assert not is_logged_in(stranger)


def test_a_passkey_of_a_deleted_account_does_not_log_in(sign_up: SignUp) -> None:
    browser, device = _with_passkey(sign_up)
    browser.post("/settings/delete/")
    assert not Authenticator.objects.exists()
    stranger = Client()
    assert log_in(stranger, device).headers["Location"] == "/account/login/"


def test_only_its_owner_renames_or_removes_a_passkey(sign_up: SignUp) -> None:
    browser, device = _with_passkey(sign_up)
    key = Authenticator.objects.get(type="webauthn")
    edit, remove = (f"/account/2fa/webauthn/keys/{key.pk}/{what}/" for what in ("edit", "remove"))
    other = sign_up("Bruno")
    confirm_password(other)
    for path in (edit, remove):
        assert other.get(path).status_code == 404
        assert other.post(path, {"name": "mine"}).status_code == 404
    assert Authenticator.objects.get(pk=key.pk).wrap().name == "Phone"
    browser.post(edit, {"name": "Old <phone>"})
    assert "Old &lt;phone&gt;" in browser.get(INDEX).text
    assert "your password alone" in browser.get(remove).text
    browser.post(remove)
    assert not Authenticator.objects.exists()  # the recovery codes are gone as well
    browser.post("/account/logout/")
    browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert is_logged_in(browser)
    assert log_in(Client(), device).headers["Location"] == "/account/login/"


def test_removing_a_passkey_keeps_the_app_as_second_factor(sign_up: SignUp) -> None:
    browser, _device = _with_passkey(sign_up)
    Authenticator.objects.create(user=person_of(browser), type="totp", data={"secret": "x"})
    key = Authenticator.objects.get(type="webauthn")
    page = browser.get(f"/account/2fa/webauthn/keys/{key.pk}/remove/").text
    assert "your password alone" not in page
    assert "requires a passkey" in browser.get("/account/2fa/totp/deactivate/").text


def test_the_number_of_passkeys_and_the_length_of_names_are_limited(sign_up: SignUp) -> None:
    browser, _device = _with_passkey(sign_up)
    key = Authenticator.objects.get(type="webauthn")
    for _ in range(MOST - 1):
        Authenticator.objects.create(user=key.user, type="webauthn", data=key.data)
    assert "Remove one first" in add(browser, Device()).text
    long = {"name": "x" * 41}
    assert browser.post(f"/account/2fa/webauthn/keys/{key.pk}/edit/", long).status_code == 200
    assert Authenticator.objects.filter(type="webauthn").count() == MOST


@pytest.mark.deep
def test_a_malformed_registration_breaks_no_page(sign_up: SignUp) -> None:
    browser, _device = _with_passkey(sign_up)
    known = set(Authenticator.objects.values_list("pk", flat=True))
    wanted = browser.get(ADD).context["js_data"]["creation_options"]
    for credential in [*_spoilt(json.loads(Device().make(wanted))), *NONE]:
        wanted = browser.get(ADD).context["js_data"]["creation_options"]
        form = {"name": "x", "credential": json.dumps(credential), "passwordless": "True"}
        assert browser.post(ADD, form).status_code in (302, 400), credential
        assert browser.get(INDEX).status_code == 200, credential
        assert browser.get(ADD).status_code == 200, credential
        Authenticator.objects.exclude(pk__in=known).delete()


@pytest.mark.deep
def test_a_malformed_response_logs_nobody_in(sign_up: SignUp, settings: Any) -> None:
    settings.MFA_RATE_LIMITS = False
    _browser, device = _with_passkey(sign_up)
    stranger = Client()
    for number in count():
        ask = stranger.get(LOG_IN, headers={"Accept": "application/json"}).json()
        shown = json.loads(device.show(ask["request_options"]))
        spoilt = list(islice(chain(NONE, _spoilt_response(shown)), number, number + 1))
        if not spoilt:
            break
        assert stranger.post(LOG_IN, {"credential": json.dumps(spoilt[0])}).status_code == 302
        assert not is_logged_in(stranger), spoilt
    assert number > 30


def test_login_attempts_are_limited(sign_up: SignUp) -> None:
    answers = [Client().post(LOG_IN, {"credential": "{}"}).status_code for _try in range(11)]
    assert answers == [302] * 10 + [429]


OTHERS: tuple[Any, ...] = (None, 7, [], {}, "", "AAAA", "%%%", "\u00e9")
NONE: tuple[Any, ...] = (1, [], "x", None, {"response": 1}, {})


def _spoilt(credential: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield credentials with each part missing, of another type, cut or foreign."""
    for name in credential:
        for other in OTHERS:
            yield {**credential, name: other}
        yield {key: value for key, value in credential.items() if key != name}
    yield from _spoilt_response(credential)


def _spoilt_response(credential: dict[str, Any]) -> Iterator[dict[str, Any]]:
    response = credential["response"]
    for name in response:
        for other in (*OTHERS, response[name][:-5]):
            yield {**credential, "response": {**response, name: other}}
    yield {**credential, "padding": "x" * LONGEST}


def test_passkeys_are_in_the_data_export(sign_up: SignUp) -> None:
    browser, _device = _with_passkey(sign_up)
    rows = data_of(person_of(browser))["second_factors"]
    assert [row["name"] for row in rows if row["type"] == "webauthn"] == ["Phone"]
    assert "credential" not in str(rows)


def test_no_device_receives_the_mail_address(sign_up: SignUp) -> None:
    browser = sign_up("Ada", email="ada@example.org")
    EmailAddress.objects.update(verified=True)
    confirm_password(browser)
    asked = browser.get(ADD).context["js_data"]["creation_options"]
    assert "ada@example.org" not in json.dumps(asked)
    assert asked["publicKey"]["user"]["name"] == "Ada"


@pytest.mark.deep
def test_a_passkey_is_both_factors_for_staff_even_in_an_older_session(
    sign_up: SignUp, settings: Any
) -> None:
    browser, device = _with_passkey(sign_up)
    settings.STAFF_SECOND_FACTOR = True
    User.objects.update(is_staff=True, is_superuser=True)
    there = browser.get("/admin/").headers["Location"]
    assert there == f"{AGAIN}?next=%2Fadmin%2F"
    wanted = browser.get(there).context["js_data"]["request_options"]
    answer = browser.post(there, {"credential": device.show(wanted), "next": "/admin/"})
    assert answer.headers["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200
    fresh = Client()
    assert log_in(fresh, device).headers["Location"] == "/lobby/"
    assert fresh.get("/admin/").status_code == 200
