"""Threads for requests: fair shares, staggered starts, the return to the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from time import thread_time
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from django.conf import settings

T = TypeVar("T")


# --- Slots: how many requests of one person are in progress


AT_ONCE = 4  # requests of one person: a page, its socket, and what it fetches meanwhile
LONGEST = 5.0  # seconds that a slot rests at most, whatever its request has cost
CREDENTIALS_REMEMBERED = 10_000


@dataclass(slots=True)
class Sender:
    """The sender of a request: a person, or an address as long as the person is unknown."""

    address: str
    credential: str = ""  # a session or token
    person: str = ""  # primary key
    used: float = 0.0  # seconds of processor time that the request has used

    def __post_init__(self) -> None:
        self.person = self.person or _people.get(self.credential, "")


_people: dict[str, str] = {}  # by credential, the person it has turned out to be of
# By loop and name. Slots that no request holds, waits for or rests in are forgotten.
_slots: WeakKeyDictionary[
    asyncio.AbstractEventLoop, WeakValueDictionary[str, asyncio.Semaphore]
] = WeakKeyDictionary()


def slots_of(sender: Sender) -> asyncio.Semaphore:
    by_name = _slots.setdefault(asyncio.get_running_loop(), WeakValueDictionary())
    name = f"person {sender.person}" if sender.person else f"address {sender.address}"
    return by_name.setdefault(name, asyncio.Semaphore(AT_ONCE))


@asynccontextmanager
async def slot(sender: Sender) -> AsyncIterator[None]:
    """Wait for a slot of this sender, and hold it while a request is in progress and rests.

    The request sets `sender.used`, and `sender.person` once it is known.
    """
    held = slots_of(sender)
    await held.acquire()
    try:
        yield
    finally:
        found = slots_of(sender)
        # The person pays instead of the address, unless they have no slot left: then they come
        # with one credential after another.
        if found is not held and not found.locked():
            held.release()
            await found.acquire()
            held = found
        rest = min(LONGEST, AT_ONCE * sender.used / settings.PROCESSOR_PER_PERSON)
        asyncio.get_running_loop().call_later(rest, held.release)
        if sender.credential and sender.person:
            _people[sender.credential] = sender.person
            if len(_people) > CREDENTIALS_REMEMBERED:
                del _people[next(iter(_people))]


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
