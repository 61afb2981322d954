"""A thread returns to its loop once, with all callbacks for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from chat.live import announce
from chat.live.hub import hub
from chat.live.threads import in_thread, keep_for_loop


@pytest.fixture
def one() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(max_workers=1) as pool:
        yield pool


async def test_callbacks_run_on_the_loop_after_the_work(
    one: ThreadPoolExecutor,
) -> None:
    called: list[Any] = []

    def work() -> str:
        assert keep_for_loop(lambda: called.append(threading.get_ident()))
        assert not called
        return "done"

    assert await in_thread(one, work) == "done"
    assert called == [threading.get_ident()]
    assert not keep_for_loop(called.clear), "outside of such work nothing is kept"


async def test_callbacks_run_although_the_request_was_cancelled(one: ThreadPoolExecutor) -> None:
    # As for a player who has sent an action and left: the others' pages are still notified.
    goes_on, called = threading.Event(), asyncio.Event()

    def work() -> None:
        goes_on.wait(10)
        keep_for_loop(called.set)

    result = in_thread(one, work)
    await asyncio.sleep(0)
    result.cancel()
    await asyncio.sleep(0)
    goes_on.set()
    async with asyncio.timeout(10):
        await called.wait()


async def test_callbacks_run_although_the_work_failed(one: ThreadPoolExecutor) -> None:
    called = asyncio.Event()

    def fails() -> None:
        keep_for_loop(called.set)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await in_thread(one, fails)
    assert called.is_set()


async def test_work_cancelled_before_it_begins_never_begins(
    one: ThreadPoolExecutor,
) -> None:
    goes_on, begun = threading.Event(), threading.Event()
    first = in_thread(one, lambda: goes_on.wait(10))
    second = in_thread(one, begun.set)
    second.cancel()
    await asyncio.sleep(0)
    goes_on.set()
    assert await first
    await in_thread(one, lambda: None)
    assert not begun.is_set()


async def test_announcements_wake_the_loop_together_with_the_answer(
    one: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED = False
    told: list[str] = []

    async def publish(message: Any) -> None:
        told.extend(message["topics"])

    monkeypatch.setattr(announce, "_publish_to_others", publish)
    loop, woken = asyncio.get_running_loop(), list[object]()
    usual = loop.call_soon_threadsafe

    def counted(*given: Any, **more: Any) -> Any:
        woken.append(given)
        return usual(*given, **more)

    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    hub()

    def work() -> None:
        with announce.batched_announcements():
            announce.send({"type": "news", "topics": ["table.1", "user.1"]})

    await in_thread(one, work)
    await hub().settled()
    assert told == ["table.1", "user.1"]
    assert len(woken) == 1
