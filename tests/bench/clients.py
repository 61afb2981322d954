"""Simulated players, each with an open socket and a kept-alive HTTP connection."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.bench.usage import memory

TOKEN = "b" * 32


@dataclass
class Person:
    """The browser of one seat."""

    url: str
    path: str  # of the page's socket
    session: str
    index: int
    # Set when the socket receives a message that contains `wanted`.
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    heard_at: float = 0.0
    wanted: bytes = b""

    async def open(self) -> None:
        headers = {"Cookie": self._cookie()}
        self.socket: ClientConnection = await connect(
            self.url.replace("http", "ws", 1) + self.path,
            origin=Origin(self.url),
            additional_headers=headers,
            compression=None,
            ping_interval=None,  # browsers send none either
            open_timeout=30,
            max_size=None,
        )
        await asyncio.wait_for(self.socket.recv(), 30)  # the whole page
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            await self._hear()
        self.heard.set()  # nobody needs to wait any longer

    async def _hear(self) -> None:
        while True:
            message = await self.socket.recv(decode=False)
            assert isinstance(message, bytes)
            if self.wanted not in message:
                continue
            self.heard_at = time.perf_counter()
            self.heard.set()

    async def close(self) -> None:
        self.listening.cancel()
        await self.socket.close()
        if hasattr(self, "writer"):
            self.writer.close()

    def _cookie(self) -> str:
        return f"sessionid={self.session}; csrftoken={TOKEN}"

    async def post(self, path: str, form: Sequence[tuple[str, str]]) -> tuple[int, str]:
        """Post like a page with an open socket; return the status and refusal code."""
        if not hasattr(self, "writer"):
            parts = urlsplit(self.url)
            self.reader, self.writer = await asyncio.open_connection(parts.hostname, parts.port)
        body = urlencode(form).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {urlsplit(self.url).netloc}\r\n"
            f"Cookie: {self._cookie()}\r\nX-CSRFToken: {TOKEN}\r\nHX-Request: true\r\n"
            "X-Live: 1\r\nX-Since: 0:0\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        return await self._answer()

    async def _answer(self) -> tuple[int, str]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *lines = head.split("\r\n")
        pairs = (line.partition(": ") for line in lines if line)
        headers = {name.lower(): value for name, _, value in pairs}
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                await self.reader.readexactly(size + 2)
            await self.reader.readexactly(2)
        else:
            await self.reader.readexactly(int(headers.get("content-length", 0)))
        return int(status.split()[1]), headers.get("x-ridotto-code", "")


async def open_all(people: Sequence[Person], roots: Sequence[int]) -> tuple[int, float]:
    """Open the sockets and return the memory of these processes.

    Return the bytes with the first fifth of the sockets, and the bytes per 100 more. What the
    first pages allocate (threads, their connections, templates) is thus not counted per socket.
    """
    first, others = people[: len(people) // 5], people[len(people) // 5 :]
    for person in first:
        await person.open()
    before = memory(roots)
    for person in others:
        await person.open()
    return before, (memory(roots) - before) / len(others) * 100
