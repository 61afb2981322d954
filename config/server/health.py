"""Health checks for operators: is the process alive, and can it serve?

They are part of the ASGI application, so that a check needs no Django request, and no thread or
database connection of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable, Mapping
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import connection

from chat.live.consumer import Receive, Send
from config.operations import metrics
from config.server import static_files
from games.services import heartbeat

log = logging.getLogger(__name__)

ALIVE, READY, FIGURES = "/health/alive", "/health/ready", "/health/metrics"
METRICS = "/metrics"  # all metrics, with the token
ADDRESSES = {ALIVE, READY, FIGURES, METRICS}
SCHEDULE_LATE = 20.0  # seconds; a sweep runs twice a second
SLOW = 3.0  # seconds after which a check counts as failed
KEPT = 1.0  # seconds for which a result is reused

FIGURES_TYPE = "text/plain; version=0.0.4"

Found = Mapping[str, bool]


async def answer(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """Answer a request for one of `ADDRESSES`, as an ASGI application."""
    if scope["method"] not in {"GET", "HEAD"}:
        await _respond(send, 405, "text/plain", "GET or HEAD\n")
    elif scope["path"] == ALIVE:
        await _respond(send, 200, "text/plain", "ok\n")
    elif scope["path"] == METRICS and not metrics.may_read(scope["headers"]):
        await _respond(send, 404, "text/plain", "Nothing is here.\n")
    else:
        await _report(scope["path"], await readiness.found(), send)


async def _report(path: str, found: Found, send: Send) -> None:
    if path == METRICS:
        figures = await metrics.everything(found, ready=serves(found))
        await _respond(send, 200, FIGURES_TYPE, figures.decode())
    elif path == FIGURES:
        figures = metrics.of_process(found, ready=serves(found))
        await _respond(send, 200, FIGURES_TYPE, figures.decode())
    else:
        status = 200 if serves(found) else 503
        await _respond(send, status, "application/json", json.dumps(found))


def serves(found: Found) -> bool:
    """Return True if this process should get requests.

    Late deadlines and bots are reported, but are no reason to take pages offline.
    """
    return not found["draining"] and found["database"] and found["live"] and found["static"]


async def _respond(send: Send, status: int, kind: str, text: str) -> None:
    body = text.encode()
    headers = {
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


class Readiness:
    """Checks of what this process depends on, made at most once a second."""

    def __init__(self) -> None:
        self.is_draining = False
        self._last: Found = {}
        self._until = float("-inf")  # time.monotonic() until which `_last` is reused
        self._checking: asyncio.Task[None] | None = None

    async def found(self) -> Found:
        if self._checking is None and time.monotonic() >= self._until:
            self._checking = asyncio.create_task(self._check())
        if self._checking is not None:
            await asyncio.shield(self._checking)
        return {"draining": self.is_draining, **self._last}

    async def _check(self) -> None:
        try:
            database, live, schedule = await asyncio.gather(
                _holds("database", database_sync_to_async(_database)()),
                _holds("live", _round_trip()),
                _holds("schedule", database_sync_to_async(_schedule)()),
            )
            self._last = {
                "database": database,
                "live": live,
                "static": static_files.are_there(),
                "schedule": schedule,
            }
            self._until = time.monotonic() + KEPT
        finally:
            self._checking = None


readiness = Readiness()


async def _holds(name: str, check: Awaitable[bool]) -> bool:
    try:
        return await asyncio.wait_for(check, SLOW)
    except Exception as error:
        # The reason may name hosts and users, so it is logged and not returned.
        log.warning("not ready: %s: %s", name, str(error) or type(error).__name__)
        return False


# Both use the thread and connection with which sockets look up their users.
def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _schedule() -> bool:
    age = heartbeat.age()
    return age is not None and age < SCHEDULE_LATE


async def _round_trip() -> bool:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "health"})
    try:
        message = await layer.receive(channel)
        return bool(message["type"] == "health")
    finally:
        await _forget(channel)


async def _forget(channel: str) -> None:
    """Make the layer forget a channel."""
    # It does so only if a receive is cancelled.
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(get_channel_layer().receive(channel), 0.001)
