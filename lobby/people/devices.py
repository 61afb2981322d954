"""Naming a browser, so that what binds a guest binds the next guest of the same browser.

Only a name that nobody can guess and that this site signed; a browser that forgets its cookies is
a new one.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
_AGE = 60 * 60 * 24 * 365 * 2  # seconds
_LENGTH = 32


def device_of(request: HttpRequest) -> str:
    """The name of this browser, a new one if it has none that this site gave it."""
    known = request.get_signed_cookie(COOKIE, default="", max_age=_AGE) or ""
    return known if len(known) == _LENGTH else secrets.token_hex(_LENGTH // 2)


def remember_device(response: HttpResponse, device: str) -> None:
    response.set_signed_cookie(
        COOKIE,
        device,
        max_age=_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
