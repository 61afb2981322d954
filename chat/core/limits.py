"""How often something may be done in a while, and by whom.

allauth counts, as it does for logging in: in the default cache, which lasts (chat/core/cache.py).
"""

from __future__ import annotations

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
