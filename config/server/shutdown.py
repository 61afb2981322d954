"""Graceful shutdown of a web process."""

from __future__ import annotations

import asyncio
import logging

from django.conf import settings

from chat.live.consumer import open_sockets
from chat.live.hub import local_hub
from config.server.health import readiness
from config.server.internals import EndingServer

log = logging.getLogger(__name__)

LAST_CHANCE = 1.0  # seconds, at most, for a kept-alive connection to send one more request
LOOKED_EVERY = 0.05  # seconds


async def drain(server: EndingServer) -> None:
    """Wait until all requests and sockets are finished, or time is up.

    At first the server still accepts requests, for `DRAIN_NOTICE` seconds. Load balancers see
    that it is not ready and send people elsewhere before it closes its port.
    """
    readiness.is_draining = True
    server.answer_last()
    await asyncio.sleep(settings.DRAIN_NOTICE)
    await server.stop_listening()
    await open_sockets.restart()
    try:
        await asyncio.wait_for(_finish(server), settings.DRAIN_SECONDS)
    except TimeoutError:
        left = (server.connections_open, len(open_sockets))
        log.warning("cut off after %s s: requests %s, sockets %s", settings.DRAIN_SECONDS, *left)


async def _finish(server: EndingServer) -> None:
    """Wait until requests are answered, sockets closed and updates sent."""
    # Earlier than the time limit, else idle connections would count as cut off.
    last_chance = min(LAST_CHANCE, settings.DRAIN_SECONDS / 2)
    asyncio.get_running_loop().call_later(last_chance, server.close_idle)
    while server.connections_open or open_sockets:  # noqa: ASYNC110  (there is nothing to await)
        await asyncio.sleep(LOOKED_EVERY)
    hub = local_hub()
    if hub is not None:
        await hub.settled()
