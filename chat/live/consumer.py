"""The one socket of a page. It brings news and takes none: commands travel by POST."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl
from uuid import uuid4

from autobahn.exception import Disconnected
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import close_old_connections
from django.template.loader import render_to_string
from django.utils import translation

from chat import presence
from chat.live.farewell import session_topic
from chat.live.hub import Drawn, hub
from chat.live.parts import Denied, Page, open_page
from chat.patience import unless_busy

_notes = ThreadPoolExecutor(max_workers=2, thread_name_prefix="notes")
CLOSED_TO_YOU = 4403
REFRESHED_EVERY = 10  # seconds; whatever a page sends more often is not even looked at


class PageConsumer(AsyncWebsocketConsumer):
    """Opens the page named in the address, sends it whole, then whatever changes (`hub`)."""

    page: Page | None = None
    own: Collection[str] = ()
    topics: Collection[str] = ()
    gone = False
    refreshed = float("-inf")  # time.monotonic() of the last heartbeat that was written down

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As Channels' own, without a channel for each page: the hub hears for all of them."""
        self.scope, self.base_send = scope, send
        self.name = uuid4().hex
        with suppress(StopConsumer):
            while True:
                await self.dispatch(await receive())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels' own, without its database clean-up on every message (others do it)."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is None:
            raise ValueError(f"no handler for {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        self.user = self.scope["user"]
        await self.accept()
        try:
            await self._open()
        except Denied as denied:
            await self._turn_away(denied)
        except Exception:
            # Nobody tells a consumer that fails that its socket is closed: it would be drawn for
            # and never be forgotten.
            self.page = None
            hub().forget(self, self.topics)
            raise

    async def _open(self) -> None:
        url, query = self.scope["url_route"]["kwargs"], _query(self.scope)
        self.own = self._owners()
        await hub().attend(self)
        # Drawn before it is listened for, so that no two threads draw it at once; what came
        # between is drawn when it listens.
        opened = await hub().opened(lambda: open_page(url["page"], self.user, url["arg"], query))
        if self.gone:
            return
        await self._send(opened.html)
        page = self.page = opened.page
        self.topics = page.topics
        await hub().listen(self, self.topics, opened.mark)
        if page.room and self.user.is_authenticated:
            await _note(lambda: presence.enter(self.user, page.room, self.name))

    def _owners(self) -> Collection[str]:
        """The person, and this one session of theirs: either can be turned away."""
        if not self.user.is_authenticated:
            return ()
        return {f"user.{self.user.pk}", session_topic(self.scope["session"].session_key or "")}

    async def deliver(self, drawn: Drawn) -> None:
        """What news have changed on this page."""
        if isinstance(drawn, Denied):
            await self._turn_away(drawn)
        elif isinstance(drawn, Exception):
            # A part that cannot be drawn must not cost the page its socket for good: the client
            # reconnects and asks for the whole page.
            await self.close()
        elif self.page is not None:
            await self._send(drawn)

    async def leave(self, reason: str) -> None:
        """This user is out at once: logged out, suspended or deleted."""
        await self._turn_away(Denied("/", reason))

    async def _turn_away(self, denied: Denied) -> None:
        if self.gone:
            return
        self.page, self.gone = None, True
        await self._send(
            render_to_string("live/gone.html", {"where": denied.where, "text": denied.message})
        )
        await self.close(code=CLOSED_TO_YOU)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is commanded over the socket; a heartbeat keeps presence fresh."""
        page, at = self.page, time.monotonic()
        if at - self.refreshed < REFRESHED_EVERY:
            return
        self.refreshed = at
        if page is not None and page.room and self.user.is_authenticated:
            here = (self.user, page.room, self.name)
            await _note(lambda: presence.refresh_or_enter(*here))

    async def disconnect(self, code: int) -> None:
        page, self.page = self.page, None
        hub().forget(self, self.topics)
        if page is not None and page.room and self.user.is_authenticated:
            await _note(lambda: presence.leave(self.name))
        raise StopConsumer()

    async def _send(self, html: str) -> None:
        if html:
            with suppress(Disconnected):  # the page was left meanwhile: `disconnect` follows
                await self.send(text_data=html)


class Nowhere(AsyncWebsocketConsumer):
    """An address that is no page's: the socket is refused."""

    async def connect(self) -> None:
        await self.close()


async def _note(work: Callable[[], object]) -> None:
    """Writes down who is here, unless the database is busy: the next heartbeat tries again.

    In threads of its own, so that no page waits to be drawn.
    """
    await asyncio.get_running_loop().run_in_executor(_notes, _noted, work)


def _noted(work: Callable[[], object]) -> None:
    close_old_connections()
    with translation.override("en"):
        unless_busy(work)


def _query(scope: dict[str, Any]) -> dict[str, str]:
    """What stands in the address; nothing when it is more than any page of ours asks."""
    try:
        pairs = parse_qsl(scope.get("query_string", b"").decode("latin-1"), max_num_fields=20)
    except ValueError:
        return {}
    return dict(pairs)
