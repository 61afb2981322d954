"""A TCP proxy that can stop relaying while it keeps its connections open.

with Proxy(site.port) as proxy:
    page.goto(proxy.url)
    proxy.silence()        # as when a phone changes networks: open connections receive nothing
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class Proxy:
    """Relays connections to a port of this machine."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._relays = asyncio.Event()  # shared by the connections opened since the last silence
        self._relays.set()

    @property
    def url(self) -> str:
        return f"http://localhost:{self._server.sockets[0].getsockname()[1]}"

    def silence(self, *, new: bool = False) -> None:
        """Silence open connections for good, and with `new` later ones until `resume`."""

        def stop() -> None:
            self._relays.clear()
            self._relays = asyncio.Event()
            if not new:
                self._relays.set()

        self._loop.call_soon_threadsafe(stop)

    def resume(self) -> None:
        """Relay the connections opened since the last silence."""
        self._loop.call_soon_threadsafe(lambda: self._relays.set())  # noqa: PLW0108

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        relays = self._relays
        up_reader, up_writer = await asyncio.open_connection("localhost", self._to)
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(
                self._pump(reader, up_writer, relays), self._pump(up_reader, writer, relays)
            )

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, relays: asyncio.Event
    ) -> None:
        while data := await reader.read(65536):
            await relays.wait()
            writer.write(data)
            await writer.drain()
        await relays.wait()
        writer.close()

    def __enter__(self) -> Self:
        self._thread.start()
        serving = asyncio.start_server(self._accept, "localhost", 0)
        self._server = asyncio.run_coroutine_threadsafe(serving, self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
