"""News reach every open page of the process that listens, and each once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from chat.live import parts
from chat.live.announce import announce
from chat.live.consumer import CLOSED_TO_YOU, PageConsumer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


class Shown:
    """A page whose text the test changes."""

    def __init__(self) -> None:
        self.text = "first"
        self.drawn = 0
        self.denied = False

    def draw(self) -> str:
        self.drawn += 1
        return self.text

    def check(self) -> None:
        if self.denied:
            raise parts.Denied("/", "no longer")

    def page(self, *_opened: object) -> parts.Page:
        block = parts.Block("it", frozenset({"topic.1"}), self.draw)
        return parts.Page(parts=[block], check=self.check)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    page = Shown()
    monkeypatch.setitem(parts._openers, "shown", page.page)
    return page


async def _open() -> WebsocketCommunicator:
    socket = WebsocketCommunicator(PageConsumer.as_asgi(), "/live/shown/x/")
    socket.scope.update(
        user=AnonymousUser(),
        session=SessionStore(session_key=""),
        url_route={"kwargs": {"page": "shown", "arg": "x"}},
    )
    assert (await socket.connect())[0]
    return socket


async def _says(socket: WebsocketCommunicator, text: str) -> bool:
    return text in (await socket.receive_output(3))["text"]


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(100):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen")


async def test_a_page_is_sent_whole_when_it_opens(shown: Shown) -> None:
    socket = await _open()
    assert await _says(socket, "first")
    await socket.disconnect()


async def test_news_reach_every_page_that_listens(shown: Shown) -> None:
    sockets = [await _open() for _ in range(3)]
    for socket in sockets:
        assert await _says(socket, "first")
    await _until(lambda: shown.drawn >= 6)
    shown.text = "second"
    await sync_to_async(announce)("topic.1")
    for socket in sockets:
        assert await _says(socket, "second")
        assert await socket.receive_nothing()
        await socket.disconnect()


async def test_a_page_that_has_not_changed_is_sent_nothing(shown: Shown) -> None:
    socket = await _open()
    assert await _says(socket, "first")
    await _until(lambda: shown.drawn >= 2)
    await sync_to_async(announce)("topic.1", "topic.2")
    await _until(lambda: shown.drawn >= 3)
    assert await socket.receive_nothing()
    await socket.disconnect()


async def test_whoever_may_no_longer_look_is_turned_away(shown: Shown) -> None:
    socket = await _open()
    assert await _says(socket, "first")
    await _until(lambda: shown.drawn >= 2)
    shown.denied = True
    await sync_to_async(announce)("topic.1")
    assert await _says(socket, "no longer")
    assert (await socket.receive_output(3))["code"] == CLOSED_TO_YOU


async def test_a_crowd_is_drawn_in_rounds_and_what_comes_meanwhile_is_drawn_together(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.live.hub.AT_ONCE", 2)
    sockets = [await _open() for _ in range(5)]
    for socket in sockets:
        assert await _says(socket, "first")
    # Whoever opens is drawn twice, and the first of all once more when the hub begins to hear.
    await _until(lambda: shown.drawn >= 10)
    await asyncio.sleep(1.5)
    drawn = shown.drawn
    for text in ("second", "third", "fourth", "last"):
        shown.text = text
        await sync_to_async(announce)("topic.1")
        await asyncio.sleep(0.1)
    for socket in sockets:
        while not await _says(socket, "last"):
            pass
    assert drawn + 5 <= shown.drawn <= drawn + 15
    for socket in sockets:
        await socket.disconnect()
