"""Requests of one person take turns, so that twenty at once keep nobody else waiting for long.

Threads for requests are few, and Python runs one at a time: whoever is first with twenty would have
all of them, and everybody else the twenty-first part of the machine. And whoever asks without a
pause for what is costly has a share of a processor: beyond it their next request, or page that
opens, waits. What people do by hand is far below it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import thread_time
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from django.conf import settings

AT_ONCE = 2  # a page, and what it asks for meanwhile
AT_FIRST = 0.3  # seconds of a processor that may be used at once: a dozen of pages
LONGEST = 5.0  # seconds that a request waits at most, whatever the one before it has cost

T = TypeVar("T")


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
