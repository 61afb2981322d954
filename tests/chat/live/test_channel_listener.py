"""A process resumes listening after an interruption, and backs off until it can."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from chat.live import channel_listener
from chat.live.channel_listener import Hearing, Subscriptions
from tests.support.patience import until

FAILED = "down"  # in place of a message: the connection is lost


class Layer:
    """A channel layer that loses or refuses its connection when a test says so."""

    def __init__(self) -> None:
        self.is_away = False
        self.hangs = False
        self.messages: asyncio.Queue[Any] = asyncio.Queue()

    async def new_channel(self) -> str:
        return "here"

    async def group_add(self, _group: str, _channel: str) -> None:
        if self.is_away:
            raise ConnectionError

    async def group_discard(self, _group: str, _channel: str) -> None:
        pass

    async def group_send(self, _group: str, _message: Any) -> None:
        pass

    async def send(self, _channel: str, message: Any) -> None:
        if not self.hangs:
            self.messages.put_nowait(message)

    async def receive(self, _channel: str) -> Any:
        message = await self.messages.get()
        if message == FAILED:
            raise ConnectionError
        return message


async def test_failures_are_counted_from_zero_after_a_recovery(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED = True  # no other process to subscribe with
    layer, waits, taken, begun = Layer(), [], asyncio.Queue[Any](), []

    def wait(failures: int) -> float:
        waits.append(failures)
        layer.is_away = len(waits) in {2, 3}  # the second interruption lasts for two more attempts
        return 0

    monkeypatch.setattr(channel_listener, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(channel_listener, "retry_after", wait)

    def count() -> int:
        begun.append(1)
        return 0

    follows_nothing = Subscriptions("me", list, lambda _subjects: None)
    hears = Hearing("me", follows_nothing, taken.put_nowait, count)
    await hears.begin()
    for number in range(3):
        layer.messages.put_nowait(FAILED)
        layer.messages.put_nowait({"type": "news", "number": number})
        assert (await asyncio.wait_for(taken.get(), 10))["number"] == number
    assert waits == [0, 0, 1, 2, 0]
    assert len(begun) == 4
    assert hears._task is not None
    hears._task.cancel()


async def test_pages_are_checked_for_as_long_as_the_layer_hangs(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED = False
    layer, checks = Layer(), []

    def check() -> int:
        checks.append(hears.works)
        return 0

    monkeypatch.setattr(channel_listener, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(channel_listener, "CHECK_SECONDS", 0.05)
    follows_nothing = Subscriptions("me", list, lambda _subjects: None)
    hears = Hearing("me", follows_nothing, lambda _message: None, check)
    await hears.begin()
    await asyncio.sleep(0.3)
    assert checks == [True], "at the beginning"
    layer.hangs = True
    await until(lambda: checks[1:4] == [False] * 3)
    assert not hears.works, "a page that is opened now may miss something"
    layer.hangs = False
    await until(lambda: checks[-1])
    last = len(checks)
    await asyncio.sleep(0.3)
    assert len(checks) == last
    assert hears._task is not None
    hears._task.cancel()
