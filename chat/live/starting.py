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

MOMENT = 0.1  # seconds that nobody minds having waited; a dozen actions are over by then


class Starts:
    """Of one loop. Whoever comes waits for the one before, for a moment at most."""

    def __init__(self, moment: float = MOMENT) -> None:
        self.moment = moment
        self._lane = asyncio.Lock()  # its waiters come in the order in which they came

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """To be held while a request has a thread."""
        lane = self._lane
        try:
            async with asyncio.timeout(self.moment):
                await lane.acquire()
        except TimeoutError:
            # Who comes from now on waits for this one, and not for whoever is stuck.
            lane = self._lane = asyncio.Lock()
            await lane.acquire()  # at once: nobody else knows it yet
        try:
            yield
        finally:
            lane.release()


_starts: WeakKeyDictionary[asyncio.AbstractEventLoop, Starts] = WeakKeyDictionary()


def starts() -> Starts:
    """Those of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _starts:
        _starts[loop] = Starts()
    return _starts[loop]
