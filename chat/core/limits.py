"""Limits on how often something may be done, by person or by address.

allauth counts, as it does for logins: in the default cache, which lasts (chat/core/cache.py).
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from chat.core.internals import consume, get_ip


def take(what: str, who: str, *, most: int, seconds: int) -> bool:
    """Count one more `what` for `who`. Return False if the limit is reached.

    The limit is `most` in the last `seconds`. Do not call this inside a transaction that others
    wait for: it writes a row of its own.
    """
    rates = {what: f"{most}/{seconds}s/key"}
    # The request may be None, since the count depends on the key alone.
    taken = consume(None, app="house", action=what, config=rates, key=who, limit_get=True)
    return taken is not None


def address_of(request: HttpRequest) -> str:
    """Return the address that a request comes from, as seen by our outermost proxy.

    For IPv6, that is the /64 network of a household.
    """
    return str(get_ip(request))


def scope_address(scope: dict[str, Any], forwarded: str) -> str:
    """Return the browser's address, as the first of the trusted proxies has seen it.

    This is `address_of` for a socket, which is not a request. An IPv6 address counts as its /64
    network, since anybody with one address has 2**64 of them.
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
