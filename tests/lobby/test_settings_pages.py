"""Tests of the sections of the settings, and of the search for one setting."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings

from tests.lobby.conftest import SignUp

pytestmark = pytest.mark.django_db
PAGES = (
    "/settings/", "/settings/tokens/", "/settings/notices/", "/settings/blocked/", "/privacy/",
    "/deadlines/", "/account/email/", "/account/password/change/", "/account/sessions/",
)  # fmt: skip


def _navs(page: str) -> list[list[str]]:
    found = re.findall(r'<nav class="tabs"[^>]*>(.*?)</nav>', page, re.DOTALL)
    return [re.findall(r"<a [^>]*>([^<]*)</a>", nav) for nav in found]


def _links(browser: Client, words: str) -> list[tuple[str, str]]:
    page = browser.get("/settings/search/", {"q": words}).text.partition("<h1>")[2]
    return re.findall(r'<li>\s*<a href="([^"]*)">([^<]*)</a>', page)


@pytest.mark.parametrize("path", PAGES)
def test_each_page_shows_five_sections_and_the_pages_of_its_own(sign_up: SignUp, path: str) -> None:
    page = sign_up("Ada").get(path).text
    sections, *inside = _navs(page)
    assert sections == ["Profile", "Log-in", "Notices", "Privacy", "Programs"]
    assert len(inside) <= 1
    assert page.count('aria-current="page"') == 1, "the page itself"
    assert page.count('aria-current="true"') == len(inside), "its section"
    assert 'role="search"' in page


def test_a_setting_is_found_by_any_words_of_its_name(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    assert ("/settings/#id_time_zone", "Time zone") in _links(browser, "zone TIME")
    assert ("/settings/tokens/", "Webhook") in _links(browser, "webhook")
    assert ("/settings/notices/", "Quiet hours") in _links(browser, "quiet")
    assert _links(browser, "brocade") == []
    assert len(_links(browser, "")) > 30


def test_every_link_of_the_search_leads_to_a_page_and_a_field(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    for url, label in _links(browser, ""):
        path, _hash, field = url.partition("#")
        answer = browser.get(path)
        assert answer.status_code in (200, 302), label  # or to confirm the password
        assert not field or f'id="{field}"' in answer.text, label


def test_guests_find_only_what_they_have(client: Client) -> None:
    client.post("/play-now/")
    assert _links(client, "token") == []
    assert _links(client, "password") == []
    assert ("/settings/notices/", "Quiet hours") in _links(client, "quiet")
    for url, label in _links(client, ""):
        path, _hash, field = url.partition("#")
        assert not field or f'id="{field}"' in client.get(path).text, label
    assert _navs(client.get("/settings/").text)[0] == ["Profile", "Notices", "Privacy"]


@pytest.mark.parametrize("mail", [True, False])
def test_mail_is_found_only_on_a_site_that_sends_it(
    sign_up: SignUp, settings: Settings, mail: bool
) -> None:
    settings.MAIL_CONFIGURED = mail
    assert bool(_links(sign_up("Ada"), "daily e-mail")) == mail
