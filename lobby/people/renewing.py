"""A session that is used goes on: it ends so many days after its last use, not after the log-in.

Guests have nothing but their session to come back by. Staff, who bind others, log in again.
"""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from chat.core.best_effort import best_effort
from lobby.models import User

_DAY = "renewed_on"


def renew(request: HttpRequest, user: User) -> bool:
    """Once a day; no page waits for it. Whether the browser is to be told, by `tell_browser`.

    Saved at once and apart from what the page does with it: a page that takes long would write
    back what it found at its start.
    """
    session, today = request.session, timezone.now().date().isoformat()
    if user.is_staff or session.get(_DAY) == today:
        return False
    was_modified = session.modified
    session[_DAY] = today
    session.set_expiry(settings.SESSION_COOKIE_AGE)
    renewed = False
    with suppress(UpdateError):  # it was ended a moment ago, and stays so
        renewed = best_effort(session.save)
    session.modified = was_modified
    return renewed


def tell_browser(request: HttpRequest, answer: HttpResponseBase) -> None:
    """What Django's middleware says where a session was changed; it has the last word."""
    answer.set_cookie(
        settings.SESSION_COOKIE_NAME,
        request.session.session_key or "",
        max_age=request.session.get_expiry_age(),
        domain=settings.SESSION_COOKIE_DOMAIN,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=settings.SESSION_COOKIE_HTTPONLY,
        samesite="Lax",
    )
