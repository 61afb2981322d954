"""Threads for requests: fair shares, staggered starts, the return to the loop."""

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


# --- Turns: the processor time of one person


AT_ONCE = 2  # requests of one person: a page, and what it fetches meanwhile
AT_FIRST = 0.3  # seconds of processor time that may be used at once: about a dozen pages
LONGEST = 5.0  # seconds that a request waits at most, whatever earlier ones have cost


class Turn:
    """The processor time that one person uses."""

    def __init__(self) -> None:
        self.slots = asyncio.Semaphore(AT_ONCE)  # to be held while a request has a thread
        self._even = 0.0  # time of the loop at which the share makes up for everything used so far

    async def rest(self) -> None:
        """Wait if the person has used more than their share."""
        pause = self._even - _ahead() - asyncio.get_running_loop().time()
        if pause > 0:
            await asyncio.sleep(pause)

    def use(self, seconds: float) -> None:
        """Count processor time as used."""
        loop = asyncio.get_running_loop()
        at = loop.time()
        even = max(self._even, at) + seconds / settings.PROCESSOR_PER_PERSON
        self._even = min(even, at + _ahead() + LONGEST)
        if self._even > at:
            loop.call_at(self._even, self._forget)

    def _forget(self) -> None:
        """Do nothing: until this call, the loop's reference keeps the turn alive."""


def _ahead() -> float:
    return AT_FIRST / settings.PROCESSOR_PER_PERSON


class Turns:
    """The turns of one loop."""

    # A turn is forgotten once nobody holds it or waits for it, and its use is within the share.
    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, Turn] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._turns)

    def of(self, session: str, address: str) -> Turn:
        """Return the turn of a session, or of the address if there is no session."""
        name = session or f"address {address}"
        turn = self._turns.get(name)
        if turn is None:
            turn = self._turns[name] = Turn()
        return turn


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def turns() -> Turns:
    """Return the turns of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _turns:
        _turns[loop] = Turns()
    return _turns[loop]


def timed(work: Callable[..., T], *given: Any) -> tuple[T, float]:
    """Return the result of `work` and the processor seconds it took in this thread."""
    begun = thread_time()
    result = work(*given)
    return result, thread_time() - begun


# --- Starts: when the next request may start


MOMENT = 0.1  # seconds within which a short request is over, such as a dozen actions


class Starts:
    """The starts of requests on one loop.

    The next request starts when the last one that started is done, or `moment` seconds later. The
    more are at work, the shorter that is: if all of them wait for a database, many start soon. The
    time a request has waited does not count, or all would start at once when there are too many.
    """

    def __init__(self, moment: float = MOMENT) -> None:
        self.moment = moment
        self._waiting: dict[asyncio.Future[None], None] = {}  # in order of arrival
        self._at_work: dict[asyncio.Future[None], float] = {}  # when each started, in that order
        self._timer: asyncio.TimerHandle | None = None  # for the end of a moment

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a start, and hold it while a request has a thread."""
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
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        while self._waiting:
            now = loop.time()
            pause = self._free_at() - now
            if pause > 0:
                self._timer = loop.call_later(pause, self._start_next)
                return
            ticket = next(iter(self._waiting))
            del self._waiting[ticket]
            if not ticket.done():  # the request was not cancelled while it waited
                self._at_work[ticket] = now
                ticket.set_result(None)

    def _free_at(self) -> float:
        """Return the loop time at which the next may start if none finishes before."""
        if not self._at_work:
            return 0.0
        return next(reversed(self._at_work.values())) + self.moment / len(self._at_work)


_starts: WeakKeyDictionary[asyncio.AbstractEventLoop, Starts] = WeakKeyDictionary()


def starts() -> Starts:
    """Return the starts of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _starts:
        _starts[loop] = Starts()
    return _starts[loop]


# --- Work in a thread that returns to its loop once, with everything to be done there


Call = Callable[[], None]

_thread = threading.local()


def keep_for_loop(call: Call) -> bool:
    """Have the loop make this call when the current thread's work is done.

    Return False if this is not a thread of `in_thread`.
    """
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
    """Run `work` in a thread of this pool and return a future. Call on the loop.

    Calls saved for the loop are made even if nobody waits for the result any longer. Work that has
    not begun when the result is cancelled never begins.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def land(found: Any, error: BaseException | None, kept: list[Call]) -> None:
        if result.done():
            pass  # the caller is gone
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
