"""One listener a process: it hears all news once and draws for every page this process holds.

Without it each page would be told by itself: a message, a task and a thread for each of the pages
of a match, at every action. The channel layer carries each piece of news to each process once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.db import close_old_connections
from django.utils import translation

from chat.live.parts import Denied, Page
from chat.live.rounds import one_round

log = logging.getLogger(__name__)

NEWS = "news"
RENEWED_EVERY = 600  # seconds; a layer may forget a listener after a day
AT_ONCE = 64  # pages drawn in one round; then they are sent before others are drawn
CROWD_PAUSE = 1.0  # seconds between two passes over more pages than that
PAUSES = (0.1, 0.5, 1, 2, 5)  # seconds between tries when the layer is not there

# Drawing pages must not wait for the one thread that Channels shares among all consumers.
pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="pages")

Drawn = str | Denied | Exception


class Listener(Protocol):
    """An open page: what it shows, and how it is sent what changed."""

    page: Page | None

    async def deliver(self, drawn: Drawn) -> None: ...


class Hub:
    """The open pages of this process by the topics they listen to."""

    def __init__(self) -> None:
        self._by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._dirty: defaultdict[Listener, set[str]] = defaultdict(set)
        self._busy: set[Listener] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ear: asyncio.Task[None] | None = None
        self._hears = asyncio.Event()

    async def listen(self, listener: Listener, topics: Iterable[str]) -> None:
        """From here on this page hears of these topics."""
        if self._ear is None or self._ear.done():
            self._ear = asyncio.create_task(self._hear_for_good())
        for topic in topics:
            self._by_topic[topic].add(listener)
        await asyncio.wait_for(self._hears.wait(), 10)

    def forget(self, listener: Listener, topics: Iterable[str]) -> None:
        """The page is closed."""
        for topic in topics:
            self._by_topic[topic].discard(listener)
            if not self._by_topic[topic]:
                del self._by_topic[topic]
        self._dirty.pop(listener, None)

    def heard(self, topics: Iterable[str]) -> None:
        """Marks the pages that listen to these topics, and draws those not being drawn."""
        woken = set()
        for topic in topics:
            for listener in self._by_topic.get(topic, ()):
                self._dirty[listener].add(topic)
                woken.add(listener)
        self._draw(woken - self._busy)

    def _draw(self, listeners: Iterable[Listener]) -> None:
        waiting = [one for one in listeners if one.page is not None and self._dirty.get(one)]
        if not waiting:
            return
        self._busy.update(waiting)
        task = asyncio.create_task(self._rounds(waiting))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _rounds(self, listeners: Sequence[Listener]) -> None:
        """One after the other, so that a crowd takes one thread and others' news the rest.

        What comes for a crowd while it is drawn, and a moment longer, waits and is drawn together.
        """
        for begin in range(0, len(listeners), AT_ONCE):
            await self._round(listeners[begin : begin + AT_ONCE])
        if len(listeners) > AT_ONCE:
            await asyncio.sleep(CROWD_PAUSE)
        self._busy.difference_update(listeners)
        self._draw(listeners)  # whatever became dirty meanwhile

    async def _round(self, listeners: Sequence[Listener]) -> None:
        jobs = [
            (listener, listener.page, frozenset(self._dirty.pop(listener)))
            for listener in listeners
            if listener.page is not None and self._dirty.get(listener)
        ]
        if not jobs:
            return
        loop = asyncio.get_running_loop()
        drawn: Sequence[Drawn]
        try:
            drawn = await loop.run_in_executor(pool, _draw_all, [job[1:] for job in jobs])
        except Exception as error:  # the pages close and come back; none may stay deaf
            log.exception("cannot draw")
            drawn = [error] * len(jobs)
        for (listener, _page, _topics), result in zip(jobs, drawn, strict=True):
            try:
                await listener.deliver(result)
            except Exception:
                log.exception("cannot deliver news")

    async def _hear_for_good(self) -> None:
        """Hears until the process ends; after a gap every page looks for what it missed."""
        failures = 0
        while True:
            try:
                await self._hear()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                pause = PAUSES[min(failures, len(PAUSES) - 1)]
                failures += 1
                log.warning("no news: %s; trying again in %s s", type(error).__name__, pause)
                self._hears.clear()
                await asyncio.sleep(pause)
            else:
                failures = 0

    async def _hear(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(NEWS, channel)
        self._hears.set()
        self.heard(list(self._by_topic))
        renew = asyncio.get_running_loop().time() + RENEWED_EVERY
        while True:
            try:
                left = renew - asyncio.get_running_loop().time()
                message: dict[str, Any] = await asyncio.wait_for(
                    layer.receive(channel), max(1.0, left)
                )
            except TimeoutError:
                await layer.group_add(NEWS, channel)
                renew = asyncio.get_running_loop().time() + RENEWED_EVERY
            else:
                self.heard(message["topics"])


def _draw_all(jobs: Sequence[tuple[Page, frozenset[str]]]) -> list[Drawn]:
    close_old_connections()
    return draw_round(jobs)


def draw_round(jobs: Sequence[tuple[Page, frozenset[str]]]) -> list[Drawn]:
    """What these topics changed on each of these pages."""
    with translation.override("en"), one_round():
        for page, _topics in jobs:
            page.expect()
        return [_draw_one(page, topics) for page, topics in jobs]


def _draw_one(page: Page, topics: frozenset[str]) -> Drawn:
    try:
        return page.news(topics)
    except Denied as denied:
        return denied
    except Exception as error:
        log.exception("cannot draw a page")
        return error


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def home() -> asyncio.AbstractEventLoop | None:
    """The loop that holds this process's open pages, if there is one and it runs."""
    return next((loop for loop in list(_hubs) if loop.is_running()), None)


def hub() -> Hub:
    """The hub of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
