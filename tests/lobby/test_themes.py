"""Tests of the theme: it is stored, and rendered into the page by the server."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from lobby.models import User
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db
PASSWORD = "thirteen-quiet-herons"


def test_a_visitors_theme_is_stored_in_a_cookie_and_redirects_within_the_site() -> None:
    client = Client()
    for wanted, there in (("https://elsewhere.test/", "/"), ("/lobby/", "/lobby/")):
        answer = client.post("/theme/", {"theme": "dark", "next": wanted})
        assert answer["Location"] == there
    assert 'data-theme="dark"' in client.get("/").content.decode()


@pytest.mark.parametrize("secure", [True, False])
def test_the_theme_cookie_is_secure_if_session_cookies_are(settings: Any, secure: bool) -> None:
    settings.SESSION_COOKIE_SECURE = secure
    cookie = Client().post("/theme/", {"theme": "dark"}).cookies["theme"]
    assert bool(cookie["secure"]) == secure
    assert cookie["httponly"]


def test_a_theme_is_stored_with_the_account(client: Client) -> None:
    person = User.objects.create_user("Ada", password=PASSWORD)
    client.force_login(person)
    assert (
        client.post("/theme/", {"theme": "light"}, headers={"HX-Request": "true"}).status_code
        == 204
    )
    person.refresh_from_db()
    assert person.theme == "light"
    elsewhere = client_for(person)
    assert 'data-theme="light"' in elsewhere.get("/").content.decode()


def test_a_new_account_keeps_the_theme_of_its_browser() -> None:
    client = Client()
    client.post("/theme/", {"theme": "dark"})
    client.post(
        "/account/signup/", {"username": "Bea", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert User.objects.get(username="Bea").theme == "dark"


@pytest.mark.parametrize("theme", ["", "purple", '"><b>', "x" * 999])
def test_an_unknown_theme_falls_back_to_the_devices(client: Client, theme: str) -> None:
    client.post("/theme/", {"theme": theme})
    assert 'data-theme="auto"' in client.get("/").content.decode()
