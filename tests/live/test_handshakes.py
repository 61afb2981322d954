"""What is left of the request that opened a socket, and that the socket works without the rest."""

from __future__ import annotations

import asyncio
import gc
from types import FunctionType, ModuleType
from typing import Any

import daphne.server
import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport
from websockets.frames import Frame, Opcode

from config.handshakes import OF_THE_HANDSHAKE
from config.sockets import PlainFactory, PromptSocket

REQUEST = (
    b"GET /live/match/abc/?since=1:2 HTTP/1.1\r\n"
    b"Host: localhost\r\n"
    b"Cookie: a word for the guard\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: 9ylEj3iw/PeZ+Kru4s8jow==\r\n\r\n"
)
PEER: Any = IPv4Address("TCP", "127.0.0.1", 54321)


class Wire(StringTransport):
    """A connection that keeps what is sent; `protocol` is who speaks on it, as on a real one."""

    protocol: Any = None
    value: Any
    clear: Any

    def __init__(self) -> None:
        # Twisted's types are looser than its documents: methods have none.
        super().__init__()  # type: ignore[no-untyped-call]

    def unregisterProducer(self) -> None:  # noqa: N802  (the name is Twisted's)
        """May be asked for twice, as on a real connection."""
        self.producer = None


class Stage:
    """A server of Daphne's without a network, and what its application is told."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.server = daphne.server.Server(self.application, endpoints=["tcp:0"])
        self.server.connections = {}
        self.server.ws_factory = WebSocketFactory(self.server, server="Stage")
        self.server.ws_factory.protocol = PromptSocket
        self.transport = Wire()
        channel = PlainFactory(self.server).buildProtocol(PEER)
        channel.makeConnection(self.transport)
        channel.dataReceived(REQUEST)

    async def application(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scope = scope
        self.heard = [await receive()]
        await send({"type": "websocket.accept"})
        while self.heard[-1]["type"] != "websocket.disconnect":
            self.heard.append(await receive())

    @property
    def socket(self) -> PromptSocket:
        assert isinstance(self.transport.protocol, PromptSocket)
        return self.transport.protocol

    def say(self, opcode: Opcode, text: bytes) -> None:
        self.socket.dataReceived(Frame(opcode, text).serialize(mask=True))

    async def rest(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


@pytest.fixture
async def stage() -> Stage:
    stage = Stage()
    await stage.rest()
    assert stage.transport.value().startswith(b"HTTP/1.1 101 ")
    return stage


def _reachable(root: object) -> list[object]:
    """All that this holds on to, but for the server and for code."""
    beyond = (daphne.server.Server, type, ModuleType, FunctionType)
    found, waiting = {id(root): root}, [root]
    while waiting:
        for one in gc.get_referents(waiting.pop()):
            if id(one) not in found and not isinstance(one, beyond):
                found[id(one)] = one
                waiting.append(one)
    return list(found.values())


async def test_an_open_socket_keeps_nothing_that_came_with_its_request(stage: Stage) -> None:
    assert (b"cookie", b"a word for the guard") in stage.scope["headers"]
    stage.scope.clear()
    kept = [one for one in _reachable(stage.transport) if isinstance(one, str | bytes)]
    assert "/live/match/abc/" in kept  # it is looked for in the right place
    assert not [one for one in kept if "a word" in str(one)]


async def test_an_open_socket_speaks_and_is_closed_without_what_it_let_go_of(stage: Stage) -> None:
    assert not any(getattr(stage.socket, name) for name in OF_THE_HANDSHAKE)
    stage.transport.clear()
    stage.socket.serverSend("a word")
    assert stage.transport.value() == Frame(Opcode.TEXT, b"a word").serialize(mask=False)
    stage.say(Opcode.PING, b"?")
    stage.say(Opcode.TEXT, b"here")
    stage.socket.check_timeouts()
    stage.say(Opcode.CLOSE, b"\x03\xe8")
    stage.socket.connectionLost()
    await stage.rest()
    assert [message["type"] for message in stage.heard] == [
        "websocket.connect",
        "websocket.receive",
        "websocket.disconnect",
    ]
