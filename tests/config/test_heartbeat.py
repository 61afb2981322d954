"""Tests of the heartbeats of pages, and of pages rendered for another user."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from chat.api.streams import StreamConsumer
from chat.live import consumer, fragments
from chat.live.consumer import CLOSED_TO_YOU, HEARTBEAT, PageRequest
from lobby.models import User
from tests.support.sockets import PageSocket, socket_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture(autouse=True)
def _open_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a kind of page with a single block."""
    block = fragments.Block("open", frozenset(), lambda: SafeString("open"))
    monkeypatch.setitem(fragments.openers, "nothing", lambda *_page: fragments.Page(parts=[block]))


async def _open(user: Any = None, shown: str = "") -> PageSocket:
    user = user or AnonymousUser()
    socket = socket_of(PageRequest(user, "", "nothing", "x", {}, rendered_for=shown))
    assert (await socket.connect())[0]
    return socket


async def test_heartbeats_are_answered_at_a_limited_rate() -> None:
    socket = await _open()
    await socket.receive_output()
    for _ in range(50):
        await socket.send_to(text_data=HEARTBEAT)
    assert (await socket.receive_output())["text"] == HEARTBEAT
    assert await socket.receive_nothing(timeout=0.3)
    await socket.disconnect()


async def test_other_messages_of_a_page_are_not_answered() -> None:
    socket = await _open()
    await socket.receive_output()
    await socket.send_to(text_data="act")
    assert await socket.receive_nothing(timeout=0.3)
    await socket.disconnect()


async def test_presence_is_written_less_often_than_heartbeats_arrive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []

    class Here:
        async def refresh(self, name: str) -> None:
            written.append(name)

    monkeypatch.setattr(consumer, "here", Here)
    page = consumer.PageConsumer(PageRequest(AnonymousUser(), "", "nothing", "x", {}))
    page.present = True
    for _ in range(3):
        await page._refresh()
    assert len(written) == 1


def test_api_sockets_answer_no_heartbeats() -> None:
    assert not StreamConsumer.answers_heartbeat


async def test_a_page_rendered_for_another_user_is_sent_to_log_in() -> None:
    ada, bruno = [await User.objects.acreate_user(name) for name in ("Ada", "Bruno")]
    for user, shown in ((None, str(ada.pk)), (bruno, str(ada.pk))):
        socket = await _open(user, shown)
        assert "/account/login/" in (await socket.receive_output())["text"]
        assert (await socket.receive_output())["code"] == CLOSED_TO_YOU
    for user, shown in ((ada, str(ada.pk)), (bruno, "")):
        socket = await _open(user, shown)
        assert "open" in (await socket.receive_output())["text"]
        await socket.disconnect()
