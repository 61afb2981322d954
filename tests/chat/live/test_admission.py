"""Requests start one after another, and long or waiting ones block no other."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.core.signals import request_started

from chat.live.threads import Starts, in_thread, starts
from config.server import asgi
from tests.support.patience import PATIENCE

NEVER = 3600.0  # a time slice that does not end within a test


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(max_workers=16) as threads:
        yield threads


Started = asyncio.Task[Any]
Start = Callable[[Starts, Callable[[], Any]], Started]


@pytest.fixture
def start(pool: ThreadPoolExecutor) -> Start:
    """Return a function that submits work as a request, in the order of its calls."""

    async def held(by: Starts, work: Callable[[], Any]) -> Any:
        async with by.one():
            return await in_thread(pool, work)

    return lambda by, work: asyncio.get_running_loop().create_task(held(by, work))


async def _of(work: Awaitable[Any]) -> Any:
    async with asyncio.timeout(PATIENCE):
        return await work


async def _turn(times: int = 3) -> None:
    """Let every task that can continue do so."""
    for _ in range(times):
        await asyncio.sleep(0)


@pytest.fixture
def release() -> Iterator[threading.Event]:
    """Provide an event that blocked work waits for; it is set after the test."""
    event = threading.Event()
    yield event
    event.set()


# --- Short requests


async def test_short_requests_run_one_at_a_time_in_order_of_arrival(start: Start) -> None:
    by, noted = Starts(NEVER), list[int]()

    def work(number: int) -> None:
        noted.append(number)
        time.sleep(0.005)  # long enough for another to interfere
        noted.append(number)

    await _of(asyncio.gather(*(start(by, partial(work, number)) for number in range(12))))
    assert noted == [number for number in range(12) for _ in range(2)]


async def test_a_request_alone_starts_at_once() -> None:
    by = Starts(NEVER)

    async def alone() -> str:
        async with by.one():
            return "done"

    for _ in range(2):
        with pytest.raises(StopIteration, match="done"):
            alone().send(None)


async def test_a_newcomer_starts_after_those_who_wait() -> None:
    by, order = Starts(NEVER), list[str]()

    async def wait(name: str) -> None:
        async with by.one():
            order.append(name)

    async with by.one():
        waiting = [asyncio.ensure_future(wait(name)) for name in ("first", "second")]
        await _turn()
        assert not order
    await _of(wait("newcomer"))
    assert order == ["first", "second", "newcomer"]
    await asyncio.gather(*waiting)


async def test_a_loop_has_one_queue() -> None:
    assert starts() is starts()

    async def elsewhere() -> Starts:
        return starts()

    assert await asyncio.to_thread(lambda: asyncio.run(elsewhere())) is not starts()


async def test_requests_go_through_the_queue() -> None:
    by, begun = starts(), threading.Event()
    by.moment = NEVER

    def begins(**_given: Any) -> None:
        begun.set()

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_message: Any) -> None: ...

    head = {"type": "http", "method": "GET", "path": "/not/there/", "query_string": b""}
    scope = {**head, "headers": [(b"host", b"localhost")], "client": ["192.0.2.1", 1]}
    request_started.connect(begins)
    try:
        async with by.one():
            asked = asyncio.ensure_future(asgi.pages(scope, receive, send))
            assert not await asyncio.to_thread(begun.wait, 0.2)
        await _of(asked)
    finally:
        request_started.disconnect(begins)
    assert begun.is_set()


# --- Long requests


@pytest.mark.parametrize("blocked", [1, 3])
async def test_a_blocked_request_does_not_stop_others_from_starting(
    blocked: int, start: Start, release: threading.Event
) -> None:
    by = Starts()
    waiting = [start(by, lambda: release.wait(2 * PATIENCE)) for _ in range(blocked)]
    for _ in range(2):
        assert await _of(start(by, lambda: "done")) == "done"
    assert not any(one.done() for one in waiting)
    release.set()
    assert await _of(asyncio.gather(*waiting)) == [True] * blocked


async def test_a_request_waits_for_the_latest_started_and_not_for_a_stuck_one() -> None:
    by, order = Starts(0), list[str]()
    ends = {name: asyncio.Event() for name in ("long", "next", "last")}

    async def held(name: str) -> None:
        async with by.one():
            order.append(name)
            await ends[name].wait()

    def send(name: str) -> Started:
        return asyncio.get_running_loop().create_task(held(name))

    sent = [send("long"), send("next")]
    async with asyncio.timeout(PATIENCE):
        while order != ["long", "next"]:  # noqa: ASYNC110  (its time slice ends by itself)
            await asyncio.sleep(0)
    by.moment = NEVER  # for requests that start from now on
    sent.append(send("last"))
    await _turn()
    ends["long"].set()
    await sent[0]
    await _turn()
    assert order == ["long", "next"]
    ends["next"].set()
    ends["last"].set()
    await _of(asyncio.gather(*sent))
    assert order == ["long", "next", "last"]


async def test_a_long_wait_does_not_start_a_request_sooner() -> None:
    # Under overload all have waited for long: they would all start at once.
    by, order = Starts(0.05), list[str]()
    ends = asyncio.Event()

    async def held(name: str) -> None:
        async with by.one():
            order.append(name)
            if name == "second":
                by.moment = NEVER
            await ends.wait()

    sent = [asyncio.ensure_future(held(name)) for name in ("first", "second", "third")]
    async with asyncio.timeout(PATIENCE):
        while len(order) < 2:  # noqa: ASYNC110  (its time slice ends by itself)
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    assert order == ["first", "second"]
    ends.set()
    await _of(asyncio.gather(*sent))
    assert order == ["first", "second", "third"]


async def test_more_running_requests_start_the_next_one_sooner() -> None:
    # If all wait for a database, the sixteenth need not wait for sixteen time slices.
    by, ends = Starts(0), asyncio.Event()

    async def held() -> None:
        async with by.one():
            await ends.wait()

    at_work = [asyncio.ensure_future(held()) for _ in range(10_000)]
    await _turn()
    by.moment = NEVER  # a ten thousandth of it is soon over
    await _of(_started(by))
    ends.set()
    await _of(asyncio.gather(*at_work))


async def _started(by: Starts) -> None:
    async with by.one():
        pass


# --- Failures and cancellations


async def test_a_failing_request_lets_the_next_start(start: Start) -> None:
    by = Starts(NEVER)

    def fails() -> None:
        raise ZeroDivisionError

    failing, following = start(by, fails), start(by, lambda: "done")
    with pytest.raises(ZeroDivisionError):
        await _of(failing)
    assert await _of(following) == "done"


async def test_a_request_cancelled_while_running_lets_the_next_start(
    start: Start, release: threading.Event
) -> None:
    by = Starts(NEVER)
    going = start(by, lambda: release.wait(2 * PATIENCE))
    following = start(by, lambda: "done")
    await _turn()
    assert not following.done()
    going.cancel()
    assert await _of(following) == "done"
    assert going.cancelled()


@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.parametrize("woken", [True, False])
async def test_a_request_cancelled_while_waiting_does_not_block_others(
    woken: bool, follows: bool, heard: bool, start: Start
) -> None:
    # `woken`: its turn has come, which it has not noticed yet. `follows`: another waits behind it.
    # `heard`: it notices the cancellation before the running request is done.
    by, begun = Starts(NEVER), threading.Event()
    async with by.one():
        going = start(by, begun.set)
        following = start(by, lambda: "done") if follows else None
        await _turn()
        if not woken:
            going.cancel()
            await _turn(3 * heard)
    if woken:
        going.cancel()
    if following is not None:
        assert await _of(following) == "done"
    assert await _of(start(by, lambda: "later")) == "later"
    assert going.cancelled()
    assert not begun.is_set()
