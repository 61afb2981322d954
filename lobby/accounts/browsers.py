"""Browsers: their names, their device cookie and their time zone.

The device cookie holds a random name signed by this site. It binds accounts of one browser to
each other: a suspension of a guest also keeps out the browser's next guest.
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
    """Return the device name of this browser.

    It is a new random one if the browser has no cookie that this site signed.
    """
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


# --- Browser names


# The first match wins, because browsers name each other for compatibility.
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
    """Return a short name for a browser, such as "Firefox on Linux".

    An unknown browser or system is left out.
    """
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("an unknown browser")


# --- Time zones


ZONE_COOKIE = "zone"  # set by static/js/zone.js


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones, sorted, with UTC first."""
    places = sorted(name for name in available_timezones() if "/" in name)
    return ("UTC", *(name for name in places if not name.startswith(("Etc/", "SystemV/"))))


def guessed_zone(request: HttpRequest) -> str:
    """Return the time zone from the browser's cookie, or UTC if it is invalid."""
    zone = unquote(request.COOKIES.get(ZONE_COOKIE, ""))
    return zone if zone in zones() else "UTC"
