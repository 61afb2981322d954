"""The embedded site: everything in one process.

The in-memory channel layer of Channels belongs to the event loop it is used on. Tasks run in
threads of their own; without help their messages would wait until the server's loop next woke up.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from channels.layers import InMemoryChannelLayer

T = TypeVar("T")


class LoopBoundLayer(InMemoryChannelLayer):
    """An in-memory layer whose work is always done on one loop, the server's, once it is bound."""

    home: asyncio.AbstractEventLoop | None = None

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        self.home = loop

    async def _at_home(self, work: Coroutine[Any, Any, T]) -> T:
        home = self.home
        if home is None or home is asyncio.get_running_loop():
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, home))

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._at_home(super().send(channel, message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._at_home(super().group_send(group, message))

    async def group_add(self, group: str, channel: str) -> None:
        await self._at_home(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        await self._at_home(super().group_discard(group, channel))
