"""Threads for requests: whose turn it is, when the next one starts, and the way back to the loop.

Threads for requests are few, and Python runs one at a time. A person with twenty requests at once
would hold all threads, and everybody else would get the twenty-first part of the machine; whoever
asks without a pause for what is costly has a share of a processor, beyond which the next request
or page that opens waits. What people do by hand is far below it.

Requests that compute at once take turns at Python and at the caches of a processor: none is done
sooner, and each costs more. So a short one is over before the next begins; but a request that waits
for a row or a password to be hashed, or takes long, delays the next start for a moment at most.

Each time a thread wakes the loop, the two take turns in the same way. So the answer to a request,
its updates and their frames wake it once together.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from time import thread_time
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from django.conf import settings

T = TypeVar("T")


# --- The turns of one person. ---


AT_ONCE = 2  # a page, and what it asks for meanwhile
AT_FIRST = 0.3  # seconds of a processor that may be used at once: a dozen of pages
LONGEST = 5.0  # seconds that a request waits at most, whatever the one before it has cost


class Turn:
    """Of one person. `slots`: to be held while a request has a thread."""

    def __init__(self) -> None:
        self.slots = asyncio.Semaphore(AT_ONCE)
        self._even = 0.0  # the time of the loop at which the share makes up for all that was used

    async def rest(self) -> None:
        """Waits where more than the share was used."""
        pause = self._even - _ahead() - asyncio.get_running_loop().time()
        if pause > 0:
            await asyncio.sleep(pause)

    def use(self, seconds: float) -> None:
        """So much of a processor was used."""
        loop = asyncio.get_running_loop()
        at = loop.time()
        even = max(self._even, at) + seconds / settings.PROCESSOR_PER_PERSON
        self._even = min(even, at + _ahead() + LONGEST)
        if self._even > at:
            loop.call_at(self._even, self._forget)

    def _forget(self) -> None:
        """The loop knows this turn until then, and so it is remembered."""


def _ahead() -> float:
    return AT_FIRST / settings.PROCESSOR_PER_PERSON


class Turns:
    """Of one loop. A turn is forgotten when nobody holds it or waits for it, and it is even."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, Turn] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._turns)

    def of(self, session: str, address: str) -> Turn:
        """Of a session, or of the address of whoever has none."""
        name = session or f"address {address}"
        turn = self._turns.get(name)
        if turn is None:
            turn = self._turns[name] = Turn()
        return turn


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def turns() -> Turns:
    """Those of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _turns:
        _turns[loop] = Turns()
    return _turns[loop]


def timed(work: Callable[..., T], *given: Any) -> tuple[T, float]:
    """What this returns, and the seconds of a processor that it took in this thread."""
    begun = thread_time()
    result = work(*given)
    return result, thread_time() - begun


# --- The starts of all. ---


MOMENT = 0.1  # seconds in which a short request is over: a dozen actions take no longer


class Starts:
    """Of one loop. Who comes starts when the last that started is done, or has had its moment.

    The more are at work, the shorter that is: where all wait for a database many start soon. How
    long somebody has waited does not count, or all would start at once when there are too many.
    """

    def __init__(self, moment: float = MOMENT) -> None:
        self.moment = moment
        self._waiting: dict[asyncio.Future[None], None] = {}  # in the order in which they came
        self._at_work: dict[asyncio.Future[None], float] = {}  # when each started, in that order
        self._look: asyncio.TimerHandle | None = None  # again, when a moment is over

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """To be held while a request has a thread."""
        ticket = asyncio.get_running_loop().create_future()
        self._waiting[ticket] = None
        self._start_next()
        try:
            await ticket
            yield
        finally:
            self._waiting.pop(ticket, None)
            self._at_work.pop(ticket, None)
            self._start_next()

    def _start_next(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None
        loop = asyncio.get_running_loop()
        while self._waiting:
            now = loop.time()
            pause = self._free_at() - now
            if pause > 0:
                self._look = loop.call_later(pause, self._start_next)
                return
            ticket = next(iter(self._waiting))
            del self._waiting[ticket]
            if not ticket.done():  # whoever waited has not gone
                self._at_work[ticket] = now
                ticket.set_result(None)

    def _free_at(self) -> float:
        """When the next may start, if none of those at work is done before."""
        if not self._at_work:
            return 0.0
        return next(reversed(self._at_work.values())) + self.moment / len(self._at_work)


_starts: WeakKeyDictionary[asyncio.AbstractEventLoop, Starts] = WeakKeyDictionary()


def starts() -> Starts:
    """Those of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _starts:
        _starts[loop] = Starts()
    return _starts[loop]


# --- Work in a thread that comes back to its loop once, with all that is to be done there. ---


Call = Callable[[], None]

_thread = threading.local()


def keep_for_loop(call: Call) -> bool:
    """Called on the loop when this thread's work is done; False if it is none of `in_thread`."""
    kept: list[Call] | None = getattr(_thread, "kept", None)
    if kept is None:
        return False
    kept.append(call)
    return True


@contextmanager
def _keeping() -> Iterator[list[Call]]:
    kept: list[Call] = []
    _thread.kept = kept
    try:
        yield kept
    finally:
        _thread.kept = None


def in_thread(pool: ThreadPoolExecutor, work: Callable[[], T]) -> asyncio.Future[T]:
    """What `work` returns or raises in a thread of this pool. Call on the loop.

    What is kept there for the loop is called even when nobody waits for the result any more. Work
    that has not begun when the result is cancelled never begins.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def land(found: Any, error: BaseException | None, kept: list[Call]) -> None:
        if result.done():
            pass  # whoever asked is gone
        elif error is None:
            result.set_result(found)
        else:
            result.set_exception(error)
        for call in kept:
            call()

    def run() -> None:
        found, error = None, None
        with _keeping() as kept:
            try:
                found = work()
            except BaseException as raised:
                error = raised
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(land, found, error, kept)

    submitted = pool.submit(run)
    result.add_done_callback(lambda done: done.cancelled() and submitted.cancel())
    return result
