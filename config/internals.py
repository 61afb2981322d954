"""What leans on parts that Django, Daphne and Twisted do not promise to keep: serving requests.

Its like for queries and sockets, and the versions that both were written for, are in
chat/core/internals.py. Only servers import this file: Daphne chooses the event loop of a process.
"""

from __future__ import annotations

import daphne.server  # isort: skip  (first: it chooses the event loop for everything after it)

import asyncio
import signal
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from functools import partial
from io import BytesIO
from math import inf
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpRequest, HttpResponseBase
from django.urls import set_script_prefix
from twisted.internet import reactor
from twisted.internet.defer import maybeDeferred
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import connectionDone
from twisted.web.http import HTTPChannel

from chat.core import logged
from chat.live.announce import batched_announcements
from chat.live.consumer import Receive, Send
from chat.live.handshake import turn_of
from chat.live.hub import hub
from chat.live.open_sockets import RESTARTING
from chat.live.threads import in_thread
from chat.live.turns import Turn, timed
from chat.live.waiting import WAITS, answer_with_news
from config.noting import note_request

Scope = dict[str, Any]

# --- requests in threads ---
#
# Every page is a sync view. Django's own handler runs a request on the loop, goes to a new thread
# for the view and comes back for each middleware that is not async; an action takes nearly twice
# the CPU with it (docs/performance.md). Here all of a request runs in one thread of a pool. The
# request, its refusals and its answer are made by Django, which knows what must not be in them.

_pool = ThreadPoolExecutor(max_workers=16, thread_name_prefix="requests")


class ThreadedHandler(ASGIHandler):
    """Answers pages: a sync chain of middleware, in a thread."""

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        begun, mark = time.perf_counter(), hub().mark()
        with body:
            turn = turn_of(scope)
            response = await self._in_turn(scope, body, turn)
            taken = time.perf_counter() - begun
            if WAITS in scope:  # a look, without a body
                ask = partial(self._in_turn, scope, BytesIO(), turn)
                response = await answer_with_news(
                    scope, response, mark=mark, receive=receive, ask=ask
                )
            await self.send_response(response, send)
            note_request(scope, response.status_code, taken)

    async def _in_turn(self, scope: Scope, body: Any, turn: Turn) -> HttpResponseBase:
        async with turn.slots:
            await turn.rest()
            # A context of its own: language and time zone of one request are not another's.
            work = partial(timed, self._work, copy_context(), scope, body)
            response, used = await in_thread(_pool, work)
            turn.use(used)
        return response

    def _work(self, context: Context, scope: Scope, body: Any) -> HttpResponseBase:
        """What the request has to tell is told when its answer is made, and drawn here.

        Another thread would have cold caches; and the loop is woken once for answer and news.
        """
        with batched_announcements():
            request, response = context.run(self._respond, scope, body)
        # Here and not after sending: closing gives this thread's database connection back.
        response.close()
        if request is not None:
            vars(request).clear()  # user and messages point back at it: garbage, to be looked for
        return response

    def _respond(self, scope: Scope, body: Any) -> tuple[HttpRequest | None, HttpResponseBase]:
        given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        scope["ids"] = logged.begin(request_id=logged.name_of_request(given))
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # what is no request has its refusal
        scope["matched"] = getattr(request, "resolver_match", None)
        return request, response


# --- requests as they come in ---
#
# Twisted waits for a request as long as a byte comes every minute, keeps a body of any size, and
# any number of connections that have not sent a whole request yet. A proxy may bound these before
# they come here (docs/operations.md); what stands here is for a house without one that does.
#
# It also reads the fields of a posted form before the application is asked, on the loop and without
# a bound: 1 MB of them stops every page for a second, as a multipart form for several. A switch for
# that is not handed on by Daphne. Django reads them again anyway, with a bound and in a thread.

