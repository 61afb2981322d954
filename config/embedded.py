"""The embedded site: everything in one process.

The in-memory channel layer of Channels belongs to the event loop it is used on. Tasks run in
threads of their own; without help their messages would wait until the server's loop next woke up.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from celery.beat import EmbeddedService, Scheduler
from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

from config.celery import app

log = logging.getLogger(__name__)
T = TypeVar("T")


class LoopBoundLayer(InMemoryChannelLayer):
    """An in-memory layer whose work is always done on one loop, the server's, once it is bound."""

    home: asyncio.AbstractEventLoop | None = None
    _swept = 0.0

    def _clean_expired(self) -> None:
        """Once in five seconds instead of at every message: it walks over every channel."""
        at = time.monotonic()
        if at - self._swept > 5:
            self._swept = at
            super()._clean_expired()

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
        await self._at_home(self._to_each(group, message))

    async def _to_each(self, group: str, message: dict[str, Any]) -> None:
        """As Channels' own, without a task for each: a group has one channel, or a few."""
        self._clean_expired()
        for channel in tuple(self.groups.get(group, ())):
            with suppress(ChannelFull):
                await super().send(channel, message)

    async def group_add(self, group: str, channel: str) -> None:
        await self._at_home(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        await self._at_home(super().group_discard(group, channel))


class Backstage:
    """Celery's worker and schedule as two threads of this process.

    Tasks and schedule are those of the scaled site. What waits in the memory broker dies with the
    process, so nothing may depend on it: deadlines are in the database, and a sweep finds them.
    """

    def __init__(self) -> None:
        # Without this, beat would send tasks that nobody has heard of, and they would be lost.
        app.loader.import_default_modules()
        self._worker = app.WorkController(
            pool="solo",
            concurrency=1,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self._beat: Any = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)
        self._thread = threading.Thread(target=self._worker.start, name="tasks", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._beat.start()

    def stop(self, *, seconds: float) -> None:
        """Ends both. A task that takes longer is left, and rolls back with the process."""
        self._beat.service.stop()
        stopper = threading.Thread(target=self._worker.stop, daemon=True)
        stopper.start()
        stopper.join(seconds)
        if stopper.is_alive():
            log.warning("a task was still running")
