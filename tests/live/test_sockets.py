"""What is written at once and what waits: nothing is lost, and all comes in order."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import daphne.server  # noqa: F401  (first: it chooses the reactor)
import pytest
from twisted.internet import reactor
from twisted.internet.protocol import Protocol
from twisted.internet.tcp import Connection
from websockets.frames import Frame, Opcode

from config.sockets import head, send


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_frame_begins_as_the_protocol_says(length: int) -> None:
    payload = b"x" * length
    short = (Opcode.PING, Opcode.CLOSE) if length <= 125 else ()
    for opcode in (Opcode.TEXT, Opcode.BINARY, *short):
        whole = Frame(opcode, payload).serialize(mask=False)
        assert head(int(opcode), length) + payload == whole


@pytest.fixture
def pair() -> Iterator[tuple[Connection, socket.socket]]:
    """A connection of Twisted's and the other end of it."""
    here, there = socket.socketpair()
    here.setblocking(False)
    there.setblocking(False)
    # Twisted's types are looser than its documents: the reactor is a module, methods have none.
    connection = Connection(here, Protocol(), reactor)  # type: ignore[arg-type]
    connection.connected = 1
    yield connection, there
    connection.stopWriting()  # type: ignore[no-untyped-call]
    here.close()
    there.close()


def _drain(connection: Connection, there: socket.socket) -> bytes:
    """All that arrives while Twisted is told, as by its loop, that the socket is free."""
    heard = b""
    while True:
        try:
            heard += there.recv(1 << 20)
        except BlockingIOError:
            if not (connection.dataBuffer or connection._tempDataBuffer):
                return heard
            connection.doWrite()  # type: ignore[no-untyped-call]


def test_what_fits_is_sent_at_once(pair: tuple[Connection, socket.socket]) -> None:
    connection, there = pair
    send(connection, b"a word")
    assert there.recv(100) == b"a word"


def test_what_does_not_fit_waits_and_nothing_overtakes_it(
    pair: tuple[Connection, socket.socket],
) -> None:
    connection, there = pair
    said = [bytes([65 + number]) * 700_000 for number in range(5)] + [b"the end"]
    for word in said:
        send(connection, word)
    assert connection._tempDataBuffer
    assert _drain(connection, there) == b"".join(said)
    send(connection, b"and on")
    assert there.recv(100) == b"and on"


def test_nothing_is_sent_on_a_connection_that_is_being_closed(
    pair: tuple[Connection, socket.socket],
) -> None:
    connection, there = pair
    connection.disconnecting = 1
    send(connection, b"too late")
    with pytest.raises(BlockingIOError):
        there.recv(100)
