"""A posted form reaches Django as it came: the server does not read it first."""

from __future__ import annotations

import asyncio
from typing import Any

import daphne.server
from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport

from config import asgi, internals

PEER: Any = IPv4Address("TCP", "127.0.0.1", 54321)


def _posted(kind: str, body: bytes) -> bytes:
    head = f"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def _told(data: bytes) -> tuple[Any, bytes]:
    """The request as Daphne makes it of what comes over the wire, and what Django is told."""
    heard: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        heard.append(await receive())

    server = daphne.server.Server(application, endpoints=["tcp:0"])
    server.connections = {}
    channel = daphne.server.HTTPFactory(server).buildProtocol(PEER)
    channel.makeConnection(StringTransport())  # type: ignore[no-untyped-call]
    channel.dataReceived(data)
    (request,) = server.connections
    await asyncio.sleep(0.01)
    return request, heard[0]["body"]


async def test_fields_of_a_form_are_left_to_django() -> None:
    assert asgi.pages  # whoever loads the application has it so
    for kind, body in (
        ("application/x-www-form-urlencoded", b"a=1&b=2"),
        ("multipart/form-data; boundary=x", b"not what it says"),
    ):
        request, heard = await _told(_posted(kind, body))
        assert isinstance(request, internals.UnparsedRequest)
        assert heard == body
        assert not request.args
