"""What Daphne does otherwise here: sockets that send at once, requests that are read once.

Twisted writes when the event loop comes round: for each message it asks to be told when the socket
is free, and then not to be told any more. Measured, that and Autobahn's notes about each frame were
more than half of sending a message. What does not fit goes Twisted's way, in order.

Of a posted form Twisted would read the fields, which Django reads again, and of every request it
would write a line for a log that Daphne throws away.
"""

from __future__ import annotations

import struct
from typing import Any

import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.interfaces import IAddress
from twisted.internet.tcp import Connection
from twisted.web.http import HTTPChannel, Request

from config import handshakes


class PromptSocket(WebSocketProtocol):
    """Daphne's socket. Frames of a whole message are written here, others by Autobahn."""

    def onOpen(self) -> None:  # noqa: N802  (the name is Autobahn's)
        super().onOpen()
        handshakes.forget(self)

    def sendFrame(  # noqa: N802  (the name is Autobahn's)
        self, opcode: int, payload: bytes = b"", fin: bool = True, rsv: int = 0, **more: Any
    ) -> None:
        if any(more.values()) or not fin or rsv or self.send_queue:
            super().sendFrame(opcode, payload, fin, rsv, **more)
        else:
            send(self.transport, head(opcode, len(payload)) + payload)


class PlainRequest(WebRequest):
    """Daphne's request, whose body is left as it came."""

    def __init__(self, channel: HTTPChannel, *more: Any) -> None:
        super().__init__(channel, *more, parsePOSTFormSubmission=False)


class PlainFactory(HTTPFactory):
    """Makes such requests."""

    def buildProtocol(self, addr: IAddress) -> Any:  # noqa: N802  (the name is Twisted's)
        protocol: Any = super().buildProtocol(addr)
        protocol.requestFactory = PlainRequest
        return protocol

    def log(self, request: Request) -> None:
        """Nobody would read it."""


def head(opcode: int, length: int) -> bytes:
    """What stands before the payload of a whole, unmasked frame (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x80 | opcode, length))
    if length < 1 << 16:
        return struct.pack("!BBH", 0x80 | opcode, 126, length)
    return struct.pack("!BBQ", 0x80 | opcode, 127, length)


def send(transport: Any, data: bytes) -> None:
    """Writes to the socket unless something waits to be written before it."""
    if (
        isinstance(transport, Connection)
        and not transport.TLS
        and transport.connected
        and not transport.disconnecting
        and not transport.dataBuffer
        and not transport._tempDataBuffer
    ):
        sent = transport.writeSomeData(data)
        if isinstance(sent, int):  # otherwise the connection is lost, as Twisted will find
            data = data[sent:]
    if data:
        transport.write(data)


def use() -> None:
    """From here on Daphne's sockets and requests are these."""
    WebSocketFactory.protocol = PromptSocket
    daphne.server.HTTPFactory = PlainFactory
