"""Work in a thread that comes back to its loop once, with all that is to be done there.

Each time a thread wakes the loop, the two take turns at Python and at the caches of a processor. So
the answer to a request, its news and their frames wake it once together.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")

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
