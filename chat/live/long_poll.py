"""Requests that wait for news: meanwhile they hold no thread, no connection of a database, no turn.

A view says what it waits for (`wait_for`) and answers that there is nothing new. Whoever serves it
then keeps that answer back, and asks the view again at each news, until it has something to tell or
the time is over. Nothing falls between the first look and the listening: `Hub.mark`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.safestring import SafeString

from chat.live.batch import Rendered
from chat.live.consumer import TOO_MANY, open_sockets
from chat.live.fragments import Page
from chat.live.hub import hub

Scope = dict[str, Any]
WAITS, AGAIN, FULL = "ridotto.waits", "ridotto.again", "ridotto.full"


@dataclass(frozen=True)
class Waits:
    """`owners`: whoever is turned away under one of these names waits no longer."""

    topics: Collection[str]
    seconds: float
    person: str
    address: str
    owners: Collection[str]


def wait_for(request: HttpRequest, waits: Waits) -> None:
    """Has this request wait, where it is served by what can; else it is answered at once."""
    _scope(request)[WAITS] = waits


def is_asked_again(request: HttpRequest) -> bool:
    """Whether it is a request that has waited: it was counted when it came."""
    return AGAIN in _scope(request)


def has_no_place(request: HttpRequest) -> bool:
    """Whether its person has too many that wait already."""
    return FULL in _scope(request)


def _scope(request: HttpRequest) -> Scope:
    scope: Scope = getattr(request, "scope", {})
    return scope


@dataclass(slots=True)
class _Bell:
    """A part of a page that shows nothing: only that there is news counts."""

    topics: Collection[str]
    id: str = "bell"

    def html(self) -> SafeString:
        return SafeString("")

    def changes(self, *, whole: bool = False) -> SafeString:
        return SafeString("")


class Waiting:
    """One that waits: a page without parts for the hub, a socket for the limits of those."""

    def __init__(self, waits: Waits) -> None:
        self.page: Page | None = Page(parts=(_Bell(waits.topics),))
        self.owners, self.person, self.address = waits.owners, waits.person, waits.address
        self.rings, self.ended = asyncio.Event(), False

    async def deliver(self, drawn: Rendered) -> None:
        self.rings.set()

    async def disconnected(self, reason: str) -> None:
        self.rings.set()

    async def restart(self) -> None:
        """This process ends: whoever waits is answered, and asks another."""
        self.ended = True
        self.rings.set()


Ask = Callable[[], Awaitable[HttpResponseBase]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


async def answer_with_news(
    scope: Scope, first: HttpResponseBase, *, mark: int, receive: Receive, ask: Ask
) -> HttpResponseBase:
    """What is answered in the end, to a request that was told to wait and has `first` until then.

    `mark`: of the hub, before the first look.
    """
    waits: Waits = scope.pop(WAITS)
    scope[AGAIN] = True
    waiting = Waiting(waits)
    refused = open_sockets.admit(waiting)
    if refused is not None:
        if refused == TOO_MANY:
            scope[FULL] = True
        return await ask() if refused == TOO_MANY else first
    gone = asyncio.ensure_future(receive())  # nothing comes any more but that they are gone
    try:
        await hub().register_owners(waiting)
        await hub().subscribe(waiting, waits.topics, mark)
        return await _at_news(scope, first, waiting, gone, waits.seconds, ask)
    except TimeoutError:  # no news reach this process at present
        return await ask()
    finally:
        waiting.page = None
        gone.cancel()
        open_sockets.leave(waiting)
        hub().unsubscribe(waiting, waits.topics)


async def _at_news(
    scope: Scope,
    first: HttpResponseBase,
    waiting: Waiting,
    gone: asyncio.Future[Any],
    seconds: float,
    ask: Ask,
) -> HttpResponseBase:
    loop, answer = asyncio.get_running_loop(), first
    end = loop.time() + seconds
    while True:
        rings = asyncio.ensure_future(waiting.rings.wait())
        left = max(0.0, end - loop.time())
        await asyncio.wait({rings, gone}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        if not rings.done() or gone.done() or waiting.ended:
            rings.cancel()
            with suppress(asyncio.CancelledError):
                await rings
            return answer
        waiting.rings.clear()
        answer = await ask()
        if scope.pop(WAITS, None) is None:
            return answer
