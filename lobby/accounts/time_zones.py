"""Time zones people may choose."""

from __future__ import annotations

from functools import cache
from urllib.parse import unquote
from zoneinfo import available_timezones

from django.http import HttpRequest

COOKIE = "zone"  # set by static/js/zone.js


@cache
def zones() -> tuple[str, ...]:
    """Names of the zones of places, sorted, and UTC first."""
    places = sorted(name for name in available_timezones() if "/" in name)
    return ("UTC", *(name for name in places if not name.startswith(("Etc/", "SystemV/"))))


def guessed_zone(request: HttpRequest) -> str:
    """The zone the browser says it is in; UTC if it says nothing sensible."""
    zone = unquote(request.COOKIES.get(COOKIE, ""))
    return zone if zone in zones() else "UTC"
