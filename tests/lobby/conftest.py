"""Fixtures and helpers for tests of accounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from chat.live import announce
from lobby.models import User

PASSWORD = "tarocchi-1638"
# The data of the untouched settings page, without the display name.
SETTINGS = {"time_zone": "UTC", "language": "en", "theme": "auto", "hue": ""}
SignUp = Callable[..., Client]
Sent = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def sign_up(db: Any) -> SignUp:
    """Return a function that signs a new person up and returns their browser."""

    def sign_up_as(name: str, *, email: str = "", **cookies: str) -> Client:
        browser = Client()
        for key, value in cookies.items():
            browser.cookies[key] = value
        form = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
        answer = browser.post("/account/signup/", form)
        assert answer.status_code == 302, answer.content.decode()
        return browser

    return sign_up_as


@pytest.fixture
def guest(db: Any) -> Client:
    """Return the browser of a new guest."""
    browser = Client()
    assert browser.post("/play-now/").status_code == 302
    return browser


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Return the list of messages sent to open pages, as topic and message."""
    messages: Sent = []

    class Layer:
        async def group_send(self, topic: str, message: dict[str, Any]) -> None:
            messages.append((topic, message))

    monkeypatch.setattr(announce, "get_channel_layer", Layer)
    return messages


def confirm_password(browser: Client, password: str = PASSWORD) -> Any:
    """Confirm the password, as the site requires before serious changes."""
    return browser.post("/account/reauthenticate/?next=/settings/delete/", {"password": password})


def delete(browser: Client) -> Any:
    """Delete the account as its page does: password first, then the button."""
    confirm_password(browser)
    return browser.post("/settings/delete/")


def person_of(browser: Client) -> User:
    """Return the user who is logged in to this browser."""
    return User.objects.get(pk=browser.session["_auth_user_id"])


def is_logged_in(browser: Client) -> bool:
    """Return True if the site recognises the browser as logged in."""
    return browser.get("/settings/").status_code == 200
