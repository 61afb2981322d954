"""The one socket of a page. It brings news and takes none: commands travel by POST."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from chat.core.internals import Disconnected
from chat.live.announce import session_topic
from chat.live.fragments import Denied, LoggedOut, Page, open_page
from chat.live.hub import hub
from chat.live.open_sockets import RESTARTING, open_sockets
from chat.live.presence import here
from chat.live.rendering import Rendered
from chat.live.throttle import turns

log = logging.getLogger(__name__)
CLOSED_TO_YOU = 4403
HANDSHAKE = 0.005  # seconds of a processor that a socket takes before its page is drawn
REFRESHED_EVERY = 20  # seconds between two writes of presence
ANSWERED_EVERY = 1  # seconds; a flood of heartbeats is not answered with a flood
HEARTBEAT = "."

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Who asks for which page: all that is kept of what the browser sent."""

    user: Any
    session_key: str
    kind: str
    argument: str
    query: dict[str, str]
    address: str = ""  # where it comes from; "" where nobody knows
    rendered_for: str = ""  # the key of the user the page was rendered for; "" for a stranger

    def open(self) -> Page:
        return open_page(self.kind, self.user, self.argument, self.query)

    def owners(self) -> Collection[str]:
        """The person, and this one session of theirs: either can be turned away."""
        if not self.user.is_authenticated:
            return ()
        return (f"user.{self.user.pk}", session_topic(self.session_key))


class PageConsumer:
    """Opens the page that was asked for, sends it whole, then whatever changes (`hub`).

    A plain ASGI application for one socket: Channels' consumers have a channel for each page, which
    nobody would send to, keep the scope, and go to a thread to tidy up before each message.
    """

    answers_heartbeat = True  # a page counts on it; programs are sent nothing they did not ask for
    _transmit: Send

    def __init__(self, request: PageRequest) -> None:
        self.request = request
        self.name = uuid4().hex
        self.owners: Collection[str] = request.owners()
        self.person = str(request.user.pk or "")
        self.address = request.address
        self.page: Page | None = None
        self.topics: Collection[str] = ()
        self.gone = False
        self.present = False  # whether the person counts as being in the page's room
        self.refreshed = float("-inf")  # time.monotonic() of the last heartbeat written down
        self.answered = float("-inf")  # and of the last one answered

    async def __call__(self, scope: object, receive: Receive, send: Send) -> None:
        """The life of the socket. The scope is not kept: what is needed of it is the request."""
        self._transmit = send
        await receive()  # it connects
        try:
            await self._connect()
            while (message := await receive())["type"] != "websocket.disconnect":
                if message.get("text") == HEARTBEAT:
                    await self._answer_heartbeat()
                await self._refresh()
        finally:
            open_sockets.leave(self)
        await self._end()

    async def _connect(self) -> None:
        # Also where there is no place for it: a browser is told the code of an open socket only.
        await self._transmit({"type": "websocket.accept"})
        refused = open_sockets.admit(self)
        if refused is not None:
            await self._close(refused)
            return
        try:
            self._check_user()
            await self._open()
        except Denied as denied:
            await self._disconnect(denied)
        except Exception:
            # Nobody tells a consumer that fails that its socket is closed: it would be drawn for
            # and never be forgotten.
            self.page = None
            hub().unsubscribe(self, self.topics)
            raise

    def _check_user(self) -> None:
        """Raise `LoggedOut` if the session is not that of the user the page was rendered for."""
        shown = self.request.rendered_for
        if shown and shown != self.person:
            raise LoggedOut

    async def _open(self) -> None:
        await hub().register_owners(self)
        # Drawn before it is listened for, so that no two threads draw it at once; what came
        # between is drawn when it listens.
        turn = turns().of(self.request.session_key, self.address)
        await turn.rest()
        opened = await hub().opened(self.request.open)
        turn.use(HANDSHAKE + opened.seconds)
        if self.gone:
            return
        await self._send(opened.html)
        self.page = opened.page
        self.topics = tuple(opened.page.topics)
        await hub().subscribe(self, self.topics, opened.mark)
        self.present = bool(opened.page.room) and self.request.user.is_authenticated
        if self.present:
            await here().enter(self.request.user, opened.page.room, self.name)

    async def deliver(self, drawn: Rendered) -> None:
        """What news have changed on this page."""
        if isinstance(drawn, Denied):
            await self._disconnect(drawn)
        elif isinstance(drawn, Exception):
            # A part that cannot be drawn must not cost the page its socket for good: the client
            # reconnects and asks for the whole page.
            await self._transmit({"type": "websocket.close"})
        elif self.page is not None:
            await self._send(drawn)

    async def disconnected(self, reason: str) -> None:
        """This user is out at once: logged out, suspended or deleted."""
        await self._disconnect(LoggedOut(message=reason))

    async def _disconnect(self, denied: Denied) -> None:
        if self.gone:
            return
        self.page, self.gone = None, True
        await self._send(denied.last or denied.told())
        await self._close(CLOSED_TO_YOU)

    async def restart(self) -> None:
        """This process ends: the page shall come back, to another."""
        if not self.gone:
            await self._close(RESTARTING)

    async def _close(self, code: int) -> None:
        self.page, self.gone = None, True
        await self._transmit({"type": "websocket.close", "code": code})

    async def _answer_heartbeat(self) -> None:
        """Let the page know that the connection still relays; costs no more than the frame."""
        at = time.monotonic()
        if self.answers_heartbeat and not self.gone and at - self.answered >= ANSWERED_EVERY:
            self.answered = at
            await self._send(HEARTBEAT)

    async def _refresh(self) -> None:
        """Nothing is commanded over the socket; a heartbeat keeps presence fresh."""
        at = time.monotonic()
        if at - self.refreshed < REFRESHED_EVERY:
            return
        self.refreshed = at
        if self.present:
            await here().refresh(self.name)

    async def _end(self) -> None:
        self.page = None
        hub().unsubscribe(self, self.topics)
        if self.present:
            self.present = False
            await here().leave(self.name)

    async def _send(self, html: str) -> None:
        if html:
            with suppress(Disconnected):  # the page was left meanwhile: the end follows
                await self._transmit({"type": "websocket.send", "text": html})


async def refuse(receive: Receive, send: Send) -> None:
    """There is no socket for whoever asks."""
    await receive()  # it connects
    await send({"type": "websocket.close"})
    await receive()  # it is gone
