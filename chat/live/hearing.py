"""The channel on which a process receives the updates of others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from channels.layers import get_channel_layer
from django.conf import settings

from chat.core.metrics import GAPS
from chat.live.listening import Message
from chat.live.subscriptions import Subscriptions, retry_after

log = logging.getLogger(__name__)

EVERYBODY = "everybody"  # the group of all processes
RENEW_SECONDS = 600  # a layer may drop a subscription after a day
BEGINS_WITHIN = 10  # seconds


class Hearing:
    """The one channel of a hub, used on its loop only.

    `name` is the hub's: what it tells itself it has received directly. `take(message)` is given
    what comes; `missed()` is called whenever hearing begins, also anew after an interruption.
    """

    def __init__(
        self,
        name: str,
        subscriptions: Subscriptions,
        take: Callable[[Message], None],
        missed: Callable[[], None],
    ) -> None:
        self._name, self._subscriptions = name, subscriptions
        self._take, self._missed = take, missed
        self._task: asyncio.Task[None] | None = None
        self._works = asyncio.Event()

    @property
    def works(self) -> bool:
        """Whether what is told now comes here."""
        return self._works.is_set()

    async def begin(self) -> None:
        """Returns when it hears; begins with it if nobody has. Raises `TimeoutError`."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._hear_forever())
        # Not `wait_for`, which loses a cancellation that comes when the wait is over: what was told
        # to end would go on, and the process wait for it for ever.
        async with asyncio.timeout(BEGINS_WITHIN):
            await self._works.wait()

    async def _hear_forever(self) -> None:
        """Until the process ends; after an interruption every page is checked."""
        failures = 0
        while True:
            try:
                await self._hear_until_lost()
            except Exception as error:
                if self._works.is_set():  # it has heard since the last failure
                    failures = 0
                pause = retry_after(failures)
                failures += 1
                GAPS.inc()
                log.warning("no news: %s; trying again in %s s", type(error).__name__, pause)
                self._works.clear()
                await asyncio.sleep(pause)

    async def _hear_until_lost(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(EVERYBODY, channel)
        self._works.set()
        self._missed()
        beside = [asyncio.create_task(self._renew_forever(channel))]
        if not settings.EMBEDDED:  # otherwise there are no others
            beside.append(asyncio.create_task(self._subscriptions.keep(channel)))
        try:
            while True:
                self._hear(await layer.receive(channel))
        finally:
            for task in beside:
                task.cancel()

    def _hear(self, message: Message) -> None:
        if message["type"] == "mark":
            self._subscriptions.heard(message)
        elif message.get("by") != self._name:
            self._take(message)

    async def _renew_forever(self, channel: str) -> None:
        """A subscription whose receiver was cancelled, as by a timeout, is dropped by Redis'."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await get_channel_layer().group_add(EVERYBODY, channel)
                await self._subscriptions.renew()
            except Exception as error:
                log.warning("not renewed: %s", type(error).__name__)
