"""Limits on incoming connections, using internals of Daphne and Twisted.

Twisted waits for a request as long as a byte arrives every minute, accepts a body of any size,
and holds any number of connections without a complete request. A proxy may limit these
(docs/operations.md); this module is for sites without such a proxy.

Twisted also parses the fields of a posted form before the application is called, on the event
loop and without a limit. Parsing 1 MB of fields stops every page for a second, and several as a
multipart form. Daphne does not pass on the switch against it. Django parses the fields again
anyway, in the request's thread and with a limit.

Only servers import this module.
"""

from __future__ import annotations

import daphne.server  # isort: skip  (first: it chooses the event loop for everything after it)

import json
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import connectionDone
from twisted.web.http import HTTPChannel

from chat.live.consumer import RESTARTING

LINGER = 5  # seconds for a client that is still sending to read its refusal
DISCARD_PAUSE = 0.02  # seconds between two pieces of a refused body, which have up to 64 KiB


def most_bytes(path: str) -> int:
    """Return the limit of a body that is sent to this path."""
    is_upload = settings.UPLOAD_PATHS.fullmatch(path) is not None
    return settings.UPLOAD_MOST_BYTES if is_upload else settings.REQUEST_MOST_BYTES


def too_large(path: str) -> bytes:
    """Return the response to a body over the limit of this path.

    A form for files is shown again with its limit; a program gets JSON, as for its other errors.
    """
    if path.startswith("/api/"):
        message = f"The request is larger than {most_bytes(path) // 1024**2} MiB."
        problem = json.dumps({"code": "too_big", "message": message})
        return _response("413 Content Too Large", "Content-Type: application/json", problem)
    if settings.UPLOAD_PATHS.fullmatch(path):
        return _response("303 See Other", f"Location: {path}?too_big=1", "")
    plain = "Content-Type: text/plain; charset=utf-8"
    return _response("413 Content Too Large", plain, "The request is too large.\n")


def _response(status: str, header: str, body: str) -> bytes:
    head = f"HTTP/1.1 {status}\r\n{header}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n{body}".encode()


class UnparsedRequest(WebRequest):
    """Daphne's request, whose body is not parsed, but counted as it arrives."""

    _length = 0

    def __init__(self, channel: HTTPChannel, *more: Any) -> None:
        super().__init__(channel, *more, parsePOSTFormSubmission=False)

    def handleContentChunk(self, data: bytes) -> None:
        self._length += len(data)
        if self._length > most_bytes(self.channel.path):
            self.channel.refuse()
        else:
            super().handleContentChunk(data)


class BoundedChannel(HTTPChannel):
    """A connection that is closed unless its request is complete in time."""

    factory: BoundedFactory
    transport: Any

    def __init__(self) -> None:
        super().__init__()
        # True until something arrives, and again after each response.
        self.is_idle = True
        self.path = ""  # of the last request with complete headers, without its query
        self._is_refused = False

    def connectionMade(self) -> None:
        super().connectionMade()
        self.setTimeout(settings.REQUEST_HEADER_SECONDS)
        self.factory.begin_waiting(self)

    def resetTimeout(self) -> None:
        # Twisted would restart the timeout with every byte.
        pass

    def dataReceived(self, data: bytes) -> None:
        if self._is_refused:
            # A client on a fast line would otherwise keep the loop busy with discarding.
            self.transport.pauseProducing()
            self.callLater(DISCARD_PAUSE, self.transport.resumeProducing)
            return
        if self.is_idle:
            self.is_idle = False
            self.setTimeout(settings.REQUEST_HEADER_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        target: Any = self._path  # bytes, which Twisted's types don't say
        self.path = target.decode("latin-1").partition("?")[0]
        if self.length is not None and self.length > most_bytes(self.path):
            self.refuse()
        else:
            super().allHeadersReceived()
            self.setTimeout(settings.REQUEST_BODY_SECONDS)

    def rawDataReceived(self, data: bytes) -> None:
        if not self._is_refused:
            super().rawDataReceived(data)

    def refuse(self) -> None:
        """Refuse a request that is too large."""
        # Data that still arrives is discarded for a few seconds. If the connection was closed
        # meanwhile, the client might not get the refusal.
        if not self._is_refused:
            self._is_refused = True
            self.transport.write(too_large(self.path))
            self.transport.loseWriteConnection()
            self.setTimeout(LINGER)

    def allContentReceived(self) -> None:
        if self._is_refused:
            return
        self.factory.waiting.pop(self, None)
        # Twisted suspends it until the response is sent.
        self.setTimeout(settings.KEEP_ALIVE_SECONDS)
        super().allContentReceived()
        if getattr(self.transport, "protocol", self) is not self:
            self._let_go()

    def _let_go(self) -> None:
        """Release a connection that has become a WebSocket."""
        # Otherwise it would hold this channel and its request as long as the page is open.
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
        super().requestDone(request)  # continues with requests that were already sent

    def connectionLost(self, reason: Any = connectionDone) -> None:
        self.factory.waiting.pop(self, None)
        self.factory.channels.discard(self)
        super().connectionLost(reason)


class BoundedFactory(HTTPFactory):
    """Creates the limited connections and keeps track of them."""

    protocol = BoundedChannel

    def __init__(self, server: daphne.server.Server) -> None:
        super().__init__(server)
        self.channels: set[BoundedChannel] = set()
        # Connections without a complete request, the one that has waited longest first.
        self.waiting: dict[BoundedChannel, None] = {}
        self.is_ending = False

    def buildProtocol(self, addr: IAddress) -> Any:
        protocol: Any = super().buildProtocol(addr)
        protocol.requestFactory = UnparsedRequest
        return protocol

    def log(self, request: Any) -> None:
        """Do nothing: the site logs its requests itself."""

    def begin_waiting(self, channel: BoundedChannel) -> None:
        """Track a connection that waits for a request; drop the oldest of too many."""
        # The oldest is dropped because an honest request arrives at once.
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
    """Daphne's WebSocket, which can also be closed with the code for a restart.

    Autobahn's `sendClose` only accepts 1000 and 3000 to 4999.
    """

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Send data without formatting Autobahn's log line, which is never written."""
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
        else:
            self.transport.write(data)

    def serverClose(self, code: int | None = None) -> None:
        # Daphne does the same after an error.
        if code == RESTARTING:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)

    def connectionLost(self, reason: Any = connectionDone) -> None:
        super().connectionLost(reason)
        # It holds this socket, with all that the browser sent, until a full garbage collection.
        self.is_closed = None


class PageSocketFactory(WebSocketFactory):
    protocol = PageSocket


def bound_requests() -> None:
    """Apply these limits to Daphne, even if it is started by its own command."""
    daphne.server.HTTPFactory = BoundedFactory
    daphne.server.WebSocketFactory = PageSocketFactory
