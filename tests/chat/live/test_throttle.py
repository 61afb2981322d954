"""A person has few requests in progress, however many sessions; costly ones rest."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from math import inf
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.signals import request_started

from chat.live import threads as live_threads
from chat.live.consumer import sender_of
from chat.live.threads import AT_ONCE, LONGEST, Sender, slot, slots_of, starts, timed
from config.server import asgi
from tests.support.log_in import session_of
from tests.support.patience import PATIENCE


def _scope(session: str = "", client: str = "192.0.2.1", token: str = "") -> dict[str, Any]:
    cookie = [(b"cookie", f"theme=dark; sessionid={session}".encode())] if session else []
    bearer = [(b"authorization", f"Bearer {token}".encode())] if token else []
    return {"headers": [(b"host", b"localhost"), *cookie, *bearer], "client": [client, 1]}


def _from(session: str = "", client: str = "192.0.2.1", token: str = "") -> Sender:
    return sender_of(_scope(session, client, token))


@pytest.fixture(autouse=True)
def _nobody_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_threads, "_people", {})


async def _request(sender: Sender, person: str = "", used: float = 0.0) -> None:
    async with slot(sender):
        sender.person, sender.used = person or sender.person, used
    await asyncio.sleep(0.001)  # a slot without a rest is free


@asynccontextmanager
async def _all_slots(sender: Sender) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for _ in range(AT_ONCE):
            assert not slots_of(sender).locked()
            await stack.enter_async_context(slot(sender))
        yield


# --- Who shares slots


async def test_sessions_and_tokens_of_a_person_share_slots() -> None:
    for sender in (_from("laptop"), _from("phone"), _from(token="program")):
        await _request(sender, person="7")
    await _request(_from("other"), person="8")
    async with _all_slots(_from("laptop")):
        for mine in (_from("phone", "192.0.2.2"), _from(token="program"), Sender("", person="7")):
            assert slots_of(mine).locked()
        for other in (_from("other"), _from("unknown"), _from()):
            assert not slots_of(other).locked()


@pytest.mark.parametrize("session", ["", "made-up"])
async def test_strangers_share_the_slots_of_their_address(session: str) -> None:
    await _request(_from(session))
    async with _all_slots(_from()):
        assert slots_of(_from(session)).locked()
        assert not slots_of(_from(session, client="192.0.2.2")).locked()


async def test_an_ipv6_network_is_one_address() -> None:
    mine = slots_of(_from(client="2001:db8:1:2::1"))
    assert slots_of(_from(client="2001:db8:1:2:3:4:5:6")) is mine
    assert slots_of(_from(client="2001:db8:1:3::1")) is not mine


async def test_another_cookie_is_not_taken_for_the_session() -> None:
    scope = _scope()
    scope["headers"].append((b"cookie", b"mysessionid=ann; x=sessionid"))
    assert sender_of(scope).credential == ""


async def test_the_longest_known_credential_is_forgotten_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_threads, "CREDENTIALS_REMEMBERED", 2)
    for session in ("first", "second", "third"):
        await _request(_from(session), person="7")
    assert [_from(session).person for session in ("first", "second", "third")] == ["", "7", "7"]


async def test_unused_slots_are_forgotten() -> None:
    slots = weakref.ref(slots_of(_from()))
    await _request(_from())
    gc.collect()
    assert slots() is None


# --- How long a slot rests


@pytest.mark.parametrize(
    ("share", "used", "rest"),
    [
        pytest.param(0.1, 0.05, AT_ONCE * 0.5, id="until the share makes up for it"),
        pytest.param(0.1, 1000, LONGEST, id="no longer than is said"),
        pytest.param(inf, 1000, 0, id="without a share"),
    ],
)
async def test_a_slot_rests_after_its_request(
    monkeypatch: pytest.MonkeyPatch, settings: Any, share: float, used: float, rest: float
) -> None:
    settings.PROCESSOR_PER_PERSON = share
    rests = list[float]()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", lambda pause, _call: rests.append(pause))
    async with slot(sender := _from()):
        sender.used = used
    assert rests == [pytest.approx(rest)]


async def test_a_request_waits_while_all_slots_rest(settings: Any) -> None:
    settings.PROCESSOR_PER_PERSON = 1e-9
    for _ in range(AT_ONCE):
        await _request(_from(), used=1)
    waiting = asyncio.ensure_future(_request(_from()))
    await _request(_from(client="192.0.2.2"))
    assert not waiting.done()
    waiting.cancel()


async def test_a_person_pays_and_not_their_address(settings: Any) -> None:
    settings.PROCESSOR_PER_PERSON = 1e-9
    for number in range(AT_ONCE):
        await _request(_from(f"session {number}"), person="7", used=1)
    assert slots_of(Sender("", person="7")).locked()
    async with _all_slots(_from()):
        pass


async def test_an_address_pays_for_one_credential_after_another(settings: Any) -> None:
    settings.PROCESSOR_PER_PERSON = 1e-9
    for number in range(2 * AT_ONCE):
        await _request(_from(f"session {number}"), person="7", used=1)
    assert slots_of(_from()).locked()


def test_only_work_counts_not_waiting() -> None:
    def busy(rounds: int) -> int:
        return sum(range(rounds))

    (_, little), (result, much) = timed(busy, 1), timed(busy, 1_000_000)
    assert result == sum(range(1_000_000))
    assert 0 <= little < much


# --- Pages


@pytest.mark.django_db(transaction=True)
@pytest.mark.deep
async def test_twenty_sessions_have_no_more_requests_in_progress_than_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sessions = [await database_sync_to_async(session_of)("Ann") for _ in range(20)]
    monkeypatch.setattr(starts(), "moment", 0.0)  # so that only the slots make a request wait
    for session in sessions:
        await _page(session)
    begun, release = list[int](), threading.Event()

    def begin(**_given: Any) -> None:
        begun.append(1)
        release.wait(PATIENCE)

    request_started.connect(begin)
    try:
        pages = [asyncio.ensure_future(_page(session)) for session in sessions]
        await asyncio.sleep(1)
        assert len(begun) == AT_ONCE
        release.set()
        await asyncio.gather(*pages)
    finally:
        release.set()
        request_started.disconnect(begin)
    assert len(begun) == len(sessions)


async def _page(session: str) -> None:
    """Request a page that names who asks."""

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_message: Any) -> None: ...

    head = {"type": "http", "method": "GET", "path": "/history/", "query_string": b""}
    await asgi.pages({**head, **_scope(session)}, receive, send)
