"""Health for whoever runs the site: is the process alive, and can it do its work?"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chat.core import heartbeat

log = logging.getLogger(__name__)

SCHEDULE_LATE = 20.0  # seconds; the sweep comes round every second
LAYER_SLOW = 3.0


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 when everything the site leans on works, else 503; says which, and nothing else."""
    checks = {"database": _database, "live": _channel_layer, "schedule": _schedule}
    found = {name: _holds(name, check) for name, check in checks.items()}
    return JsonResponse(found, status=200 if all(found.values()) else 503)


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:
        # The reason may name hosts and users: it is for the log, not for the page.
        log.warning("not ready: %s: %s", name, error)
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _schedule() -> bool:
    age = heartbeat.age()
    return age is not None and age < SCHEDULE_LATE


def _channel_layer() -> bool:
    return async_to_sync(_round_trip)()


async def _round_trip() -> bool:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "health"})
    try:
        message = await asyncio.wait_for(layer.receive(channel), LAYER_SLOW)
        return bool(message["type"] == "health")
    finally:
        await _forget(channel)


async def _forget(channel: str) -> None:
    """A layer lets go of a channel when waiting for it is cancelled, and only then."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(get_channel_layer().receive(channel), 0.001)
