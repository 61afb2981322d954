"""How often something may be done in a while, and by whom.

allauth counts, as it does for logging in: in the default cache, which lasts (chat/core/cache.py).
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from chat.core.internals import consume, get_ip


def take(what: str, who: str, *, most: int, seconds: int) -> bool:
    """Counts one more for `who`, unless `most` were counted in the last `seconds`: then False.

    Not inside a transaction that others wait for: it writes a row of its own.
    """
    rates = {what: f"{most}/{seconds}s/key"}
    # Counted by key alone, nothing is asked of a request.
    taken = consume(None, app="house", action=what, config=rates, key=who, limit_get=True)
    return taken is not None


def address_of(request: HttpRequest) -> str:
    """Where a request comes from: of an IPv6 address what a household has, behind our proxies."""
    return str(get_ip(request))


def scope_address(scope: dict[str, Any], forwarded: str) -> str:
    """Where the browser is: what the first of the trusted proxies has seen.

    The same as `address_of` says of a request, which a socket is not. Whoever has
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
