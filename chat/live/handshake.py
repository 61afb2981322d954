"""How a page's socket comes in: from a page of this site, as the person of its session.

One function in place of Channels' stack of middleware: each of those waits, with a copy of all that
the browser sent, for as long as the page is open.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from importlib import import_module
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import parse_qsl

from channels.auth import get_user
from django.conf import settings
from django.http import parse_cookie

from chat.live.consumer import PageRequest
from chat.live.origins import is_own_origin
from chat.live.turns import Turn, turns

_ADDRESS = re.compile(r"/live/([-\w]+)/([-\w]+)/", re.ASCII)
_SESSION = re.compile(rb"(?:^|[; ])%s=([^;]+)" % settings.SESSION_COOKIE_NAME.encode())
_sessions = import_module(settings.SESSION_ENGINE).SessionStore


# What the apps above ask of whoever comes, with their session; all must say yes.
doors: list[Callable[[Any, Any], Awaitable[bool]]] = []


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
    for may_come in doors:
        if not await may_come(user, session):
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
