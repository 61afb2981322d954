"""Logged-in people, without the login page."""

from __future__ import annotations

from functools import cache
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import make_password
from django.test import Client

from lobby.accounts.name_registry import save_with_names
from lobby.models import User
from tests.support.client import PASSWORD


def client_for(user: Any, **given: Any) -> Client:
    """Return a test client logged in as this person; `given` goes to the client."""
    browser = Client(**given)
    browser.force_login(user)
    return browser


def log_in(browser: Client, user: Any) -> str:
    """Log in with a listed session, as through the page, and return its key."""
    # force_login does not list the session, and a session that is not listed costs another query.
    browser.force_login(user)
    key = browser.cookies["sessionid"].value
    UserSession.objects.create(user=user, session_key=key, ip="127.0.0.1", user_agent="a test")
    return key


def session_of(name: str) -> str:
    """Return the key of a new session of this member, who is created if missing.

    A member that it creates has `PASSWORD`.
    """
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User(username=name, password=_hashed())
        save_with_names(user)
    return log_in(Client(), user)


@cache
def _hashed() -> str:
    return make_password(PASSWORD)
