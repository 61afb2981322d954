"""Requests start one after another, so that a short one is over before the next begins.

Python runs one thread at a time. Requests that compute at once take turns at it and at the caches
of a processor: none is done sooner, and each costs more. But who waits for a row or a password to
be hashed, or takes long, keeps nobody from starting for more than a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

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
