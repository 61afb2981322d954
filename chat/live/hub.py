"""The hub of a process, which receives each update once for all its open pages.

With a subscription for each page, every action would cost a message, a task and a thread for each
page of a match. Updates made in this process reach its own pages directly. The channel layer
carries them to the other processes whose pages follow their subjects (`channel_listener`).
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import (
    Callable,
    Collection,
    Coroutine,
    Hashable,
    Iterable,
    Sequence,
    Set,
)
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any, TypeVar
from uuid import uuid4
from weakref import WeakKeyDictionary

from django.db import close_old_connections

from chat.core.metrics import GAPS, SENT
from chat.live.batch import Opener, Rendered, open_batch, pool, render_batch
from chat.live.channel_listener import (
    Hearing,
    Listener,
    Message,
    Opened,
    Subscriptions,
    named_in,
    subject_of,
    subjects_of,
)
from chat.live.fragments import Page
from chat.live.threads import keep_for_loop, timed

log = logging.getLogger(__name__)

BATCH_SIZE = 64  # pages rendered together; they are sent before others are rendered
INLINE_PAGES = 8  # pages rendered by the thread that makes the update: those of a table
OPEN_BATCH = 16  # pages opened together; each waits for all of them
TOPICS_REMEMBERED = 10_000  # topics whose last change is known
CROWD_PAUSE = 1.0  # seconds between two passes over more pages than a batch
RECHECK_SECONDS = (0.5, 3.0)  # after a lost connection: when pages read what they missed

T = TypeVar("T")


class Hub:
    """The open pages of one loop, by the topics they follow.

    Pages are opened, sent to and closed on the loop. Updates are received and pages rendered in any
    thread; what both use is guarded by the lock. Updates are counted, so that a page which was
    being opened knows whether it missed any.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.name = uuid4().hex
        self._loop = loop
        self._lock = threading.Lock()
        self._count = 0
        self._last: dict[str, int] = {}  # by topic, the count at its last change
        self._missed = 0  # a page read before this count may have missed any topic
        self._by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._dirty: defaultdict[Listener, set[str]] = defaultdict(set)
        self._since: dict[Listener, float] = {}  # the earliest commit time of its marked changes
        self._busy: set[Listener] = set()
        # Used on the loop only.
        self._by_subject: defaultdict[str, set[Listener]] = defaultdict(set)
        self._subscriptions = Subscriptions(
            self.name, self._by_subject.keys, self._recheck_subjects
        )
        self._hearing = Hearing(self.name, self._subscriptions, self.receive, self._recheck)
        self._by_owner: defaultdict[str, set[Listener]] = defaultdict(set)
        self._opening: list[tuple[Hashable, Opener, asyncio.Future[Opened]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task on the loop."""
        # A reference is retained, since asyncio drops tasks that nobody refers to.
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- Opening and closing pages

    async def opened(self, open_page: Opener, place: Hashable) -> Opened:
        """Open and render a page, together with others that are being opened.

        Pages of the same place share most of what they read.
        """
        future: asyncio.Future[Opened] = self._loop.create_future()
        self._opening.append((place, open_page, future))
        if len(self._opening) == 1:
            self._begin(self._open_all())
        return await future

    async def _open_all(self) -> None:
        """Open the waiting pages in small batches: the first, those of its place, others."""
        while self._opening:
            first = self._opening[0][0]
            waiting = sorted(self._opening, key=lambda job: job[0] != first)[:OPEN_BATCH]
            jobs = [job for job in waiting if not job[2].done()]  # without closed sockets
            mark = self.mark()
            opened: Sequence[tuple[Page, str] | Exception]
            try:
                openers = [job[1] for job in jobs]
                work = partial(timed, open_batch, openers)
                opened, used = await self._loop.run_in_executor(pool, work)
            except Exception as error:
                opened, used = [error] * len(jobs), 0.0
            self._opening = [job for job in self._opening if job not in waiting]
            for (_place, _open, future), result in zip(jobs, opened, strict=True):
                if future.done():
                    continue  # the socket was closed meanwhile
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(Opened(*result, mark, used / len(jobs)))

    async def register_owners(self, listener: Listener) -> None:
        """Register a page to be closed when its person or session is disconnected."""
        for owner in listener.owners:
            self._by_owner[owner].add(listener)
        await self._hearing.begin()

    def mark(self) -> int:
        """Return the number of updates received so far, or -1 if none can arrive now."""
        return self._count if self._hearing.works else -1

    async def subscribe(self, listener: Listener, topics: Collection[str], mark: int = -1) -> None:
        """Let the page follow these topics, and render what changed after `mark`."""
        with self._lock:
            for topic in topics:
                self._by_topic[topic].add(listener)
        for subject in subjects_of(topics):
            self._by_subject[subject].add(listener)
        self._subscriptions.look()
        await self._hearing.begin()
        with self._lock:
            missed = mark < self._missed
            news = {topic for topic in topics if missed or self._last.get(topic, 0) > mark}
            if news:
                self._dirty[listener] |= news
        self._schedule({listener})

    def unsubscribe(self, listener: Listener, topics: Iterable[str]) -> None:
        """Forget a page that was closed."""
        with self._lock:
            _discard(self._by_topic, topics, listener)
            self._dirty.pop(listener, None)
            self._since.pop(listener, None)
        _discard(self._by_owner, listener.owners, listener)
        _discard(self._by_subject, subjects_of(topics), listener)
        self._subscriptions.look()

    def disconnect_pages(self, owner: str, reason: str, spare: str) -> None:
        """Close the pages of this owner, except those that also belong to `spare`."""
        for listener in tuple(self._by_owner.get(owner, ())):
            if spare not in listener.owners:
                self._begin(listener.disconnected(reason))

    # --- Updates

    def receive(self, message: Message, *, inline: bool = False) -> None:
        """Handle an update or a disconnection, from any thread.

        `inline`: this thread may render pages.
        """
        if message["type"] == "leave":
            self._soon(self.disconnect_pages, message["owner"], message["reason"], message["spare"])
        else:
            self.mark_changed(message["topics"], at=message.get("at", inf), inline=inline)

    def mark_changed(self, topics: Iterable[str], *, at: float = inf, inline: bool = False) -> None:
        """Mark the pages that follow these topics, and render those not in work.

        `at`: the time of the commit, or infinity if unknown.
        """
        woken = set()
        with self._lock:
            self._count += 1
            for topic, here in map(named_in, topics):
                self._last[topic] = self._count
                for listener in self._by_topic.get(topic, set()) - self._by_topic.get(here, set()):
                    self._dirty[listener].add(topic)
                    woken.add(listener)
            for listener in woken if at < inf else ():
                self._since.setdefault(listener, at)
            if len(self._last) > TOPICS_REMEMBERED:
                self._last.clear()
                self._missed = self._count
        self._schedule(woken, inline=inline)

    def _schedule(self, listeners: Iterable[Listener], *, inline: bool = False) -> None:
        """Render the marked ones among these pages that are not being rendered already."""
        with self._lock:
            waiting = [
                each
                for each in listeners
                if each not in self._busy and each.page is not None and self._dirty.get(each)
            ]
            self._busy.update(waiting)
        if not waiting:
            return
        if len(waiting) > BATCH_SIZE:
            self.begin_soon(self._render_crowd, waiting)
        elif inline and len(waiting) <= INLINE_PAGES:
            self._render_here(waiting)
        else:
            pool.submit(_in_pool, self._render_here, waiting)

    def _render_here(self, listeners: Sequence[Listener]) -> None:
        """Render these pages in this thread, and have the loop send the result."""
        self.begin_soon(self._deliver, listeners, *self._render_marked(listeners))

    def _render_marked(
        self, listeners: Sequence[Listener]
    ) -> tuple[list[Listener], Sequence[Rendered], float]:
        """Return the pages that are still open, what changed on each, and since when."""
        shown, jobs, since = [], [], inf
        with self._lock:
            for listener in listeners:
                if listener.page is not None and self._dirty.get(listener):
                    shown.append(listener)
                    jobs.append((listener.page, frozenset(self._dirty.pop(listener))))
                    since = min(since, self._since.pop(listener, inf))
        try:
            return shown, render_batch(jobs), since
        except Exception as error:  # these pages are closed and reconnect, so that none stays stale
            log.exception("cannot render pages")
            return shown, [error] * len(jobs), since

    async def _deliver(
        self,
        busy: Sequence[Listener],
        shown: Sequence[Listener],
        results: Sequence[Rendered],
        since: float,
    ) -> None:
        await _send_all(shown, results, since)
        self._finish(busy)

    async def _render_crowd(self, listeners: Sequence[Listener]) -> None:
        """Render pages batch by batch in one thread, leaving the other to other tables.

        Updates that arrive meanwhile, or within `CROWD_PAUSE` afterwards, are rendered together.
        """
        for begin in range(0, len(listeners), BATCH_SIZE):
            some = listeners[begin : begin + BATCH_SIZE]
            await _send_all(
                *await self._loop.run_in_executor(pool, _in_pool, self._render_marked, some)
            )
        await asyncio.sleep(CROWD_PAUSE)
        self._finish(listeners)

    def _finish(self, listeners: Sequence[Listener]) -> None:
        with self._lock:
            self._busy.difference_update(listeners)
        self._schedule(listeners)  # what was marked meanwhile

    def begin_soon(self, work: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
        """Start this coroutine on the loop, from any thread, without waiting for it."""
        self._soon(lambda: self._begin(work(*given)))

    async def settled(self) -> None:
        """Wait until everything has been sent to other processes and to pages."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))

    def _soon(self, work: Callable[..., None], *given: Any) -> None:
        """Call this on the loop. Does nothing once the loop is closed."""
        if not keep_for_loop(partial(work, *given)):
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(work, *given)

    # --- Missed updates

    def connection_made(self) -> None:
        """Check all pages, since the layer has a new connection."""
        # If there was a connection before, it was lost. The layer reconnects without notifying its
        # users, and what was sent in between is lost. It subscribes again shortly after it has
        # connected, hence the delays.
        GAPS.inc()
        for seconds in RECHECK_SECONDS:
            self._loop.call_later(seconds, self._recheck)

    def _recheck_subjects(self, subjects: Set[str]) -> None:
        """Make pages that follow these subjects compare what they show with the database."""
        followers = set().union(*(self._by_subject.get(subject, ()) for subject in subjects))
        topics = {topic for one in followers if one.page is not None for topic in one.page.topics}
        self.mark_changed(topic for topic in topics if subject_of(topic) in subjects)

    def _recheck(self) -> int:
        """Make every page compare what it shows with the database. Return how many there are."""
        self.mark_changed(list(self._by_topic))
        self._missed = self._count
        return len(set().union(*self._by_topic.values()))


def _in_pool(work: Callable[[Sequence[Listener]], T], listeners: Sequence[Listener]) -> T:
    """Run this in the pool, where no request closes stale database connections."""
    close_old_connections()
    return work(listeners)


def _discard(known: dict[str, set[Listener]], names: Iterable[str], listener: Listener) -> None:
    for name in names:
        if name in known:
            known[name].discard(listener)
            if not known[name]:
                del known[name]


async def _send_all(
    listeners: Sequence[Listener], results: Sequence[Rendered], since: float
) -> None:
    for listener, result in zip(listeners, results, strict=True):
        try:
            await listener.deliver(result)
        except Exception:
            log.exception("cannot deliver an update")
    if since < inf:
        SENT.observe(max(0.0, time.time() - since))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def local_hub() -> Hub | None:
    """Return the hub with this process's open pages, or None if no loop runs one."""
    return next((hub for loop, hub in list(_hubs.items()) if loop.is_running()), None)


def hub() -> Hub:
    """Return the hub of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(loop)
    return _hubs[loop]
