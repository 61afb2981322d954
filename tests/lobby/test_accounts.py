"""Tests of signing up, logging in, and changing and resetting passwords."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.contrib.admin import site
from django.core import mail
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from auctions.selectors.players import named
from games.models import Invitation, Match, Seat
from games.services.seats import join
from lobby.admin import UserAdmin
from lobby.models import User
from tests.lobby.conftest import PASSWORD, SignUp, confirm_password, is_logged_in, person_of
from tests.lobby.tables_kit import form as table_form
from tests.lobby.test_account_pages_look import INSIDE, OUTSIDE

NEW = "regatta-storica-1315"


def test_two_simultaneous_sign_ups_with_one_name_create_one_account(
    sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up("Ada")
    monkeypatch.setattr("lobby.accounts.adapter.check_name", lambda username: None)
    browser = Client()
    form = {"username": "A.da", "password1": PASSWORD, "password2": PASSWORD}
    answer = browser.post("/account/signup/", form, follow=True)
    assert "is taken" in answer.content.decode()
    assert not is_logged_in(browser)
    assert User.objects.count() == 1


@pytest.mark.parametrize("verification", ["none", "optional"])
def test_a_sign_up_does_not_reveal_that_an_address_is_taken(
    db: None, settings: Settings, verification: str
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    ada = User.objects.create_user("Ada", email="ada@example.org")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)

    def answer(name: str, email: str) -> tuple[Any, ...]:
        form = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
        browser, mails = Client(), len(mail.outbox)
        there = browser.post("/account/signup/", form)
        shown = browser.get("/account/email/").text.count(email)
        return there.status_code, there["Location"], shown, len(mail.outbox) - mails

    assert answer("Bruno", "ada@example.org") == answer("Cem", "cem@example.org")
    # The address still opens only the account that has confirmed it.
    owners = EmailAddress.objects.filter(email="ada@example.org", verified=True)
    assert [one.user.username for one in owners] == ["Ada"]
    assert not EmailAddress.objects.get(user__username="Bruno").set_verified()


def test_sign_up_takes_the_time_zone_of_the_browser(sign_up: SignUp) -> None:
    assert person_of(sign_up("Ada", zone="Europe%2FRome")).time_zone == "Europe/Rome"
    assert person_of(sign_up("Bruno", zone="Mars%2FOlympus")).time_zone == "UTC"


def test_an_address_is_verified_when_mail_is_configured(
    sign_up: SignUp, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    browser = sign_up("Ada", email="ada@example.org")
    assert is_logged_in(browser)
    link = re.search(r"https?://testserver(\S+)", str(mail.outbox[0].body))
    assert link is not None
    assert not EmailAddress.objects.get().verified
    assert browser.get(link[1]).status_code == 200
    browser.post(link[1])
    assert EmailAddress.objects.get().verified


@pytest.mark.parametrize("login", ["Ada", "ada", "ada@example.org"])
def test_log_in_by_name_or_address(sign_up: SignUp, login: str) -> None:
    sign_up("Ada", email="ada@example.org")
    browser = Client()
    browser.post("/account/login/", {"login": login, "password": PASSWORD})
    assert is_logged_in(browser)


def test_a_wrong_password_does_not_log_in_and_tries_are_limited(sign_up: SignUp) -> None:
    sign_up("Ada")
    browser, wrong = Client(), {"login": "Ada", "password": "wrong-1638"}
    assert "Wrong username" in browser.post("/account/login/", wrong).text
    assert not is_logged_in(browser)
    for _try in range(5):
        browser.post("/account/login/", wrong)
    answer = browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert "Too many failed" in answer.text
    assert not is_logged_in(browser)


def test_too_many_sign_ups_from_one_address_get_a_styled_page(db: None) -> None:
    browser = Client()
    for _try in range(20):
        browser.post("/account/signup/", {"username": "x"})
    answer = browser.post("/account/signup/", {"username": "x"})
    assert answer.status_code == 429
    assert "house-header" in answer.content.decode()


def test_log_out_requires_a_post(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    assert browser.get("/account/logout/").status_code == 200
    assert is_logged_in(browser)
    browser.post("/account/logout/")
    assert not is_logged_in(browser)


def test_changing_the_password_requires_the_old_one_and_ends_other_sessions(
    sign_up: SignUp,
) -> None:
    here, there = sign_up("Ada"), Client()
    there.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    form = {"oldpassword": "wrong-1638", "password1": NEW, "password2": NEW}
    assert here.post("/account/password/change/", form).status_code == 200
    assert person_of(here).check_password(PASSWORD)
    form["oldpassword"] = PASSWORD
    assert here.post("/account/password/change/", form).status_code == 302
    assert is_logged_in(here)
    assert not is_logged_in(there)


@pytest.mark.parametrize(
    "password", ["w " * 60 + "gondola", "ὄρνιθες καὶ νεφέλαι", " gondola-1638 "]
)
def test_a_password_may_be_long_and_of_any_characters(db: None, password: str) -> None:
    browser = Client()
    form = {"username": "Lorenzaccia", "password1": password, "password2": password}
    browser.post("/account/signup/", form)
    assert person_of(browser).check_password(password)
    for wrong in (password.strip()[:-1], password.upper()):
        other = Client()
        other.post("/account/login/", {"login": "Lorenzaccia", "password": wrong})
        assert not is_logged_in(other)


def test_mail_and_second_factor_ask_for_the_password_again(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    added = {"action_add": "", "email": "ada@example.org"}
    for path, form in (("/account/email/", added), ("/account/2fa/totp/activate/", {"code": "1"})):
        answer = browser.post(path, form)
        assert answer.headers["Location"].startswith("/account/reauthenticate/")
    assert not EmailAddress.objects.exists()
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    browser.post("/account/email/", added)
    assert EmailAddress.objects.get(user__username="Ada").email == "ada@example.org"
    browser.post("/account/email/", {"action_remove": "", "email": "ada@example.org"})
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("action", ["action_remove", "action_primary"])
def test_a_stolen_session_cannot_change_which_address_counts(sign_up: SignUp, action: str) -> None:
    sign_up("Ada", email="ada@example.org")
    user = User.objects.get()
    other = EmailAddress.objects.create(user=user, email="other@example.org", verified=True)
    browser = Client()
    browser.force_login(user)  # no recent log-in
    before = set(EmailAddress.objects.values_list("email", "primary"))
    answer = browser.post("/account/email/", {action: "", "email": other.email})
    assert answer.headers["Location"].startswith("/account/reauthenticate/")
    assert set(EmailAddress.objects.values_list("email", "primary")) == before


def test_a_password_reset_by_mail_does_not_reveal_who_has_an_account(
    sign_up: SignUp,
) -> None:
    sign_up("Ada", email="ada@example.org")
    browser = Client()
    unknown = browser.post("/account/password/reset/", {"email": "bruno@example.org"})
    known = browser.post("/account/password/reset/", {"email": "ada@example.org"})
    assert (known.status_code, known["location"]) == (unknown.status_code, unknown["location"])
    link = re.search(r"https?://testserver(/account/password/\S+)", str(mail.outbox[-1].body))
    assert link is not None
    form_at = browser.get(link[1], follow=True).redirect_chain[-1][0]
    browser.post(form_at, {"password1": NEW, "password2": NEW})
    browser.post("/account/login/", {"login": "Ada", "password": NEW})
    assert is_logged_in(browser)


@pytest.mark.parametrize("sends", [True, False])
def test_a_site_without_mail_does_not_offer_it(
    sign_up: SignUp, settings: Settings, sends: bool
) -> None:
    settings.MAIL_CONFIGURED = sends
    for page in ("", "done/"):
        shown = Client().get(f"/account/password/reset/{page}").text
        assert ("doesn't send e-mail" in shown) != sends
        assert ("sent a link" in shown) == (sends and page == "done/")
    assert ('name="email"' in Client().get("/account/password/reset/").text) == sends
    form = Client().get("/account/signup/").text
    page = sign_up("Ada", email="ada@example.org").get("/account/email/").text
    assert ("a forgotten password" in form) == sends
    assert ("a forgotten password" in page) == sends
    assert ("doesn't send e-mail" in page) != sends


def test_moderators_log_in_on_the_ordinary_page(db: None) -> None:
    User.objects.create_superuser("Doge", password=PASSWORD)
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/login/")


@pytest.mark.parametrize(
    ("weak", "why"),
    [
        ("regatt1", "too short"),
        ("password123", "too common"),
        ("16381638163816", "entirely numeric"),
        ("Lorenzaccia", "too similar"),
    ],
)
def test_a_weak_password_creates_no_account(db: None, weak: str, why: str) -> None:
    form = {"username": "Lorenzaccia", "password1": weak, "password2": weak}
    answer = Client().post("/account/signup/", form)
    assert why in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("there", ["https://evil.example/", "//evil.example", "/\\evil.example"])
def test_a_login_does_not_redirect_to_another_site(sign_up: SignUp, there: str) -> None:
    sign_up("Ada")
    browser = Client()
    form = {"login": "Ada", "password": PASSWORD, "next": there}
    answer = browser.post("/account/login/", form)
    assert is_logged_in(browser)
    assert "evil" not in answer.headers["Location"]


@pytest.mark.both
@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("\u0418\u0432\u0430\u043d", "\u0438\u0432\u0430\u043d"),
        ("Jos\u00e9", "JOSE\u0301"),
        ("Mina Bell", "MINA  bell"),
        ("Stra\u00dfe", "STRASSE"),
    ],
)
def test_case_and_composition_of_a_name_do_not_matter(
    sign_up: SignUp, name: str, typed: str
) -> None:
    host = sign_up("Ada")
    user = User.objects.create_user(name, password=PASSWORD)
    browser = Client()
    browser.post("/account/login/", {"login": typed, "password": PASSWORD})
    assert browser.session["_auth_user_id"] == str(user.pk)
    assert host.get(f"/people/{quote(typed)}/").status_code == 200
    wish = table_form(invited=f"{typed};host's friend")
    assert "host&#x27;s friend" in host.post("/set/blanks/", wish).content.decode()
    assert host.post("/set/blanks/", table_form(invited=f" {typed},")).status_code == 302
    assert Invitation.objects.get().user == user
    join(user=user, public_id=Match.objects.get().public_id)
    assert named(Seat.objects.all(), typed[1:]).get().user == user
    people = UserAdmin(User, site)
    assert people.get_search_results(HttpRequest(), User.objects.all(), typed)[0].get() == user


def test_password_managers_find_whose_password_it_is_and_where_it_is_changed(
    sign_up: SignUp,
) -> None:
    browser = sign_up("Ada", email="ada@example.org")
    person = person_of(browser)
    key = f"{user_pk_to_url_str(person)}-{default_token_generator.make_token(person)}"
    pages = ["/account/password/change/", "/account/reauthenticate/"]
    for page in (*pages, f"/account/password/reset/key/{key}/"):
        text = browser.get(page, follow=True).text
        assert re.search('autocomplete="username" value="Ada" readonly hidden', text), page
    person.set_unusable_password()
    person.save()
    browser.force_login(person)
    assert 'autocomplete="username" value="Ada"' in browser.get("/account/password/set/").text
    there = Client().get("/.well-known/change-password")
    assert (there.status_code, there["location"]) == (302, "/account/password/change/")


def test_each_form_with_a_new_password_can_show_it(sign_up: SignUp) -> None:
    browser, guest = sign_up("Ada"), Client()
    guest.post("/play-now/")
    shown = [
        Client().get("/account/signup/").text,
        browser.get("/account/password/change/").text,
        guest.get("/keep/").text,
    ]
    assert [text.count("data-show-password") for text in shown] == [1, 1, 1]
    assert "data-show-password" not in Client().get("/account/login/").text


PROMISE = re.compile(
    r"(have|will) sen[dt]|by e-mail|spam|confirmation link|confirmed address|new link"
    r"|e-mails|e-mail (or|and) push|e-mail summary",
    re.IGNORECASE,
)


@pytest.mark.parametrize("sends", [True, False])
def test_no_page_of_a_site_without_mail_promises_any(
    sign_up: SignUp, settings: Settings, sends: bool
) -> None:
    settings.MAIL_CONFIGURED = sends
    browser = sign_up("Ada", email="ada@example.org")
    confirm_password(browser)
    browser.post("/account/email/", {"action_add": "", "email": "lovelace@example.org"})
    assert len(mail.outbox) == (1 if sends else 0)
    pages = [*OUTSIDE, *INSIDE, "/settings/notices/", "/settings/tokens/", "/privacy/"]
    promising = {
        (page, found[0])
        for page in pages
        for one in (browser, Client())
        if (found := PROMISE.search(one.get(page, follow=True).text))
    }
    if sends:
        some = {"/account/email/", "/settings/notices/", "/account/password/reset/"}
        assert {page for page, _words in promising} >= some
    else:
        assert promising == set()


@pytest.mark.parametrize("sends", [True, False])
def test_without_mail_an_unconfirmed_address_does_not_prevent_a_second_factor(
    sign_up: SignUp, settings: Settings, sends: bool
) -> None:
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = not sends
    browser = sign_up("Ada", email="ada@example.org")
    confirm_password(browser)
    for page in ("/account/2fa/totp/activate/", "/account/2fa/webauthn/add/"):
        assert browser.get(page).status_code == (302 if sends else 200)
