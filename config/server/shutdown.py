"""How a web ends: it accepts no more, finishes what it has, and sends its pages elsewhere."""

from __future__ import annotations

import asyncio
import logging

from django.conf import settings

from chat.live.consumer import open_sockets
from chat.live.hub import local_hub
from config.server.health import readiness
from config.server.internals import EndingServer

log = logging.getLogger(__name__)

LAST_CHANCE = 1.0  # seconds, at most, for a connection that was kept to bring one more request
LOOKED_EVERY = 0.05


async def drain(server: EndingServer) -> None:
    """Returns when nothing is under way any more, or the time for it is over.

    At first it still accepts, for `DRAIN_NOTICE`: whoever asks whether it is ready hears that it is
    not, and sends people elsewhere before they find nobody.
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
    """Requests are answered, sockets closed, and everybody elsewhere has been told."""
    last_chance = min(LAST_CHANCE, settings.DRAIN_SECONDS / 2)  # else they count as cut off
    asyncio.get_running_loop().call_later(last_chance, server.close_idle)
    while server.connections_open or open_sockets:  # noqa: ASYNC110  (nothing of both is awaitable)
        await asyncio.sleep(LOOKED_EVERY)
    hub = local_hub()
    if hub is not None:
        await hub.settled()
