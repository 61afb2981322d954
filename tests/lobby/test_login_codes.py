"""Tests of logging in with a code from an e-mail, using a real mail server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from pytest_django import Settings

from chat.core.clock import now
from lobby.models import User
from tests.lobby.conftest import SignUp, is_logged_in, person_of
from tests.lobby.test_account_pages_look import assert_site_style
from tests.support.post_office import PostOffice, post_office, text_of

ASK, CONFIRM = "/account/login/code/", "/account/login/code/confirm/"
ADDRESS = "ada@example.org"
CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})\r?$", re.MULTILINE)


@pytest.fixture(scope="module")
def server() -> Iterator[PostOffice]:
    with post_office() as taken:
        yield taken


@pytest.fixture
def office(server: PostOffice, settings: Settings) -> PostOffice:
    server.taken.clear()
    settings.MAIL_CONFIGURED = True
    settings.EMAIL_BACKEND = "config.operations.mail_backends.SmtpBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS = False
    return server


@pytest.fixture
def ada(sign_up: SignUp, office: PostOffice) -> User:
    """Return a person with a confirmed address."""
    person = person_of(sign_up("Ada", email=ADDRESS))
    EmailAddress.objects.update(verified=True)
    office.taken.clear()
    return person


def _ask(address: str = ADDRESS, **form: str) -> Client:
    browser = Client()
    answer = browser.post(ASK, {"email": address, **form})
    assert answer.headers["Location"].startswith(CONFIRM)
    return browser


def _code(office: PostOffice) -> str:
    (found,) = CODE.findall(text_of(office.to(ADDRESS)[-1]))
    return str(found)


def test_a_code_from_the_mail_logs_in(ada: User, office: PostOffice, settings: Settings) -> None:
    browser = _ask()
    (letter,) = office.to(ADDRESS)
    assert "login code" in letter["Subject"]
    assert f"http://testserver{CONFIRM}" in text_of(letter)
    assert settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT == 10 * 60
    assert "ten minutes" in text_of(letter)
    assert browser.post(CONFIRM, {"code": _code(office)}).headers["Location"] == "/lobby/"
    assert is_logged_in(browser)
    assert browser.cookies["device"].value


def test_a_login_by_code_redirects_to_the_requested_page(ada: User, office: PostOffice) -> None:
    browser = _ask(next="/matches/")
    answer = browser.post(CONFIRM, {"code": _code(office), "next": "/matches/"})
    assert answer.headers["Location"] == "/matches/"


def test_a_code_works_once_and_only_in_the_requesting_browser(
    ada: User, office: PostOffice
) -> None:
    browser, other = _ask(), Client()
    code = _code(office)
    other.post(CONFIRM, {"code": code})
    assert not is_logged_in(other)
    browser.post(CONFIRM, {"code": code})
    browser.post("/account/logout/")
    browser.post(CONFIRM, {"code": code})
    assert not is_logged_in(browser)


def test_three_wrong_codes_end_the_attempt(ada: User, office: PostOffice) -> None:
    browser = _ask()
    page = browser.post(CONFIRM, {"code": "WRNG-CODE"}).text
    assert "Wrong code" in page
    browser.post(CONFIRM, {"code": "WRNG-CODE"})
    assert browser.post(CONFIRM, {"code": "WRNG-CODE"}).headers["Location"] == ASK
    browser.post(CONFIRM, {"code": _code(office)})
    assert not is_logged_in(browser)


def _seen(address: str) -> tuple[str, str]:
    """Return what the user is shown for this address, without the address itself."""
    browser = _ask(address)
    page = re.sub(r'value="[^"]*"|content="[^"]*"', "", browser.get(CONFIRM).text)
    again = re.sub(r'data-now="[^"]*"', "", page)
    wrong = browser.post(CONFIRM, {"code": "WRNG-CODE"})
    return again.replace(address, "x"), str(wrong.status_code)


def test_the_answer_does_not_reveal_whether_there_is_an_account(
    ada: User, sign_up: SignUp, office: PostOffice
) -> None:
    sign_up("Bruno", email="bruno@example.org")
    office.taken.clear()
    shown = [_seen(one) for one in (ADDRESS, "nobody@example.org", "bruno@example.org")]
    assert shown[0] == shown[1] == shown[2]
    assert len(office.taken) == 3
    for address in ("nobody@example.org", "bruno@example.org"):
        (letter,) = office.to(address)
        assert "no account" in " ".join(text_of(letter).split())
        assert not CODE.search(text_of(letter))


def test_an_unconfirmed_address_gets_no_code(ada: User, office: PostOffice) -> None:
    EmailAddress.objects.update(verified=False)
    browser = _ask()
    assert not CODE.search(text_of(office.to(ADDRESS)[-1]))
    for code in ("", "None", "-"):
        browser.post(CONFIRM, {"code": code})
    assert not is_logged_in(browser)


def test_the_second_factor_is_still_required(ada: User, office: PostOffice) -> None:
    Authenticator.objects.create(user=ada, type="totp", data={"secret": "x"})
    browser = _ask()
    answer = browser.post(CONFIRM, {"code": _code(office)})
    assert answer.headers["Location"] == "/account/2fa/authenticate/"
    assert not is_logged_in(browser)


def test_staff_are_asked_for_a_second_factor(
    ada: User, office: PostOffice, settings: Settings
) -> None:
    settings.STAFF_SECOND_FACTOR = True
    User.objects.update(is_staff=True)
    browser = _ask()
    browser.post(CONFIRM, {"code": _code(office)})
    assert browser.get("/admin/").headers["Location"] == "/account/2fa/totp/activate/"


def test_a_suspended_user_cannot_log_in_by_code(ada: User, office: PostOffice) -> None:
    User.objects.update(suspended_until=now() + timedelta(days=1), suspended_for="rude")
    browser = _ask()
    assert "rude" in browser.post(CONFIRM, {"code": _code(office)}).text
    assert not is_logged_in(browser)


def test_the_number_of_mails_to_one_address_is_limited(ada: User, office: PostOffice) -> None:
    answers = [Client().post(ASK, {"email": ADDRESS}) for _try in range(4)]
    assert [one.status_code for one in answers] == [302] * 3 + [200]
    assert "Too many codes" in answers[3].text
    assert len(office.taken) == 3


def test_login_by_code_is_offered_if_mail_is_configured(ada: User, office: PostOffice) -> None:
    assert ASK in Client().get("/account/login/").text
    assert_site_style(Client(), ASK)
    assert_site_style(_ask(), CONFIRM)


def test_login_by_code_is_not_offered_without_mail(sign_up: SignUp, settings: Settings) -> None:
    sign_up("Ada", email=ADDRESS)
    EmailAddress.objects.update(verified=True)
    assert ASK not in Client().get("/account/login/").text
    page = Client().get(ASK).text
    assert "doesn't send e-mail" in page
    assert '<form class="card' not in page
    assert "doesn't send e-mail" in Client().post(ASK, {"email": ADDRESS}).text
