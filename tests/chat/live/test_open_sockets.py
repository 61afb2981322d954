"""Limits of sockets per person and per address, and their end with the process."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from chat.live import consumer, fragments
from chat.live.consumer import RESTARTING, TOO_MANY, OpenSockets, PageRequest, page_request_of
from lobby.models import User
from tests.support.sockets import PageSocket, socket_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def all_of_them(monkeypatch: pytest.MonkeyPatch, settings: Any) -> OpenSockets:
    """Provide empty registers with low limits, and a page that only says "open"."""
    settings.SOCKETS_PER_PERSON, settings.SOCKETS_PER_ADDRESS = 2, 4
    block = fragments.Block("open", frozenset(), lambda: SafeString("open"))
    monkeypatch.setitem(fragments.openers, "nothing", lambda *_page: fragments.Page(parts=[block]))
    fresh = OpenSockets()
    monkeypatch.setattr(consumer, "open_sockets", fresh)
    return fresh


async def _opened(user: Any, address: str = "") -> PageSocket:
    socket = socket_of(PageRequest(user, "", "nothing", "x", {}, address))
    assert (await socket.connect())[0], "a browser is told the code of an open socket only"
    return socket


async def _code(socket: PageSocket) -> int | None:
    """Return the code the socket was closed with, or None if it shows its page."""
    said = await socket.receive_output()
    if said["type"] == "websocket.close":
        return int(said["code"])
    assert "open" in said["text"]
    return None


@pytest.mark.both
async def test_sockets_are_limited_per_user(all_of_them: OpenSockets) -> None:
    ada, eve = [await User.objects.acreate_user(name) for name in ("Ada", "Eve")]
    first, second, third = [await _opened(ada) for _ in range(3)]
    assert [await _code(one) for one in (first, second, third)] == [None, None, TOO_MANY]
    assert await _code(await _opened(eve)) is None
    await third.disconnect()
    assert await _code(await _opened(ada)) == TOO_MANY, "what was refused frees no place"
    await first.disconnect()
    assert await _code(await _opened(ada)) is None


async def test_sockets_are_limited_per_address(all_of_them: OpenSockets) -> None:
    ada = await User.objects.acreate_user("Ada")
    people = [AnonymousUser(), AnonymousUser(), AnonymousUser(), ada]
    # Keep references: Python's garbage collection closes a socket that nothing refers to.
    there = [await _opened(person, "192.0.2.1") for person in people]
    assert [await _code(one) for one in there] == [None] * 4
    assert await _code(await _opened(ada, "192.0.2.1")) == TOO_MANY
    assert await _code(await _opened(AnonymousUser(), "192.0.2.2")) is None


async def test_a_page_that_fails_to_open_frees_its_slot(
    all_of_them: OpenSockets, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_page: object) -> fragments.Page:
        raise LookupError("for a test")

    monkeypatch.setitem(fragments.openers, "nothing", fail)
    socket = await _opened(AnonymousUser(), "192.0.2.1")
    with pytest.raises(LookupError):
        await socket.wait()
    assert len(all_of_them) == 0


async def test_a_draining_process_closes_open_and_new_sockets(
    all_of_them: OpenSockets,
) -> None:
    before = [await _opened(AnonymousUser()) for _ in range(3)]
    assert [await _code(one) for one in before] == [None] * 3
    await all_of_them.restart()
    assert [await _code(one) for one in before] == [RESTARTING] * 3
    assert await _code(await _opened(AnonymousUser())) == RESTARTING
    for one in before:
        await one.disconnect()
    assert len(all_of_them) == 0


async def test_a_page_opening_while_draining_is_closed_once(
    all_of_them: OpenSockets,
) -> None:
    socket = await _opened(AnonymousUser())
    await all_of_them.restart()
    codes = []
    while not await socket.receive_nothing(timeout=0.3):
        said = await socket.receive_output()
        if said["type"] == "websocket.close":
            codes.append(said["code"])
    assert codes == [RESTARTING]
    await asyncio.sleep(0)


FORWARDED: Mapping[str, tuple[int, str]] = {
    "10.0.0.9": (0, "192.0.2.1"),  # no trusted proxy: the forwarded address may be forged
    "192.0.2.1": (1, "203.0.113.7, 192.0.2.1"),
    "203.0.113.7": (2, "203.0.113.7, 192.0.2.1"),
    "2001:db8:1:2::/64": (1, "2001:db8:1:2:3:4:5:6"),
    "::ffff:c000:201": (1, "::ffff:192.0.2.1"),
    "unknown": (1, "unknown"),
}


@pytest.mark.parametrize("address", FORWARDED)
async def test_the_address_comes_from_a_trusted_proxy(address: str, settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT, forwarded = FORWARDED[address]
    headers = {"host": "localhost", "origin": "http://localhost", "x-forwarded-for": forwarded}
    scope = {
        "path": "/live/lobby/all/",
        "query_string": b"",
        "client": ["10.0.0.9", 1],
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asked = await page_request_of(scope)
    assert asked is not None
    assert asked.address == address
