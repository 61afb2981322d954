"""Tests of health checks, which run once a second at most."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import caches

from config.server import health
from games.services import heartbeat
from tests.support.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture(autouse=True)
def process(monkeypatch: pytest.MonkeyPatch) -> health.Readiness:
    """Return a fresh readiness that has made no checks."""
    fresh = health.Readiness()
    monkeypatch.setattr(health, "readiness", fresh)
    return fresh


async def ask(
    path: str = health.READY, method: str = "GET", headers: Sequence[tuple[bytes, bytes]] = ()
) -> tuple[int, str]:
    """Return the status and text of a health check."""
    said: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        said.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    await health.answer({"method": method, "path": path, "headers": headers}, receive, send)
    return said[0]["status"], b"".join(one.get("body", b"") for one in said).decode()


async def _found() -> tuple[int, dict[str, bool]]:
    status, text = await ask()
    return status, json.loads(text)


WELL = {"draining": False, "database": True, "live": True, "static": True, "schedule": True}


@pytest.mark.both
async def test_a_healthy_site_is_ready() -> None:
    await sync_to_async(heartbeat.beat)()
    assert await _found() == (200, WELL)


async def test_a_late_schedule_is_reported_and_the_site_stays_ready() -> None:
    caches["fleeting"].clear()
    assert await _found() == (200, {**WELL, "schedule": False})


async def test_metrics_show_a_late_schedule_and_a_draining_process(
    process: health.Readiness,
) -> None:
    await sync_to_async(heartbeat.beat)()
    status, text = await ask(health.FIGURES)
    assert status == 200
    lines = text.splitlines()
    assert {"ridotto_ready 1.0", "ridotto_sockets 0.0"} <= set(lines)
    assert 'ridotto_found{what="schedule"} 1.0' in lines
    caches["fleeting"].clear()
    process.is_draining = True
    await asyncio.sleep(health.KEPT)
    lines = (await ask(health.FIGURES))[1].splitlines()
    assert "ridotto_ready 0.0" in lines
    assert 'ridotto_found{what="schedule"} 0.0' in lines
    assert 'ridotto_found{what="draining"} 1.0' in lines


def _fails() -> bool:
    raise OSError("secret-host is away")


@pytest.mark.both
@pytest.mark.parametrize(("name", "function"), [("database", "_database"), ("live", "_round_trip")])
async def test_a_missing_dependency_makes_the_site_unready(
    monkeypatch: pytest.MonkeyPatch, name: str, function: str
) -> None:
    await sync_to_async(heartbeat.beat)()
    monkeypatch.setattr(health, function, _fails if name == "database" else _never)
    monkeypatch.setattr(health, "SLOW", 0.2)
    status, found = await _found()
    assert (status, found[name]) == (503, False)
    assert "secret-host" not in json.dumps(found)


async def _never() -> bool:
    await asyncio.sleep(PATIENCE)
    return True


async def test_uncollected_static_files_make_the_site_unready(settings: Any) -> None:
    settings.SERVED_FROM_SOURCES = False
    status, found = await _found()
    assert (status, found["static"]) == (503, False)


async def test_a_draining_process_is_alive_and_not_ready(process: health.Readiness) -> None:
    for method, status in (("GET", 200), ("HEAD", 200), ("POST", 405)):
        assert (await ask(method=method))[0] == status
    process.is_draining = True
    status, found = await _found()
    assert (status, found["draining"]) == (503, True)
    assert await ask(health.ALIVE) == (200, "ok\n")


def _counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    looks: list[float] = []

    def look() -> bool:
        looks.append(time.monotonic())
        return True

    monkeypatch.setattr(health, "_database", look)
    return lambda: len(looks)


async def test_simultaneous_requests_share_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = _counted(monkeypatch)
    monkeypatch.setattr(health, "KEPT", PATIENCE)
    answers = await asyncio.gather(*(_found() for _ in range(60)))
    assert {status for status, _found in answers} == {200}
    await _found()
    assert looked() == 1


async def test_an_answer_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = _counted(monkeypatch)
    monkeypatch.setattr(health, "KEPT", 0.0)
    await _found()
    await _found()
    assert looked() == 2


async def test_a_cancelled_request_leaves_the_others_their_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = _counted(monkeypatch)
    first = asyncio.create_task(_found())
    second = asyncio.create_task(_found())
    await asyncio.sleep(0)
    first.cancel()
    assert (await second)[0] == 200
    assert looked() == 1
