"""Somebody who is logged in, without the page for it."""

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
    """Return a test client in which this person is logged in; `given`: to the client."""
    browser = Client(**given)
    browser.force_login(user)
    return browser


def log_in(browser: Client, user: Any) -> str:
    """As whoever comes by a page: with a session that is listed. The key of it.

    `force_login` lists none, so that the person of such a session is read by a statement more.
    """
    browser.force_login(user)
    key = browser.cookies["sessionid"].value
    UserSession.objects.create(user=user, session_key=key, ip="127.0.0.1", user_agent="a test")
    return key


def session_of(name: str) -> str:
    """Return the key of a new session of this member, who is made if there is none.

    A member who is made has `PASSWORD`.
    """
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User(username=name, password=_hashed())
        save_with_names(user)
    return log_in(Client(), user)


@cache
def _hashed() -> str:
    return make_password(PASSWORD)
