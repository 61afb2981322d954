"""How a page's socket is accepted: from a page of this site, by whom and how often.

One function in place of Channels' stack of middleware: each of those waits, with a copy of all that
the browser sent, for as long as the page is open.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from importlib import import_module
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from channels.auth import get_user
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, parse_cookie

from chat.core.hooks import Hook
from chat.live.consumer import PageRequest
from chat.live.throttle import Turn, turns

# --- Which pages may open a socket: those of this site, by scheme, host and port. ---


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


_ADDRESS = re.compile(r"/live/([-\w]+)/([-\w]+)/", re.ASCII)
_SESSION = re.compile(rb"(?:^|[; ])%s=([^;]+)" % settings.SESSION_COOKIE_NAME.encode())
_sessions = import_module(settings.SESSION_ENGINE).SessionStore


# Returns True if a page of this user and session may be sent updates.
may_listen: Hook[[Any, Any], Awaitable[bool]] = Hook("chat.live.handshake.may_listen")


async def page_request_of(scope: dict[str, Any]) -> PageRequest | None:
    """Who asks for which page; None where no socket is due: another site asks, or for no page."""
    headers = dict(scope["headers"])
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    address = _ADDRESS.fullmatch(path)
    if address is None or not is_own_origin(scope):
        return None
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    session = _sessions(cookies.get(settings.SESSION_COOKIE_NAME))
    user = await get_user({"session": session})  # ends a session that is no longer good
    if not await may_listen(user, session):
        return None
    kind, argument = address.groups()
    query = _query(scope["query_string"])
    rendered_for = query.pop("as", "")  # added by connection.js
    return PageRequest(
        user,
        session.session_key or "",
        kind,
        argument,
        query,
        scope_address(scope, headers.get(b"x-forwarded-for", b"").decode("latin-1")),
        rendered_for,
    )


def _query(text: bytes) -> dict[str, str]:
    """What stands in the address; nothing when it is more than any page of ours asks."""
    try:
        return dict(parse_qsl(text.decode("latin-1"), max_num_fields=20))
    except ValueError:
        return {}


def turn_of(scope: dict[str, Any]) -> Turn:
    """Of whoever sends a request. Every request comes by here: its cookies are not taken apart."""
    headers = dict(scope["headers"])
    session = _SESSION.search(headers.get(b"cookie", b""))
    if session:
        return turns().of(session[1].decode("latin-1"), "")
    forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    return turns().of("", scope_address(scope, forwarded))


def scope_address(scope: dict[str, Any], forwarded: str) -> str:
    """Where the browser is: what the first of the trusted proxies has seen.

    The same as `chat.core.limits.address_of` says of a request, which a socket is not. Whoever has
    one address of IPv6 has 2**64 of them: those count as one.
    """
    seen = [*filter(None, (part.strip() for part in forwarded.split(",")))]
    trusted = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    client = scope.get("client") or [""]
    address = seen[-trusted] if 0 < trusted <= len(seen) else client[0]
    try:
        found = ip_address(address)
    except ValueError:  # a socket of the file system, or a proxy's own notation
        return address[:100]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(ip_network((found, 64), strict=False))
    return str(found)
