"""Which pages may open a socket: those of this site, by scheme, host and port."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

_PORTS = {"http": 80, "https": 443}
_ENCRYPTED = {"https", "wss"}


def is_own_origin(scope: dict[str, Any]) -> bool:
    """As Django compares the origin of a form: it is that of the site, or one that is trusted.

    A socket carries no token, so this is all that keeps other sites out.
    """
    headers = dict(scope["headers"])
    try:
        origin = urlsplit(headers.get(b"origin", b"").decode("ascii"))
        if origin.scheme not in _PORTS or not origin.hostname:
            return False
        return _place(origin) == _place(urlsplit(_own(scope, headers))) or _is_trusted(origin)
    except (ValueError, DisallowedHost):  # it is no address, or this site has no such name
        return False


def _own(scope: dict[str, Any], headers: dict[bytes, bytes]) -> str:
    """Under which address the browser has this site."""
    request = HttpRequest()
    for name in (b"host", b"x-forwarded-proto"):
        if name in headers:
            key = f"HTTP_{name.decode().upper().replace('-', '_')}"
            request.META[key] = headers[name].decode("latin-1")
    encrypted = request.is_secure() or scope.get("scheme") in _ENCRYPTED
    return f"{'https' if encrypted else 'http'}://{request.get_host()}"


def _place(address: SplitResult) -> tuple[str, str | None, int]:
    return address.scheme, address.hostname, address.port or _PORTS[address.scheme]


def _is_trusted(origin: SplitResult) -> bool:
    return any(_fits(origin, urlsplit(trusted)) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def _fits(origin: SplitResult, trusted: SplitResult) -> bool:
    """`https://*.ridotto.example` stands for all below it."""
    if not (trusted.hostname or "").startswith("*."):
        return _place(origin) == _place(trusted)
    below = str(trusted.hostname)[1:]
    same_door = _place(origin)[::2] == _place(trusted)[::2]  # scheme and port
    return same_door and str(origin.hostname).endswith(below)
