"""A listener on the channel layer for the updates that other processes send.

A process subscribes only to the subjects that its open pages follow.
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
    """An open page as the hub sees it: what it shows, and how updates are sent to it."""

    page: Page | None
    # The names of the person and the session that the page belongs to, for disconnecting them.
    owners: Collection[str]

    async def deliver(self, rendered: Rendered) -> None: ...

    async def disconnected(self, reason: str) -> None: ...


@dataclass(frozen=True)
class Opened:
    """A page and the HTML it was opened with."""

    page: Page
    html: str
    mark: int  # how many updates the hub had received before the page was read
    seconds: float  # processor time that opening took


# --- Subscriptions
#
# Each subject is a group of the channel layer, which may spread its groups over several servers.
# A layer does not say when a subscription has taken effect, so the process sends a mark to each
# group that it joins. Once its own mark comes back, nothing that is sent from then on is missed,
# and the pages that follow the group read again, for what was sent before.


LINGER = 10.0  # seconds a group is kept after its last page closes: people come back, or move on
MARK_WITHIN = 0.5  # seconds to wait for a mark; then it is sent again
RETRY_SECONDS = (0.1, 0.5, 1, 2, 5)  # pauses between tries while the layer is away

_BUT = "~"  # in no topic; joins a topic and another whose followers are not notified


def retry_after(failures: int) -> float:
    """Return the seconds to wait after a failure with this many failures before it."""
    return RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]


def subject_of(topic: str) -> str:
    """Return the subject to subscribe to for a topic: its first two words.

    `match.x7.3`, which concerns one seat, arrives with everything else about `match.x7`.
    """
    return ".".join(topic.split(".", 2)[:2])


def elsewhere(topic: str, here: str) -> str:
    """Return what to announce to the followers of `topic` that do not follow `here`."""
    return f"{topic}{_BUT}{here}"


def named_in(announced: str) -> tuple[str, str]:
    """Return the announced topic, and the one whose followers are left out.

    The latter is "" if all followers are notified.
    """
    topic, _, here = announced.partition(_BUT)
    return topic, here


def subjects_of(topics: Iterable[str]) -> list[str]:
    """Return the subjects of these topics, each once."""
    return list(dict.fromkeys(map(subject_of, topics)))


class Subscriptions:
    """The groups that a process's channel has joined, used on the hub's loop only.

    `followed` returns the subjects that pages follow now. `late(subjects)` is called when their
    subscriptions have taken effect: pages that follow them may have missed something.
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
        self._idle: dict[str, float] = {}  # subjects without followers, and since when (monotonic)
        self._marks: dict[str, asyncio.Future[None]] = {}
        self._changed = asyncio.Event()

    def look(self) -> None:
        """Note that the subjects which pages follow have changed."""
        self._changed.set()

    def heard(self, message: Mapping[str, Any]) -> None:
        """Handle a mark that came back, from this process or another."""
        mark = self._marks.get(message["subject"])
        if message["by"] == self._name and mark is not None and not mark.done():
            mark.set_result(None)

    async def keep(self, channel: str) -> None:
        """Keep a new channel subscribed to the followed subjects. Runs forever."""
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
                log.warning("not subscribed: %s; trying again in %s s", type(error).__name__, pause)
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
        """Join all subjects that are followed but not joined."""
        # All at once, so that a page which follows several of them reads again only once.
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
        """Join a subject's group and return a future for the mark sent to it."""
        layer = get_channel_layer()
        mark = self._marks[subject] = asyncio.get_running_loop().create_future()
        await layer.group_add(subject, self._channel)
        await layer.group_send(subject, {"type": "mark", "by": self._name, "subject": subject})
        return mark

    async def renew(self) -> None:
        """Join the joined groups again."""
        # See `RENEW_SECONDS`.
        for subject in tuple(self._joined):
            await get_channel_layer().group_add(subject, self._channel)


EVERYBODY = "everybody"  # the group of all processes
# A layer may drop a subscription after a day. That of Redis drops one whose receiver was cancelled,
# for example by a timeout.
RENEW_SECONDS = 600
BEGINS_WITHIN = 10  # seconds
CHECK_SECONDS = 1.0  # between two checks of the layer, each of which may take as long
PAUSE_PER_PAGE = 0.005  # seconds longer while it fails, because all pages query the database


class Hearing:
    """A hub's channel for messages of other processes, used on the hub's loop only.

    `name` is the hub's: messages under it are skipped, since the hub received them directly. `take`
    is called with each message that arrives, `missed` whenever listening begins or resumes after an
    interruption; it returns how many pages it concerns.
    """

    def __init__(
        self,
        name: str,
        subscriptions: Subscriptions,
        take: Callable[[Message], None],
        missed: Callable[[], int],
    ) -> None:
        self._name, self._subscriptions = name, subscriptions
        self._take, self._missed = take, missed
        self._task: asyncio.Task[None] | None = None
        self._works = asyncio.Event()
        self._echo = asyncio.Event()
        self._deaf = False  # messages do not arrive, although the layer reports no error

    @property
    def works(self) -> bool:
        """True if messages that are sent now arrive here."""
        return self._works.is_set() and not self._deaf

    async def begin(self) -> None:
        """Start listening if necessary, and return once messages arrive.

        Raise `TimeoutError` if that takes too long.
        """
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._hear_forever())
        # Not `wait_for`, which loses a cancellation that comes just as the wait ends: a cancelled
        # task would go on, and the process would wait for it forever.
        async with asyncio.timeout(BEGINS_WITHIN):
            await self._works.wait()

    async def _hear_forever(self) -> None:
        """Listen until the process ends; have all pages checked after an interruption."""
        failures = 0
        while True:
            try:
                await self._hear_until_lost()
            except Exception as error:
                if self._works.is_set():  # messages have arrived since the last failure
                    failures = 0
                pause = retry_after(failures)
                failures += 1
                GAPS.inc()
                log.warning("no updates: %s; trying again in %s s", type(error).__name__, pause)
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
            beside.append(asyncio.create_task(self._check_forever(channel)))
        try:
            while True:
                self._hear(await layer.receive(channel))
        finally:
            for task in beside:
                task.cancel()

    def _hear(self, message: Message) -> None:
        if message["type"] == "echo":
            self._echo.set()
        elif message["type"] == "mark":
            self._subscriptions.heard(message)
        elif message.get("by") != self._name:
            self._take(message)

    async def _check_forever(self, channel: str) -> None:
        """Send messages to this process; while none arrive, have all pages checked."""
        # A Redis that hangs breaks no connection, and one that is gone is reconnected to silently.
        pause = CHECK_SECONDS
        while True:
            await asyncio.sleep(pause)
            self._echo.clear()
            was_deaf = self._deaf
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await get_channel_layer().send(channel, {"type": "echo"})
                    await self._echo.wait()
                self._deaf = False
            except Exception as error:
                if not was_deaf:
                    GAPS.inc()
                    log.warning("no updates arrive: %s", type(error).__name__)
                self._deaf = True
            pause = CHECK_SECONDS
            if self._deaf or was_deaf:
                pause += PAUSE_PER_PAGE * self._missed()

    async def _renew_forever(self, channel: str) -> None:
        """Renew all subscriptions from time to time."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await get_channel_layer().group_add(EVERYBODY, channel)
                await self._subscriptions.renew()
            except Exception as error:
                log.warning("subscriptions not renewed: %s", type(error).__name__)
