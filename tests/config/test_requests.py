"""Tests that Django parses forms, and that limits on requests are enforced."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterable
from typing import Any

import daphne.server
import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from config.server import asgi, http_limits

PEER: Any = IPv4Address("TCP", "127.0.0.1", 54321)


def _posted(kind: str, body: bytes) -> bytes:
    head = f"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _server(application: Any) -> Any:
    """Return Daphne's server without a port."""
    server: Any = daphne.server.Server(application, endpoints=["tcp:0"])
    server.connections = {}
    return server


async def _heard(data: bytes) -> tuple[Any, bytes]:
    """Return Daphne's request for some data, and the message that Django gets."""
    heard: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        heard.append(await receive())

    server = _server(application)
    channel = daphne.server.HTTPFactory(server).buildProtocol(PEER)
    channel.makeConnection(StringTransport())
    channel.dataReceived(data)
    (request,) = server.connections
    await asyncio.sleep(0.01)
    return request, heard[0]["body"]


async def test_form_fields_are_parsed_by_django_only() -> None:
    assert asgi.pages  # importing the application applies the limits
    for kind, body in (
        ("application/x-www-form-urlencoded", b"a=1&b=2"),
        ("multipart/form-data; boundary=x", b"not what it says"),
    ):
        request, heard = await _heard(_posted(kind, body))
        assert isinstance(request, http_limits.UnparsedRequest)
        assert heard == body
        assert not request.args


# --- Limits


class Wire(StringTransport):
    """A connection in memory, which records how the server wanted to end it."""

    aborted = half_closed = False

    def abortConnection(self) -> None:  # noqa: N802  (names are Twisted's)
        self.aborted = True

    def loseWriteConnection(self) -> None:  # noqa: N802
        self.half_closed = True

    @property
    def is_open(self) -> bool:
        return not (self.aborted or self.half_closed or self.disconnecting)


