"""Tests that open pages close when their session or user loses access."""

from __future__ import annotations

import asyncio
import threading

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from chat.live import fragments
from chat.live.announce import session_topic
from chat.live.channel_listener import EVERYBODY
from chat.live.consumer import CLOSED_TO_YOU, PageRequest
from lobby.models import User
from tests.support.patience import PATIENCE
from tests.support.sockets import PageSocket, socket_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a kind of page with a single block."""
    block = fragments.Block("open", frozenset(), lambda: SafeString("open"))
    monkeypatch.setitem(fragments.openers, "nothing", lambda *_page: fragments.Page(parts=[block]))


async def _connected(user: User | AnonymousUser, key: str = "") -> PageSocket:
    socket = socket_of(PageRequest(user, key, "nothing", "x", {}))
    assert (await socket.connect())[0]
    return socket


async def _open(user: User | AnonymousUser, key: str = "") -> PageSocket:
    socket = await _connected(user, key)
    assert "open" in (await socket.receive_output())["text"]  # from here on it listens
    return socket


async def _is_closed(socket: PageSocket) -> bool:
    """Return True if the page got the reason and was closed.

    Return False if it received nothing.
    """
    if await socket.receive_nothing(timeout=0.3):
        await socket.disconnect()
        return False
    assert "gone for a test" in (await socket.receive_output())["text"]
    return bool((await socket.receive_output())["code"] == CLOSED_TO_YOU)


async def _disconnect(owner: str, spare: str = "") -> None:
    message = {"type": "leave", "owner": owner, "reason": "gone for a test", "spare": spare}
    await get_channel_layer().group_send(EVERYBODY, message)


ONE, OTHER = "a" * 32, "b" * 32


@pytest.mark.both
@pytest.mark.parametrize(
    ("owner", "spare", "closed"),
    [
        pytest.param("user.{pk}", "", [True, True], id="a person turned away loses every page"),
        pytest.param(session_topic(ONE), "", [True, False], id="an ended session its own"),
        pytest.param("user.{pk}", session_topic(OTHER), [True, False], id="one is spared"),
    ],
)
async def test_pages_close_with_their_user_or_session(
    nothing: None, owner: str, spare: str, closed: list[bool]
) -> None:
    user = await User.objects.acreate_user("Ada")
    sockets = [await _open(user, ONE), await _open(user, OTHER)]
    await _disconnect(owner.format(pk=user.pk), spare)
    assert [await _is_closed(socket) for socket in sockets] == closed


async def test_strangers_belong_to_no_session(nothing: None) -> None:
    socket = await _open(AnonymousUser())
    await _disconnect(session_topic(""))
    assert not await _is_closed(socket)


@pytest.mark.both
async def test_a_user_turned_away_while_the_page_opens_never_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opens, may_go_on = threading.Event(), threading.Event()
    block = fragments.Block("open", frozenset(), lambda: SafeString("open"))

    def opener(*_page: object) -> fragments.Page:
        opens.set()
        assert may_go_on.wait(PATIENCE)
        return fragments.Page(parts=[block])

    monkeypatch.setitem(fragments.openers, "nothing", opener)
    user = await User.objects.acreate_user("Ada")
    socket = await _connected(user, ONE)
    assert await asyncio.to_thread(opens.wait, PATIENCE)
    await _disconnect(f"user.{user.pk}")
    assert "gone for a test" in (await socket.receive_output())["text"]
    may_go_on.set()
    assert (await socket.receive_output())["code"] == CLOSED_TO_YOU
    assert await socket.receive_nothing(timeout=0.3)
    await socket.disconnect()
