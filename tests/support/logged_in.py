"""Somebody who is logged in, without the page for it."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.test import Client


def log_in(browser: Client, user: Any) -> str:
    """As whoever comes by a page: with a session that is listed. The key of it.

    `force_login` lists none, so that the person of such a session is read by a statement more.
    """
    browser.force_login(user)
    key = browser.cookies["sessionid"].value
    UserSession.objects.create(user=user, session_key=key, ip="127.0.0.1", user_agent="a test")
    return key
