"""One listener a process: it hears all news once and draws for every page this process holds.

Without it each page would be told by itself: a message, a task and a thread for each of the pages
of a match, at every action. The channel layer carries each piece of news to each process once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar
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
OPENED_AT_ONCE = 16  # pages opened in one round: each waits for all of them
REMEMBERED = 10_000  # topics of which it is known when they were last heard of
CROWD_PAUSE = 1.0  # seconds between two passes over more pages than that
PAUSES = (0.1, 0.5, 1, 2, 5)  # seconds between tries when the layer is not there

# Drawing pages must not wait for the one thread that Channels shares among all consumers.
# Two: one for a crowd, one for the others; more only wait for each other, and each holds memory.
pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="pages")

T = TypeVar("T")
Drawn = str | Denied | Exception


class Listener(Protocol):
    """An open page: what it shows, and how it is sent what changed.

    `own`: whose page it is: a person and a session, by the names under which they are turned away.
    """

    page: Page | None
    own: Collection[str]

    async def deliver(self, drawn: Drawn) -> None: ...

    async def leave(self, reason: str) -> None: ...


@dataclass(frozen=True)
class Opened:
    """A page and the whole of it as first sent; `mark`: how much had been heard before."""

    page: Page
    html: str
    mark: int


class Hub:
    """The open pages of this process by the topics they listen to.

    What is heard is counted: a page being opened looks anew if it missed something meanwhile.
    """

    def __init__(self) -> None:
        self._count = 0
        self._last: dict[str, int] = {}  # by topic, the count when it was last heard of
        self._missed = 0  # whoever has looked before this count may have missed anything
        self._opening: deque[tuple[Callable[[], Page], asyncio.Future[Opened]]] = deque()
        self._by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._by_owner: defaultdict[str, set[Listener]] = defaultdict(set)
        self._dirty: defaultdict[Listener, set[str]] = defaultdict(set)
        self._busy: set[Listener] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ear: asyncio.Task[None] | None = None
        self._hears = asyncio.Event()

    async def opened(self, open_page: Callable[[], Page]) -> Opened:
        """The page and the whole of it, drawn together with others that are being opened."""
        future: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
        self._opening.append((open_page, future))
        if len(self._opening) == 1:
            self.begin(self._open_all())
        return await future

    async def _open_all(self) -> None:
        """In small rounds, one after the other: in a rush pages are read for together."""
        loop = asyncio.get_running_loop()
        while self._opening:
            jobs = list(islice(self._opening, OPENED_AT_ONCE))
            mark = self._count if self._hears.is_set() else -1
            opened: Sequence[tuple[Page, str] | Exception]
            try:
                opened = await loop.run_in_executor(pool, _open_round, [job[0] for job in jobs])
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
        for topic in topics:
            self._by_topic[topic].add(listener)
        await self._listening()
        missed = mark < self._missed
        news = {topic for topic in topics if missed or self._last.get(topic, 0) > mark}
        if news:
            self._dirty[listener] |= news
            self._draw({listener} - self._busy)

    def forget(self, listener: Listener, topics: Iterable[str]) -> None:
        """The page is closed."""
        for known, names in ((self._by_topic, topics), (self._by_owner, listener.own)):
            for name in names:
                known[name].discard(listener)
                if not known[name]:
                    del known[name]
        self._dirty.pop(listener, None)

    def heard(self, topics: Iterable[str]) -> None:
        """Marks the pages that listen to these topics, and draws those not being drawn."""
        woken = set()
        self._count += 1
        for topic in topics:
            self._last[topic] = self._count
            for listener in self._by_topic.get(topic, ()):
                self._dirty[listener].add(topic)
                woken.add(listener)
        if len(self._last) > REMEMBERED:
            self._last.clear()
            self._missed = self._count
        self._draw(woken - self._busy)

    def turned_away(self, owner: str, reason: str, spare: str) -> None:
        """Closes the pages of this person or session, but not those that are `spare`'s as well."""
        for listener in tuple(self._by_owner.get(owner, ())):
            if spare not in listener.own:
                self.begin(listener.leave(reason))

    def _draw(self, listeners: Iterable[Listener]) -> None:
        waiting = [one for one in listeners if one.page is not None and self._dirty.get(one)]
        if not waiting:
            return
        self._busy.update(waiting)
        self.begin(self._rounds(waiting))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins it on the running loop. A task that nobody holds may vanish."""
        task = asyncio.create_task(work)
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
        self._missed = self._count
        renew = asyncio.get_running_loop().time() + RENEWED_EVERY
        while True:
            try:
                async with asyncio.timeout_at(renew):
                    message: dict[str, Any] = await layer.receive(channel)
            except TimeoutError:
                await layer.group_add(NEWS, channel)
                renew = asyncio.get_running_loop().time() + RENEWED_EVERY
            else:
                if message["type"] == "leave":
                    self.turned_away(message["owner"], message["reason"], message["spare"])
                else:
                    self.heard(message["topics"])


def _open_round(openers: Sequence[Callable[[], Page]]) -> list[tuple[Page, str] | Exception]:
    close_old_connections()
    with translation.override("en"), one_round():
        pages = [_tried(opener) for opener in openers]
        for page in pages:
            if isinstance(page, Page):
                page.expect()
        return [_whole(page) for page in pages]


def _whole(page: Page | Exception) -> tuple[Page, str] | Exception:
    if isinstance(page, Exception):
        return page
    html = _tried(page.whole)
    return html if isinstance(html, Exception) else (page, html)


def _tried(work: Callable[[], T]) -> T | Exception:
    try:
        return work()
    except Exception as error:
        return error


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
