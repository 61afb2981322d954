"""The one socket of a page, from its handshake to its end.

It brings updates and takes no commands: those travel by POST. The handshake is one function in
place of Channels' stack of middleware, each of which waits, with a copy of all that the browser
sent, for as long as the page is open.

A page needs one socket. Many come from a person who opens page after page, or from a program; each
costs memory and is rendered for, so a person and an address may have only so many.
"""

from __future__ import annotations

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
from chat.live.threads import Turn, turns

log = logging.getLogger(__name__)

# --- Which pages may open a socket: those of this site, by scheme, host and port. ---


_PORTS = {"http": 80, "https": 443}
_ENCRYPTED = {"https", "wss"}


def is_own_origin(scope: dict[str, Any]) -> bool:
    """As Django compares the origin of a form: it is that of the site, or one that is trusted.

    A socket carries no token, so this is all that keeps other sites out.
    """
    headers = dict(scope["headers"])
    try:
        origin = urlsplit(headers.get(b"origin", b"").decode("ascii"))
        if origin.scheme not in _PORTS or not origin.hostname:
            return False
        return _place(origin) == _place(urlsplit(_own(scope, headers))) or _is_trusted(origin)
    except (ValueError, DisallowedHost):  # it is no address, or this site has no such name
        return False


def _own(scope: dict[str, Any], headers: dict[bytes, bytes]) -> str:
    """Under which address the browser has this site."""
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
    """`https://*.ridotto.example` stands for all below it."""
    if not (trusted.hostname or "").startswith("*."):
        return _place(origin) == _place(trusted)
    below = str(trusted.hostname)[1:]
    same_door = _place(origin)[::2] == _place(trusted)[::2]  # scheme and port
    return same_door and str(origin.hostname).endswith(below)


# --- Who asks for which page. ---


_ADDRESS = re.compile(r"/live/([-\w]+)/([-\w]+)/", re.ASCII)
_SESSION = re.compile(rb"(?:^|[; ])%s=([^;]+)" % settings.SESSION_COOKIE_NAME.encode())
_sessions = import_module(settings.SESSION_ENGINE).SessionStore


# Returns True if a page of this user and session may be sent updates.
may_listen: Hook[[Any, Any], Awaitable[bool]] = Hook("chat.live.consumer.may_listen")


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
    if not await may_listen(user, session):
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


# --- How many sockets are open, and their end. ---


RESTARTING = 1012  # the code that RFC 6455's registry has for it: come back, spread over seconds
TOO_MANY = 4429


class OpenSocket(Protocol):
    """`person`: a name for whoever it belongs to, "" for a stranger; `address`: where from."""

    @property
    def person(self) -> str: ...

    @property
    def address(self) -> str: ...

    async def restart(self) -> None: ...


class OpenSockets:
    """Used on the loop only."""

    def __init__(self) -> None:
        self._open: dict[OpenSocket, Mapping[str, int]] = {}
        self._counts: Counter[str] = Counter()
        self._restarting = False

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, socket: OpenSocket) -> int | None:
        """None, or the code to close it with. Who was admitted must `leave`."""
        if self._restarting:
            return RESTARTING
        limits = dict(_limits(socket))
        if any(self._counts[name] >= most for name, most in limits.items()):
            return TOO_MANY
        self._open[socket] = limits
        self._counts.update(limits.keys())
        return None

    def leave(self, socket: OpenSocket) -> None:
        """It is closed; does nothing where it was not admitted."""
        for name in self._open.pop(socket, ()):
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]

    async def restart(self) -> None:
        """Closes all of them, and whatever is opened from now on: this process ends."""
        self._restarting = True
        for socket in tuple(self._open):
            await socket.restart()


def _limits(socket: OpenSocket) -> Iterator[tuple[str, int]]:
    if socket.person:
        yield f"person {socket.person}", settings.SOCKETS_PER_PERSON
    if socket.address:
        yield f"address {socket.address}", settings.SOCKETS_PER_ADDRESS


open_sockets = OpenSockets()


# --- The life of one socket. ---


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
