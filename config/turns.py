"""Requests of one person take turns, so that twenty at once keep nobody else waiting for long.

Threads for requests are few, and Python runs one at a time: whoever is first with twenty would have
all of them, and everybody else the twenty-first part of the machine.
"""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakValueDictionary

from django.conf import settings
from django.http import parse_cookie

from chat.live.handshake import address_of

AT_ONCE = 2  # a page, and what it asks for meanwhile


class Turns:
    """Used on one loop only. A turn is forgotten when nobody holds it or waits for it."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, scope: dict[str, Any]) -> asyncio.Semaphore:
        """To be held while the request has a thread."""
        name = _whose(scope)
        turn = self._turns.get(name)
        if turn is None:
            turn = self._turns[name] = asyncio.Semaphore(AT_ONCE)
        return turn


def _whose(scope: dict[str, Any]) -> str:
    """A session, or the address of whoever has none."""
    headers = dict(scope["headers"])
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    session = cookies.get(settings.SESSION_COOKIE_NAME)
    if session:
        return f"session {session}"
    return address_of(scope, headers.get(b"x-forwarded-for", b"").decode("latin-1"))
