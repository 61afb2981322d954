"""What leans on parts that Daphne and Twisted do not promise to keep: connections, as they come in.

Twisted waits for a request as long as a byte comes every minute, keeps a body of any size, and any
number of connections that have not sent a whole request yet. A proxy may bound these before they
come here (docs/operations.md); what stands here is for a house without one that does.

It also reads the fields of a posted form before the application is asked, on the loop and without
a bound: 1 MB of them stops every page for a second, as a multipart form for several. There is a
switch for that, but Daphne does not hand it on. Django reads them again anyway, in the thread of
the request and with a bound.

Only servers import this file.
"""

from __future__ import annotations

import daphne.server  # isort: skip  (first: it chooses the event loop for everything after it)

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import connectionDone
from twisted.web.http import HTTPChannel

from chat.live.consumer import RESTARTING

_TOO_LARGE_TEXT = b"The request is too large.\n"
TOO_LARGE = (
    b"HTTP/1.1 413 Content Too Large\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n"
    b"Connection: close\r\n\r\n%s"
) % (len(_TOO_LARGE_TEXT), _TOO_LARGE_TEXT)
LINGER = 5  # seconds for a client to read its refusal while it still sends


class UnparsedRequest(WebRequest):
    """Daphne's request, whose body is left as it came and is counted while it comes."""

    _length = 0

    def __init__(self, channel: HTTPChannel, *more: Any) -> None:
        super().__init__(channel, *more, parsePOSTFormSubmission=False)

    def handleContentChunk(self, data: bytes) -> None:
        self._length += len(data)
        if self._length > settings.REQUEST_MOST_BYTES:
            self.channel.refuse()
        else:
            super().handleContentChunk(data)


class BoundedChannel(HTTPChannel):
    """A connection that is closed unless its request is whole in time.

    `is_idle` is true until something arrives, and again after each answer.
    """

    factory: BoundedFactory
    transport: Any

    def __init__(self) -> None:
        super().__init__()
        self.is_idle = True
        self._is_refused = False

    def connectionMade(self) -> None:
        super().connectionMade()
        self.setTimeout(settings.REQUEST_HEADER_SECONDS)
        self.factory.begin_waiting(self)

    def resetTimeout(self) -> None:
        # Twisted would start the time again with every byte: one a minute kept a connection open.
        pass

    def dataReceived(self, data: bytes) -> None:
        if self._is_refused:
            return
        if self.is_idle:
            self.is_idle = False
            self.setTimeout(settings.REQUEST_HEADER_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        if self.length is not None and self.length > settings.REQUEST_MOST_BYTES:
            self.refuse()
        else:
            super().allHeadersReceived()
            self.setTimeout(settings.REQUEST_BODY_SECONDS)

    def rawDataReceived(self, data: bytes) -> None:
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
            self.setTimeout(LINGER)

    def allContentReceived(self) -> None:
        if self._is_refused:
            return
        self.factory.waiting.pop(self, None)
        self.setTimeout(settings.KEEP_ALIVE_SECONDS)  # Twisted stops it until the answer is sent
        super().allContentReceived()
        if getattr(self.transport, "protocol", self) is not self:
            self._let_go()

    def _let_go(self) -> None:
        """It has become a socket.

        The connection would keep this, and the request, for as long as the page is open.
        """
        self.factory.channels.discard(self)
        self.transport.unregisterProducer()
        self.requests.clear()

    def writeHeaders(self, version: Any, code: Any, reason: Any, headers: Any) -> None:
        if self.factory.is_ending:
            headers.setRawHeaders(b"Connection", [b"close"])
            self.persistent = False
        super().writeHeaders(version, code, reason, headers)

    def requestDone(self, request: Any) -> None:
        self.is_idle = True
        self.factory.begin_waiting(self)
        super().requestDone(request)  # goes on with what has been sent already

    def connectionLost(self, reason: Any = connectionDone) -> None:
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
        self.channels: set[BoundedChannel] = set()
        self.waiting: dict[BoundedChannel, None] = {}
        self.is_ending = False

    def buildProtocol(self, addr: IAddress) -> Any:
        protocol: Any = super().buildProtocol(addr)
        protocol.requestFactory = UnparsedRequest
        return protocol

    def log(self, request: Any) -> None:
        """Nothing: the house has a log of its own, and nobody reads the line Twisted would make."""

    def begin_waiting(self, channel: BoundedChannel) -> None:
        """Whoever has waited longest makes room: a request that is honest comes in one piece."""
        self.channels.add(channel)
        self.waiting[channel] = None
        if len(self.waiting) > settings.CONNECTIONS_WAITING:
            oldest = next(iter(self.waiting))
            del self.waiting[oldest]
            oldest.transport.abortConnection()

    def close_idle(self) -> None:
        for channel in tuple(self.waiting):
            if channel.is_idle:
                channel.loseConnection()


class PageSocket(WebSocketProtocol):
    """Daphne's socket, which can also be closed with a code that is not the application's own.

    Autobahn's `sendClose` takes 1000 and 3000 to 4999. Daphne closes as this does after an error.
    """

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Without a line for a log that is not written, whose words Autobahn colours each time."""
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
        else:
            self.transport.write(data)

    def serverClose(self, code: int | None = None) -> None:
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
