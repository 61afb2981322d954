"""Long polls: requests that wait for updates without holding a thread.

A view says what it waits for (`wait_for`) and answers that there is nothing new. The server then
holds back that answer and calls the view again at each update, until it has something to return or
the time is up. No update is lost between the first query and the subscription: see `Hub.mark`.
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
    """The topics that a request waits for, for how long, and on whose behalf."""

    topics: Collection[str]
    seconds: float
    person: str
    address: str
    owners: Collection[str]  # the request stops waiting if one of these is disconnected


def wait_for(request: HttpRequest, waits: Waits) -> None:
    """Make this request wait for updates, if the server supports that."""
    _scope(request)[WAITS] = waits


def is_asked_again(request: HttpRequest) -> bool:
    """Return True if this request has waited before, and so was counted before."""
    return AGAIN in _scope(request)


def has_no_place(request: HttpRequest) -> bool:
    """Return True if too many requests of this person wait already."""
    return FULL in _scope(request)


def _scope(request: HttpRequest) -> Scope:
    scope: Scope = getattr(request, "scope", {})
    return scope


@dataclass(slots=True)
class _Bell:
    """A fragment that shows nothing: it only counts that there is an update."""

    topics: Collection[str]
    id: str = "bell"

    def html(self) -> SafeString:
        return SafeString("")

    def changes(self, *, whole: bool = False) -> SafeString:
        return SafeString("")


class Waiting:
    """A waiting request: to the hub a page without content, to the limits a socket."""

    def __init__(self, waits: Waits) -> None:
        self.page: Page | None = Page(parts=(_Bell(waits.topics),))
        self.owners, self.person, self.address = waits.owners, waits.person, waits.address
        self.rings, self.ended = asyncio.Event(), False

    async def deliver(self, rendered: Rendered) -> None:
        self.rings.set()

    async def disconnected(self, reason: str) -> None:
        self.rings.set()

    async def restart(self) -> None:
        """Answer the request, so that the client asks another process."""
        self.ended = True
        self.rings.set()


Ask = Callable[[], Awaitable[HttpResponseBase]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


async def answer_with_news(
    scope: Scope, first: HttpResponseBase, *, mark: int, receive: Receive, ask: Ask
) -> HttpResponseBase:
    """Return the final answer to a request that has to wait.

    `first` is the answer if there is no update in time, `mark` the hub's mark before the first
    query. `ask` calls the view again.
    """
    waits: Waits = scope.pop(WAITS)
    scope[AGAIN] = True
    waiting = Waiting(waits)
    refused = open_sockets.admit(waiting)
    if refused is not None:
        if refused == TOO_MANY:
            scope[FULL] = True
        return await ask() if refused == TOO_MANY else first
    gone = asyncio.ensure_future(receive())  # the only message to come says that the client is gone
    try:
        await hub().register_owners(waiting)
        await hub().subscribe(waiting, waits.topics, mark)
        return await _at_news(scope, first, waiting, gone, waits.seconds, ask)
    except TimeoutError:  # no updates reach this process at present
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