class House:
    """A server without a port, with its own clock; it records request bodies."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.heard: list[bytes] = []
        self.factory: Any = daphne.server.HTTPFactory(_server(self._application))
        self.factory.reactor = self.clock

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        self.heard.append(body)
        head = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": b"ok"})

    def connect(self) -> tuple[Any, Wire]:
        wire: Any = Wire()
        channel = self.factory.buildProtocol(PEER)
        channel.makeConnection(wire)
        return channel, wire

    def pass_seconds(self, seconds: int) -> None:
        self.clock.pump([1.0] * seconds)


@pytest.fixture
def house(settings: Any) -> House:
    settings.REQUEST_MOST_BYTES, settings.UPLOAD_MOST_BYTES = 1000, 2000
    settings.REQUEST_HEADER_SECONDS, settings.REQUEST_BODY_SECONDS = 10, 30
    settings.KEEP_ALIVE_SECONDS, settings.CONNECTIONS_WAITING = 75, 5
    return House()


def _chunked(chunks: Iterable[bytes]) -> bytes:
    head = b"POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return head + body + b"0\r\n\r\n"


PLAIN = "application/octet-stream"
GET = b"GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("whole", [_posted(PLAIN, b"x" * 1000), _chunked([b"x" * 10] * 100)])
async def test_a_body_of_the_maximum_size_is_accepted(house: House, whole: bytes) -> None:
    channel, wire = house.connect()
    channel.dataReceived(whole)
    await asyncio.sleep(0.01)
    assert house.heard == [b"x" * 1000]
    assert b"200 OK" in wire.value()
    assert wire.is_open


async def test_an_oversized_content_length_is_refused_before_the_body(
    house: House,
) -> None:
    channel, wire = house.connect()
    head = _posted(PLAIN, b"x" * 1001)[:-1001].replace(
        b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"
    )
    channel.dataReceived(head)
    assert wire.value() == http_limits.too_large("/x")
    assert wire.half_closed


@pytest.mark.parametrize("whole", [_posted(PLAIN, b"x" * 1001), _chunked([b"x" * 7] * 2000)])
async def test_an_oversized_body_is_refused_once_and_not_buffered(
    house: House, whole: bytes
) -> None:
    channel, wire = house.connect()
    for at in range(0, len(whole), 100):
        channel.dataReceived(whole[at : at + 100])
    channel.dataReceived(GET)
    await asyncio.sleep(0.01)
    assert wire.value() == http_limits.too_large("/x")
    assert not house.heard
    house.pass_seconds(http_limits.LINGER + 1)
    assert wire.disconnecting, "a client that goes on sending is cut off"


async def test_a_refused_body_is_discarded_slowly(house: House) -> None:
    channel, wire = house.connect()
    channel.dataReceived(_posted(PLAIN, b"x" * 1001))
    channel.dataReceived(b"x" * 65536)
    assert wire.producerState == "paused"
    house.clock.advance(http_limits.DISCARD_PAUSE)
    assert wire.producerState == "producing"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/packs/upload/?from=x", b"303 See Other\r\nLocation: /packs/upload/?too_big=1\r\n"),
        ("/packs/p/a-b1/replace/", b"303 See Other\r\nLocation: /packs/p/a-b1/replace/?too_big=1"),
        ("/api/v1/packs/preview", b"413 Content Too Large\r\nContent-Type: application/json\r\n"),
    ],
)
async def test_a_file_may_be_larger_than_other_bodies(
    house: House, path: str, status: bytes
) -> None:
    for size, answer in ((2000, b"200 OK"), (2001, status)):
        channel, wire = house.connect()
        channel.dataReceived(_posted(PLAIN, b"x" * size).replace(b"/x", path.encode(), 1))
        await asyncio.sleep(0.01)
        assert wire.value().startswith(b"HTTP/1.1 " + answer)
    assert house.heard == [b"x" * 2000]


@pytest.mark.parametrize("path", ["/packs/write/", "/packs/p/a/edit/", "/packs/upload/../write/"])
async def test_other_pages_of_packs_keep_the_limit_of_all(house: House, path: str) -> None:
    channel, wire = house.connect()
    channel.dataReceived(_posted(PLAIN, b"x" * 1001).replace(b"/x", path.encode(), 1))
    assert wire.value() == http_limits.too_large("/x")


async def test_a_slow_header_is_cut_off(house: House) -> None:
    channel, wire = house.connect()
    for byte in GET[:9]:
        channel.dataReceived(bytes([byte]))
        house.pass_seconds(1)
    assert wire.is_open
    house.pass_seconds(2)
    assert not wire.is_open


async def test_a_slow_body_is_cut_off(house: House) -> None:
    channel, wire = house.connect()
    channel.dataReceived(_posted(PLAIN, b"x" * 500)[:-500])
    for _ in range(29):
        channel.dataReceived(b"x")
        house.pass_seconds(1)
    assert wire.is_open
    house.pass_seconds(2)
    assert not wire.is_open


async def test_a_silent_connection_is_cut_off(house: House) -> None:
    _channel, wire = house.connect()
    house.pass_seconds(11)
    assert not wire.is_open


async def test_a_slow_answer_keeps_its_connection(
    house: House,
) -> None:
    channel, wire = house.connect()
    for _ in range(2):
        channel.dataReceived(GET)
        house.pass_seconds(1000)
        await asyncio.sleep(0.01)
        house.pass_seconds(74)
        assert wire.is_open
    assert len(house.heard) == 2
    house.pass_seconds(2)
    assert not wire.is_open


async def test_the_oldest_incomplete_connection_makes_room(
    house: House,
) -> None:
    asking, asked = house.connect()
    asking.dataReceived(GET)
    waiting = [house.connect()[1] for _ in range(7)]
    assert [wire.aborted for wire in waiting] == [True] * 2 + [False] * 5
    assert not asked.aborted
    await asyncio.sleep(0.01)  # it has been answered, and now waits as well
    assert b"200 OK" in asked.value()
    assert [wire.aborted for wire in waiting] == [True] * 3 + [False] * 4


async def test_closed_connections_do_not_count(house: House) -> None:
    for _ in range(20):
        channel, wire = house.connect()
        channel.dataReceived(GET[:20])
        channel.connectionLost(Failure(ConnectionDone()))
        assert not wire.aborted
    assert not house.factory.waiting
    assert not house.factory.channels


# --- WebSockets

HELLO = (
    b"GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def test_a_websocket_frees_its_request_and_in_the_end_itself() -> None:
    """Check that neither an open page nor a reference cycle keeps them in memory."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    server = _server(application)
    server.application_close_timeout = 0
    server.ws_factory = daphne.server.WebSocketFactory(server, server="Ridotto")
    channel = daphne.server.HTTPFactory(server).buildProtocol(PEER)
    wire: Any = Wire()
    channel.makeConnection(wire)
    gc.collect()
    gc.disable()
    try:
        channel.dataReceived(HELLO)
        await asyncio.sleep(0.01)
        assert b"101 Switching Protocols" in wire.value()
        request, socket = server.connections
        kept = [weakref.ref(channel), weakref.ref(request)]
        server.application_checker()  # Daphne removes finished applications every second
        del channel, request
        assert [each() for each in kept] == [None, None]
        assert list(server.connections) == [socket]
        del wire.protocol  # as Twisted does
        socket.connectionLost(Failure(ConnectionDone()))
        await asyncio.sleep(0.01)
        server.application_checker()
        closed = weakref.ref(socket)
        del socket
        assert closed() is None
    finally:
        gc.enable()


# --- Shutdown


async def test_answers_while_draining_close_their_connections(house: House) -> None:
    channel, wire = house.connect()
    channel.dataReceived(GET)
    house.factory.is_ending = True
    await asyncio.sleep(0.01)
    assert b"connection: close" in wire.value().lower()
    assert wire.disconnecting


async def test_draining_closes_idle_connections_only(
    house: House,
) -> None:
    (_idle, unused), (begun, busy), (kept, used) = house.connect(), house.connect(), house.connect()
    begun.dataReceived(GET[:20])
    kept.dataReceived(GET)
    await asyncio.sleep(0.01)
    house.factory.close_idle()
    assert [wire.is_open for wire in (unused, busy, used)] == [False, True, False]
