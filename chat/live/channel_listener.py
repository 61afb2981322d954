"""Updates as a process receives them: by its open pages, over the channel layer.

A process subscribes to the subjects that its open pages follow, and to no others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from channels.layers import get_channel_layer
from django.conf import settings

from chat.core.metrics import GAPS
from chat.live.batch import Rendered
from chat.live.fragments import Page

log = logging.getLogger(__name__)

# `type`: "news" with `topics` and perhaps `at`, or "leave" with `owner`, `reason` and `spare`.
Message = Mapping[str, Any]


class Listener(Protocol):
    """An open page: what it shows, and how it is sent what changed.

    `owners`: the person and the session it belongs to, by the names they are disconnected under.
    """

    page: Page | None
    owners: Collection[str]

    async def deliver(self, drawn: Rendered) -> None: ...

    async def disconnected(self, reason: str) -> None: ...


@dataclass(frozen=True)
class Opened:
    """A page and the HTML it was opened with.

    `mark`: how many news had been received before. `seconds` of a processor that it took.
    """

    page: Page
    html: str
    mark: int
    seconds: float


# --- What a process hears of other processes: the subjects its open pages follow, and no others.
#
# Each subject is a group of the channel layer, which may spread its groups over several servers.
# A layer does not say when a subscription has begun, so the process sends a mark to each group
# that it joins: once its own mark comes back, nothing that is told from then on is missed, and
# what was told before is looked at anew by the pages that follow.


LINGER = 10.0  # seconds a group is kept after its last page: people come back, and go on elsewhere
MARK_WITHIN = 0.5  # seconds for a mark to come back; then it is sent again
RETRY_SECONDS = (0.1, 0.5, 1, 2, 5)  # pauses between tries while the layer is away

_BUT = "~"  # between a topic and what pages that are not meant follow; in no topic itself


def retry_after(failures: int) -> float:
    """Seconds to wait after so many failures in a row before this one."""
    return RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]


def subject_of(topic: str) -> str:
    """What is subscribed to for a topic: its first two words.

    `match.x7.3`, which concerns one seat, is heard with all else of `match.x7`.
    """
    return ".".join(topic.split(".", 2)[:2])


def elsewhere(topic: str, here: str) -> str:
    """What to announce for those pages alone that follow the topic and do not follow `here`."""
    return f"{topic}{_BUT}{here}"


def named_in(announced: str) -> tuple[str, str]:
    """The topic, and what pages that are not meant follow ("" where all are)."""
    topic, _, here = announced.partition(_BUT)
    return topic, here


def subjects_of(topics: Iterable[str]) -> list[str]:
    """Each subject once."""
    return list(dict.fromkeys(map(subject_of, topics)))


class Subscriptions:
    """The groups that one channel of the layer is in. Used on the loop of its hub only.

    `followed`: the subjects that pages follow now. `late(subjects)` is called when they have begun
    to be heard: pages that follow them may have missed something.
    """

    def __init__(
        self,
        name: str,
        followed: Callable[[], Collection[str]],
        late: Callable[[Set[str]], None],
    ) -> None:
        self._name, self._followed, self._late = name, followed, late
        self._channel = ""
        self._joined: set[str] = set()
        self._idle: dict[str, float] = {}  # what nobody follows any more, and since when
        self._marks: dict[str, asyncio.Future[None]] = {}
        self._changed = asyncio.Event()

    def look(self) -> None:
        """What pages follow has changed."""
        self._changed.set()

    def heard(self, message: Mapping[str, Any]) -> None:
        """A mark came back, this process's or another's."""
        mark = self._marks.get(message["subject"])
        if message["by"] == self._name and mark is not None and not mark.done():
            mark.set_result(None)

    async def keep(self, channel: str) -> None:
        """Keeps this channel, which is in no group yet, in those that are followed; for ever."""
        self._channel, self._joined, failures = channel, set(), 0
        while True:
            self._changed.clear()
            try:
                await self._leave_idle()
                await self._join_followed()
                failures, pause = 0, LINGER if self._idle else None
            except Exception as error:
                pause = retry_after(failures)
                failures += 1
                log.warning("not subscribed: %s; again in %s s", type(error).__name__, pause)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._changed.wait()

    async def _leave_idle(self) -> None:
        now = time.monotonic()
        unfollowed = self._joined.difference(self._followed())
        self._idle = {subject: self._idle.get(subject, now) for subject in unfollowed}
        for subject, since in tuple(self._idle.items()):
            if now - since >= LINGER:
                await get_channel_layer().group_discard(subject, self._channel)
                self._joined.discard(subject)
                del self._idle[subject]

    async def _join_followed(self) -> None:
        """All that are new at once, so that pages which follow several look anew once."""
        fresh = [subject for subject in self._followed() if subject not in self._joined]
        if not fresh:
            return
        self._marks.clear()
        asked = await asyncio.gather(*map(self._ask_in, fresh), return_exceptions=True)
        failed = [result for result in asked if isinstance(result, BaseException)]
        marks = [result for result in asked if not isinstance(result, BaseException)]
        if marks:
            await asyncio.wait(marks, timeout=MARK_WITHIN)
        heard = {subject: mark for subject, mark in self._marks.items() if mark.done()}
        self._joined.update(heard)
        self._late(heard.keys())
        if failed:
            raise failed[0]
        if len(heard) < len(fresh):
            self.look()  # a mark overtook its subscription: it is sent again

    async def _ask_in(self, subject: str) -> asyncio.Future[None]:
        """Joins; the mark that comes back when it is so."""
        layer = get_channel_layer()
        mark = self._marks[subject] = asyncio.get_running_loop().create_future()
        await layer.group_add(subject, self._channel)
        await layer.group_send(subject, {"type": "mark", "by": self._name, "subject": subject})
        return mark

    async def renew(self) -> None:
        """Joins anew what is joined. A layer may drop a subscription after a day."""
        for subject in tuple(self._joined):
            await get_channel_layer().group_add(subject, self._channel)


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
