"""Browsers: their names, the mark by which what binds a guest binds the next account, their zone.

The mark is a name that nobody can guess and that this site signed; a browser that forgets its
cookies is a new one.
"""

from __future__ import annotations

import secrets
from functools import cache
from urllib.parse import unquote
from zoneinfo import available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

DEVICE_COOKIE = "device"
_AGE = 60 * 60 * 24 * 365 * 2  # seconds
_LENGTH = 32


def device_of(request: HttpRequest) -> str:
    """The name of this browser, a new one if it has none that this site gave it."""
    known = request.get_signed_cookie(DEVICE_COOKIE, default="", max_age=_AGE) or ""
    return known if len(known) == _LENGTH else secrets.token_hex(_LENGTH // 2)


def remember_device(response: HttpResponse, device: str) -> None:
    response.set_signed_cookie(
        DEVICE_COOKIE,
        device,
        max_age=_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


# --- Saying in two words which browser a session is in. ---


# The first that stands in the user agent counts: browsers name each other for compatibility.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str) -> str:
    """For example "Firefox on Linux"; what cannot be told is left open."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("an unknown browser")


# --- The time zone a browser is in, and those people may choose. ---


ZONE_COOKIE = "zone"  # set by static/js/zone.js


@cache
def zones() -> tuple[str, ...]:
    """Names of the zones of places, sorted, and UTC first."""
    places = sorted(name for name in available_timezones() if "/" in name)
    return ("UTC", *(name for name in places if not name.startswith(("Etc/", "SystemV/"))))


def guessed_zone(request: HttpRequest) -> str:
    """The zone the browser says it is in; UTC if it says nothing sensible."""
    zone = unquote(request.COOKIES.get(ZONE_COOKIE, ""))
    return zone if zone in zones() else "UTC"
