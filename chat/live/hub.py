"""One listener a process: it hears all news once and draws for every page this process holds.

Without it each page would be told by itself: a message, a task and a thread for each of the pages
of a match, at every action. What this process itself has to tell it hears at once; the channel
layer carries each piece of news to each other process once.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar
from uuid import uuid4
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.db import close_old_connections

from chat.live.parts import Page
from chat.live.rendering import Opener, Rendered, open_batch, pool, render_batch

log = logging.getLogger(__name__)

NEWS = "news"
RENEWED_EVERY = 600  # seconds; a layer may forget a listener after a day
AT_ONCE = 64  # pages drawn in one round; then they are sent before others are drawn
HERE = 8  # pages that whoever brings the news draws himself: those of a table
OPENED_AT_ONCE = 16  # pages opened in one round: each waits for all of them
REMEMBERED = 10_000  # topics of which it is known when they were last heard of
CROWD_PAUSE = 1.0  # seconds between two passes over more pages than that
PAUSES = (0.1, 0.5, 1, 2, 5)  # seconds between tries when the layer is not there

Message = Mapping[str, Any]
T = TypeVar("T")


class Listener(Protocol):
    """An open page: what it shows, and how it is sent what changed.

    `own`: whose page it is: a person and a session, by the names under which they are turned away.
    """

    page: Page | None
    own: Collection[str]

    async def deliver(self, drawn: Rendered) -> None: ...

    async def leave(self, reason: str) -> None: ...


@dataclass(frozen=True)
class Opened:
    """A page and the whole of it as first sent; `mark`: how much had been heard before."""

    page: Page
    html: str
    mark: int


class Hub:
    """The open pages of one loop by the topics they listen to.

    Pages are opened, sent to and closed on the loop. News are heard and pages drawn in any thread;
    what both touch they touch under the lock. What is heard is counted: a page being opened looks
    anew if it missed something meanwhile.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.name = uuid4().hex
        self._loop = loop
        self._lock = threading.Lock()
        self._count = 0
        self._last: dict[str, int] = {}  # by topic, the count when it was last heard of
        self._missed = 0  # whoever has looked before this count may have missed anything
        self._by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._dirty: defaultdict[Listener, set[str]] = defaultdict(set)
        self._busy: set[Listener] = set()
        # From here on: on the loop alone.
        self._by_owner: defaultdict[str, set[Listener]] = defaultdict(set)
        self._opening: deque[tuple[Opener, asyncio.Future[Opened]]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ear: asyncio.Task[None] | None = None
        self._hears = asyncio.Event()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins it on the loop. A task that nobody holds may vanish."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- pages come and go ---

    async def opened(self, open_page: Opener) -> Opened:
        """The page and the whole of it, drawn together with others that are being opened."""
        future: asyncio.Future[Opened] = self._loop.create_future()
        self._opening.append((open_page, future))
        if len(self._opening) == 1:
            self._begin(self._open_all())
        return await future

    async def _open_all(self) -> None:
        """In small rounds, one after the other: in a rush pages are read for together."""
        while self._opening:
            jobs = list(islice(self._opening, OPENED_AT_ONCE))
            mark = self._count if self._hears.is_set() else -1
            opened: Sequence[tuple[Page, str] | Exception]
            try:
                openers = [job[0] for job in jobs]
                opened = await self._loop.run_in_executor(pool, open_batch, openers)
            except Exception as error:
                opened = [error] * len(jobs)
            for (_open, future), result in zip(jobs, opened, strict=True):
                self._opening.popleft()
                if future.done():
                    continue  # nobody waits for it any more
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(Opened(*result, mark))

    async def attend(self, listener: Listener) -> None:
        """From here on this page leaves when one of those is turned away whose page it is."""
        for owner in listener.own:
            self._by_owner[owner].add(listener)
        await self._listening()

    async def _listening(self) -> None:
        if self._ear is None or self._ear.done():
            self._ear = asyncio.create_task(self._hear_for_good())
        await asyncio.wait_for(self._hears.wait(), 10)

    async def listen(self, listener: Listener, topics: Collection[str], mark: int = -1) -> None:
        """From here on this page hears of these topics; what came after `mark` it looks at now."""
        with self._lock:
            for topic in topics:
                self._by_topic[topic].add(listener)
        await self._listening()
        with self._lock:
            missed = mark < self._missed
            news = {topic for topic in topics if missed or self._last.get(topic, 0) > mark}
            if news:
                self._dirty[listener] |= news
        self._draw({listener})

    def forget(self, listener: Listener, topics: Iterable[str]) -> None:
        """The page is closed."""
        with self._lock:
            _leaves(self._by_topic, topics, listener)
            self._dirty.pop(listener, None)
        _leaves(self._by_owner, listener.own, listener)

    def turned_away(self, owner: str, reason: str, spare: str) -> None:
        """Closes the pages of this person or session, but not those that are `spare`'s as well."""
        for listener in tuple(self._by_owner.get(owner, ())):
            if spare not in listener.own:
                self._begin(listener.leave(reason))

    # --- news ---

    def hear(self, message: Message, *, here: bool = False) -> None:
        """In any thread: news, or that somebody leaves. `here`: this thread has time to draw."""
        if message["type"] == "leave":
            self._soon(self.turned_away, message["owner"], message["reason"], message["spare"])
        else:
            self.heard(message["topics"], here=here)

    def heard(self, topics: Iterable[str], *, here: bool = False) -> None:
        """Marks the pages that listen to these topics, and draws those not being drawn."""
        woken = set()
        with self._lock:
            self._count += 1
            for topic in topics:
                self._last[topic] = self._count
                for listener in self._by_topic.get(topic, ()):
                    self._dirty[listener].add(topic)
                    woken.add(listener)
            if len(self._last) > REMEMBERED:
                self._last.clear()
                self._missed = self._count
        self._draw(woken, here=here)

    def _draw(self, listeners: Iterable[Listener], *, here: bool = False) -> None:
        """Has those drawn that show something else now and are not being drawn already."""
        with self._lock:
            waiting = [
                one
                for one in listeners
                if one not in self._busy and one.page is not None and self._dirty.get(one)
            ]
            self._busy.update(waiting)
        if not waiting:
            return
        if len(waiting) > AT_ONCE:
            self.begin_soon(self._crowd, waiting)
        elif here and len(waiting) <= HERE:
            self._batch(waiting)
        else:
            pool.submit(_apart, self._batch, waiting)

    def _batch(self, listeners: Sequence[Listener]) -> None:
        """Draws these pages in this thread; the loop sends what came of it."""
        self.begin_soon(self._deliver, listeners, *self._rendered(listeners))

    def _rendered(self, listeners: Sequence[Listener]) -> tuple[list[Listener], Sequence[Rendered]]:
        """Those that are still open, and what changed on their pages."""
        shown, jobs = [], []
        with self._lock:
            for listener in listeners:
                if listener.page is not None and self._dirty.get(listener):
                    shown.append(listener)
                    jobs.append((listener.page, frozenset(self._dirty.pop(listener))))
        try:
            return shown, render_batch(jobs)
        except Exception as error:  # the pages close and come back; none may stay deaf
            log.exception("cannot draw")
            return shown, [error] * len(jobs)

    async def _deliver(
        self, busy: Sequence[Listener], shown: Sequence[Listener], drawn: Sequence[Rendered]
    ) -> None:
        await _sent(shown, drawn)
        self._rested(busy)

    async def _crowd(self, listeners: Sequence[Listener]) -> None:
        """One round after the other, so that a crowd takes one thread and others' news the rest.

        What comes for a crowd while it is drawn, and a moment longer, waits and is drawn together.
        """
        for begin in range(0, len(listeners), AT_ONCE):
            some = listeners[begin : begin + AT_ONCE]
            await _sent(*await self._loop.run_in_executor(pool, _apart, self._rendered, some))
        await asyncio.sleep(CROWD_PAUSE)
        self._rested(listeners)

    def _rested(self, listeners: Sequence[Listener]) -> None:
        with self._lock:
            self._busy.difference_update(listeners)
        self._draw(listeners)  # whatever became dirty meanwhile

    def begin_soon(self, work: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
        """In any thread: begins this work when the loop comes round, and does not wait for it."""
        self._soon(lambda: self._begin(work(*given)))

    def _soon(self, work: Callable[..., None], *given: Any) -> None:
        """On the loop, as soon as it comes round; nothing once it is closed: no page is left."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(work, *given)

    # --- what other processes tell ---

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
        self._missed = self._count
        renewing = self._loop.create_task(_renewed(channel))
        try:
            while True:
                message: Message = await layer.receive(channel)
                if message.get("by") != self.name:  # what was told here was heard at once
                    self.hear(message)
        finally:
            renewing.cancel()


async def _renewed(channel: str) -> None:
    """A listener whose waiting is broken off, as by a timeout, is forgotten by Redis' layer."""
    while True:
        await asyncio.sleep(RENEWED_EVERY)
        try:
            await get_channel_layer().group_add(NEWS, channel)
        except Exception as error:
            log.warning("not renewed: %s", type(error).__name__)


def _apart(work: Callable[[Sequence[Listener]], T], listeners: Sequence[Listener]) -> T:
    """In a thread of the pool, where no request looks after the database connection."""
    close_old_connections()
    return work(listeners)


def _leaves(known: dict[str, set[Listener]], names: Iterable[str], listener: Listener) -> None:
    for name in names:
        if name in known:
            known[name].discard(listener)
            if not known[name]:
                del known[name]


async def _sent(listeners: Sequence[Listener], drawn: Sequence[Rendered]) -> None:
    for listener, result in zip(listeners, drawn, strict=True):
        try:
            await listener.deliver(result)
        except Exception:
            log.exception("cannot deliver news")


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def at_home() -> Hub | None:
    """The hub that holds this process's open pages, if there is one and its loop runs."""
    return next((hub for loop, hub in list(_hubs.items()) if loop.is_running()), None)


def hub() -> Hub:
    """The hub of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(loop)
    return _hubs[loop]
