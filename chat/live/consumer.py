"""The WebSocket of a page, from its handshake to its end.

It carries updates and takes no commands: those travel by POST. The handshake is one function
rather than Channels' stack of middleware, each layer of which would wait, with a copy of all that
the browser sent, for as long as the page is open.

A page needs one socket. Someone who opens page after page, or a program, may open many. Each costs
memory and rendering, so their number per person and per address is limited.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol
from urllib.parse import SplitResult, parse_qsl, urlsplit
from uuid import uuid4

from channels.auth import get_user
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, parse_cookie

from chat.core.hooks import Hook
from chat.core.internals import Disconnected
from chat.core.limits import scope_address
from chat.live.announce import session_topic
from chat.live.batch import Rendered
from chat.live.fragments import Denied, LoggedOut, Page, open_page
from chat.live.hub import hub
from chat.live.presence import here
from chat.live.threads import Sender, slot

log = logging.getLogger(__name__)

# --- Origins: only pages of this site may open a socket


_PORTS = {"http": 80, "https": 443}
_ENCRYPTED = {"https", "wss"}


def is_own_origin(scope: dict[str, Any]) -> bool:
    """Return True if the request comes from a page of this site or a trusted origin.

    Origins are compared as Django compares those of forms: by scheme, host and port.
    """
    # A socket carries no CSRF token, so nothing else keeps other sites out.
    headers = dict(scope["headers"])
    try:
        origin = urlsplit(headers.get(b"origin", b"").decode("ascii"))
        if origin.scheme not in _PORTS or not origin.hostname:
            return False
        return _place(origin) == _place(urlsplit(_own(scope, headers))) or _is_trusted(origin)
    except (ValueError, DisallowedHost):  # a malformed address, or a host this site does not have
        return False


def _own(scope: dict[str, Any], headers: dict[bytes, bytes]) -> str:
    """Return the address under which the browser knows this site."""
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
    """Return True if the origin matches a trusted one.

    `https://*.ridotto.example` matches all its subdomains.
    """
    if not (trusted.hostname or "").startswith("*."):
        return _place(origin) == _place(trusted)
    below = str(trusted.hostname)[1:]
    same_door = _place(origin)[::2] == _place(trusted)[::2]  # scheme and port
    return same_door and str(origin.hostname).endswith(below)


# --- Page requests


_ADDRESS = re.compile(r"/live/([-\w]+)/([-\w]+)/", re.ASCII)
_SESSION = re.compile(rb"(?:^|[; ])%s=([^;]+)" % settings.SESSION_COOKIE_NAME.encode())
_sessions = import_module(settings.SESSION_ENGINE).SessionStore


# Returns True if a page of this user and session may be sent updates.
may_listen: Hook[[Any, Any], Awaitable[bool]] = Hook("chat.live.consumer.may_listen")


async def page_request_of(scope: dict[str, Any]) -> PageRequest | None:
    """Return the page request of a handshake, or None if no socket is due.

    That is so for other sites, unknown addresses and users who may not be sent updates.
    """
    address = _address_of(scope)
    if address is None:
        return None
    headers = dict(scope["headers"])
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    session = _sessions(cookies.get(settings.SESSION_COOKIE_NAME))
    user = await get_user({"session": session})  # ends a session that is no longer valid
    if not await may_listen(user, session):
        return None
    kind, argument = address
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


def _address_of(scope: dict[str, Any]) -> tuple[str, str] | None:
    """Return kind and argument of the page, or None if no page of this site asks."""
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    address = _ADDRESS.fullmatch(path)
    return (address[1], address[2]) if address and is_own_origin(scope) else None


def _query(text: bytes) -> dict[str, str]:
    """Return the query parameters; empty if there are more than any page accepts."""
    try:
        return dict(parse_qsl(text.decode("latin-1"), max_num_fields=20))
    except ValueError:
        return {}


def sender_of(scope: dict[str, Any]) -> Sender:
    """Return the sender of this request."""
    # Every request passes here, so its cookies are not parsed in full.
    headers = dict(scope["headers"])
    session = _SESSION.search(headers.get(b"cookie", b""))
    credential = session[1] if session else headers.get(b"authorization", b"")
    forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    # It is remembered, so a padded one must not take much memory.
    return Sender(scope_address(scope, forwarded), credential[:200].decode("latin-1"))


# --- Open sockets: how many there may be, and closing them


RESTARTING = 1012  # "service restart" in the registry of RFC 6455: reconnect after a random delay
TOO_MANY = 4429


class OpenSocket(Protocol):
    """A socket, or a request that waits, which counts towards the limits."""

    # A name for the person it belongs to; "" for a visitor without an account.
    @property
    def person(self) -> str: ...

    # The IP address it comes from; "" if unknown.
    @property
    def address(self) -> str: ...

    async def restart(self) -> None: ...


class OpenSockets:
    """The open sockets of this process, used on its loop only."""

    def __init__(self) -> None:
        self._open: dict[OpenSocket, Mapping[str, int]] = {}
        self._counts: Counter[str] = Counter()
        self._restarting = False

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, socket: OpenSocket) -> int | None:
        """Count a socket as open, or return the code to close it with.

        Return None if it is admitted: call `leave` when it is closed.
        """
        if self._restarting:
            return RESTARTING
        limits = dict(_limits(socket))
        if any(self._counts[name] >= most for name, most in limits.items()):
            return TOO_MANY
        self._open[socket] = limits
        self._counts.update(limits.keys())
        return None

    def leave(self, socket: OpenSocket) -> None:
        """Count a socket as closed. Does nothing if it was not admitted."""
        for name in self._open.pop(socket, ()):
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]

    async def restart(self) -> None:
        """Close all sockets and admit no more, since this process ends."""
        self._restarting = True
        for socket in tuple(self._open):
            await socket.restart()


def _limits(socket: OpenSocket) -> Iterator[tuple[str, int]]:
    if socket.person:
        yield f"person {socket.person}", settings.SOCKETS_PER_PERSON
    if socket.address:
        yield f"address {socket.address}", settings.SOCKETS_PER_ADDRESS


open_sockets = OpenSockets()


# --- The life of a socket


CLOSED_TO_YOU = 4403
HANDSHAKE = 0.005  # seconds of processor time that a socket takes before its page is rendered
REFRESHED_EVERY = 20  # seconds between two writes of presence
ANSWERED_EVERY = 1  # seconds; a flood of heartbeats must not cause a flood of answers
HEARTBEAT = "."

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page: all that is retained of what the browser sent."""

    user: Any
    session_key: str
    kind: str
    argument: str
    query: dict[str, str]
    address: str = ""  # the IP address it comes from; "" if unknown
    rendered_for: str = ""  # primary key of the user the page was rendered for; "" for a visitor

    def open(self) -> Page:
        return open_page(self.kind, self.user, self.argument, self.query)

    def owners(self) -> Collection[str]:
        """Return the names under which the page's person and session are disconnected."""
        if not self.user.is_authenticated:
            return ()
        return (f"user.{self.user.pk}", session_topic(self.session_key))