_TOO_LARGE_TEXT = b"The request is too large.\n"
TOO_LARGE = (
    b"HTTP/1.1 413 Content Too Large\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n"
    b"Connection: close\r\n\r\n%s"
) % (len(_TOO_LARGE_TEXT), _TOO_LARGE_TEXT)
LINGER = 5  # seconds for a client to read its refusal while it still sends
LOOK_EVERY = 1.0  # seconds between two looks for requests that have not come in time


class UnparsedRequest(WebRequest):
    """Daphne's request, whose body is left as it came and is counted while it comes."""

    _length = 0

    def __init__(self, channel: HTTPChannel, *more: Any) -> None:
        super().__init__(channel, *more, parsePOSTFormSubmission=False)

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802  (names are Twisted's)
        self._length += len(data)
        if self._length > settings.REQUEST_MOST_BYTES:
            self.channel.refuse()
        else:
            super().handleContentChunk(data)


class BoundedChannel(HTTPChannel):
    """A connection. It has so long to send a request, whatever comes of it meanwhile.

    `is_idle`: nothing has come since it was made, or since its last answer. `until`: when the
    factory ends its wait for a request. (Twisted's timeouts would be three timers for each.)
    """

    factory: BoundedFactory
    transport: Any

    def __init__(self) -> None:
        super().__init__()
        self.is_idle = True
        self.until = inf
        self._is_refused = False

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        self._allow(settings.REQUEST_HEADER_SECONDS)
        self.factory.begin_waiting(self)

    def _allow(self, seconds: float) -> None:
        self.until = self.factory.reactor.seconds() + seconds

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self._is_refused:
            return
        if self.is_idle:
            self.is_idle = False
            self._allow(settings.REQUEST_HEADER_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802
        if self.length is not None and self.length > settings.REQUEST_MOST_BYTES:
            self.refuse()
        else:
            super().allHeadersReceived()
            self._allow(settings.REQUEST_BODY_SECONDS)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        if not self._is_refused:
            super().rawDataReceived(data)

    def refuse(self) -> None:
        """The request is too large. What still comes of it is thrown away for a moment.

        A connection that is closed while something comes in would lose the refusal.
        """
        if not self._is_refused:
            self._is_refused = True
            self.transport.write(TOO_LARGE)
            self.transport.loseWriteConnection()
            self._allow(LINGER)

    def allContentReceived(self) -> None:  # noqa: N802
        if self._is_refused:
            return
        self.factory.waiting.pop(self, None)
        super().allContentReceived()
        if getattr(self.transport, "protocol", self) is not self:  # it has become a socket
            self.factory.channels.discard(self)
            # Or the connection keeps this, and the request, for as long as the page is open.
            self.transport.unregisterProducer()
            self.requests.clear()

    def writeHeaders(self, version: Any, code: Any, reason: Any, headers: Any) -> None:  # noqa: N802
        if self.factory.is_ending:
            headers.setRawHeaders(b"Connection", [b"close"])
            self.persistent = False
        super().writeHeaders(version, code, reason, headers)

    def requestDone(self, request: Any) -> None:  # noqa: N802
        self.is_idle = True
        self._allow(settings.KEEP_ALIVE_SECONDS)
        self.factory.begin_waiting(self)
        super().requestDone(request)  # goes on with what has been sent already

    def connectionLost(self, reason: Any = connectionDone) -> None:  # noqa: N802
        self.factory.waiting.pop(self, None)
        self.factory.channels.discard(self)
        super().connectionLost(reason)


class BoundedFactory(HTTPFactory):
    """Makes such connections, and knows those there are.

    `waiting`: those whose request is not whole, the one that has waited longest first.
    """

    protocol = BoundedChannel

    def __init__(self, server: daphne.server.Server) -> None:
        super().__init__(server)
        self.timeOut = None  # see BoundedChannel
        self.channels: set[BoundedChannel] = set()
        self.waiting: dict[BoundedChannel, None] = {}
        self.is_ending = False
        self._is_looking = False

    def buildProtocol(self, addr: IAddress) -> Any:  # noqa: N802
        protocol: Any = super().buildProtocol(addr)
        protocol.requestFactory = UnparsedRequest
        return protocol

    def log(self, request: Any) -> None:
        """Nothing: the house has a log of its own, and nobody reads the line Twisted would make."""

    def begin_waiting(self, channel: BoundedChannel) -> None:
        """Whoever has waited longest makes room: a request that is honest comes in one piece."""
        self.channels.add(channel)
        self.waiting[channel] = None
        if not self._is_looking:
            self._is_looking = True
            self.reactor.callLater(LOOK_EVERY, self._end_waits)
        if len(self.waiting) > settings.CONNECTIONS_WAITING:
            oldest = next(iter(self.waiting))
            del self.waiting[oldest]
            oldest.transport.abortConnection()

    def _end_waits(self) -> None:
        now = self.reactor.seconds()
        for channel in [each for each in self.waiting if each.until <= now]:
            channel.until = inf
            channel.timeoutConnection()
        self._is_looking = bool(self.waiting)
        if self._is_looking:
            self.reactor.callLater(LOOK_EVERY, self._end_waits)

    def close_idle(self) -> None:
        for channel in tuple(self.waiting):
            if channel.is_idle:
                channel.loseConnection()


class PageSocket(WebSocketProtocol):
    """Daphne's socket, which can also be closed with a code that is not the application's own.

    Autobahn's `sendClose` takes 1000 and 3000 to 4999. Daphne closes as this does after an error.
    """

    def sendData(  # noqa: N802  (the name is Autobahn's)
        self, data: bytes, sync: bool = False, chopsize: int | None = None
    ) -> None:
        """Without a line for a log that is not written, whose words Autobahn colours each time."""
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
        else:
            self.transport.write(data)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802  (the name is Daphne's)
        if code == RESTARTING:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)


class PageSocketFactory(WebSocketFactory):
    protocol = PageSocket


def bound_requests() -> None:
    """From here on, also where `daphne` is run as a command."""
    daphne.server.HTTPFactory = BoundedFactory
    daphne.server.WebSocketFactory = PageSocketFactory


# --- the server ---
#
# Daphne documents its command alone, which ends by cutting off whatever is under way. The house
# needs the server itself: to know when it listens, that its port was taken, and to end well.

KILL_AGAIN = 1.0  # seconds


class EndingServer(daphne.server.Server):
    """Daphne's server, which can also stop accepting and finish what it has."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)

    def answer_last(self) -> None:
        """Each answer from now on is the last of its connection."""
        self.http_factory.is_ending = True

    async def stop_listening(self) -> None:
        loop = asyncio.get_running_loop()
        for port in self._ports:
            await maybeDeferred(port.stopListening).asFuture(loop)

    def kill_all_applications(self) -> Any:
        """Daphne waits until all have ended; who does not heed is told a second time."""
        return super().kill_all_applications().addTimeout(KILL_AGAIN, reactor)

    def close_idle(self) -> None:
        """Closes connections on which no request has begun."""
        self.http_factory.close_idle()

    @property
    def connections_open(self) -> int:
        """Those that are no sockets."""
        return len(self.http_factory.channels)


def serve(
    application: Any,
    *,
    host: str,
    port: int,
    ready: Callable[[], None],
    drain: Callable[[EndingServer], Coroutine[Any, Any, None]],
) -> bool:
    """Serves until the process is told to end, and has drained. False: the address is taken."""
    server = EndingServer(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        ready_callable=ready,
        server_name="Ridotto",
        signal_handlers=False,
    )
    later: Any = reactor
    later.callLater(0, _drain_when_told, server, drain)
    server.run()
    return not server.abort_start


def _drain_when_told(
    server: EndingServer, drain: Callable[[EndingServer], Coroutine[Any, Any, None]]
) -> None:
    """Whoever says it twice does not want to wait."""
    loop = asyncio.get_running_loop()
    draining: list[asyncio.Task[None]] = []

    def told() -> None:
        if draining:
            server.stop()
        else:
            draining.append(loop.create_task(drain(server)))
            draining[0].add_done_callback(lambda _task: server.stop())

    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, told)
