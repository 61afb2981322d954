"""Sockets that send at once what the network takes at once.

Twisted writes when the event loop comes round: for each message it asks to be told when the socket
is free, and then not to be told any more. Measured, that and Autobahn's notes about each frame were
more than half of sending a message. What does not fit goes Twisted's way, in order.
"""

from __future__ import annotations

import struct
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.tcp import Connection


class PromptSocket(WebSocketProtocol):
    """Daphne's socket. Frames of a whole message are written here, others by Autobahn."""

    def sendFrame(  # noqa: N802  (the name is Autobahn's)
        self, opcode: int, payload: bytes = b"", fin: bool = True, rsv: int = 0, **more: Any
    ) -> None:
        if any(more.values()) or not fin or rsv or self.send_queue:
            super().sendFrame(opcode, payload, fin, rsv, **more)
        else:
            send(self.transport, head(opcode, len(payload)) + payload)


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
    """From here on Daphne's sockets are these."""
    WebSocketFactory.protocol = PromptSocket