class PageConsumer:
    """An ASGI application for one socket: opens a page, sends it, then its updates."""

    # Channels' consumers are not used: each has a channel of its own, to which nobody would send,
    # retains the scope, and enters a thread to tidy up before each message.

    answers_heartbeat = True  # pages rely on it; programs are sent nothing they did not ask for
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
        self.present = False  # True if the person counts as being in the page's room
        self.refreshed = float("-inf")  # time.monotonic() of the last heartbeat that was recorded
        self.answered = float("-inf")  # and of the last one answered

    async def __call__(self, scope: object, receive: Receive, send: Send) -> None:
        """Accept the socket and serve it until it is closed.

        The scope is not retained: all that is needed from it is in the request.
        """
        await accept(receive, send)
        await self.serve(receive, send)

    async def serve(self, receive: Receive, send: Send) -> None:
        """Serve an accepted socket until it is closed."""
        self._transmit = send
        try:
            async with asyncio.TaskGroup() as tasks:
                opening = tasks.create_task(self._connect())
                await self._read(receive)
                opening.cancel()  # of a page that was left while it waited
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        finally:
            open_sockets.leave(self)
        await self._end()

    async def _read(self, receive: Receive) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            if message.get("text") == HEARTBEAT:
                await self._answer_heartbeat()
            await self._refresh()

    async def _connect(self) -> None:
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
            # A consumer that fails is not notified when its socket closes: the hub would render for
            # it and never forget it.
            self.page = None
            hub().unsubscribe(self, self.topics)
            raise

    def _check_user(self) -> None:
        """Raise `LoggedOut` if the page was rendered for another user."""
        shown = self.request.rendered_for
        if shown and shown != self.person:
            raise LoggedOut

    async def _open(self) -> None:
        await hub().register_owners(self)
        # Rendered before it subscribes, so that no two threads render it at once. Updates that
        # arrive in between are rendered when it subscribes.
        sender = Sender(self.address, person=self.person)
        async with slot(sender):
            place = (self.request.kind, self.request.argument)
            opened = await hub().opened(self.request.open, place)
            sender.used = HANDSHAKE + opened.seconds
        if self.gone:
            return
        await self._send(opened.html)
        self.page = opened.page
        self.topics = tuple(opened.page.topics)
        await hub().subscribe(self, self.topics, opened.mark)
        self.present = bool(opened.page.room) and self.request.user.is_authenticated
        if self.present:
            await here().enter(self.request.user, opened.page.room, self.name)

    async def deliver(self, rendered: Rendered) -> None:
        """Send what changed on this page, or close it if it could not be rendered."""
        if isinstance(rendered, Denied):
            await self._disconnect(rendered)
        elif isinstance(rendered, Exception):
            # A fragment that cannot be rendered must not cost the page its socket for good: the
            # client reconnects and asks for the whole page.
            await self._transmit({"type": "websocket.close"})
        elif self.page is not None:
            await self._send(rendered)

    async def disconnected(self, reason: str) -> None:
        """Close the page at once: the user was logged out, suspended or deleted."""
        await self._disconnect(LoggedOut(message=reason))

    async def _disconnect(self, denied: Denied) -> None:
        if self.gone:
            return
        self.page, self.gone = None, True
        await self._send(denied.last or denied.told())
        await self._close(CLOSED_TO_YOU)

    async def restart(self) -> None:
        """Close the socket so that the page reconnects to another process."""
        if not self.gone:
            await self._close(RESTARTING)

    async def _close(self, code: int) -> None:
        self.page, self.gone = None, True
        await self._transmit({"type": "websocket.close", "code": code})

    async def _answer_heartbeat(self) -> None:
        """Let the page know that the connection still works, at the cost of one frame.

        A page that waits to be opened is answered too: else it would connect again, and wait again.
        """
        at = time.monotonic()
        if self.answers_heartbeat and not self.gone and at - self.answered >= ANSWERED_EVERY:
            self.answered = at
            await self._send(HEARTBEAT)

    async def _refresh(self) -> None:
        """Keep the person's presence fresh. Messages carry no commands."""
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


async def accept(receive: Receive, send: Send) -> None:
    """Accept a socket, even if it will be closed.

    A browser learns the close code of an open socket only.
    """
    await receive()  # it connects
    await send({"type": "websocket.accept"})


async def refuse(receive: Receive, send: Send) -> None:
    """Turn away a client that gets no socket."""
    await receive()  # it connects
    await send({"type": "websocket.close"})
    await receive()  # it is gone


async def serve(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve the socket of a page, or turn it away."""
    if _address_of(scope) is None:
        await refuse(receive, send)
        return
    # Before anything is read: Daphne closes handshakes that take long, and when a crowd returns to
    # a site that was restarted, its pages would take each other's place without end.
    await accept(receive, send)
    asked_for = await page_request_of(scope)
    scope.clear()  # the callers hold it as long as the page is open
    if asked_for is None:
        await send({"type": "websocket.close", "code": CLOSED_TO_YOU})
    else:
        await PageConsumer(asked_for).serve(receive, send)
