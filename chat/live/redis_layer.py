"""The Redis channel layer of the scaled site, which reports new connections."""

from __future__ import annotations

from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from chat.live.hub import local_hub


class RedisLayer(RedisPubSubChannelLayer):
    """A Redis channel layer that notifies the hub whenever it connects."""

    # Channels' own layer reconnects without notice, and what was sent meanwhile is lost without an
    # error. redis-py calls `redis_connect_func` for every connection.
    def __init__(self, url: str, **options: Any) -> None:
        # A Redis that hangs must not hold up messages for long: they are sent one at a time.
        host = {
            "address": url,
            "redis_connect_func": _connected,
            "retry": Retry(NoBackoff(), 1),
            "socket_connect_timeout": 1.0,
            "socket_timeout": 1.0,
        }
        super().__init__(hosts=[host], **options)


async def _connected(connection: AbstractConnection) -> None:
    await connection.on_connect()  # what redis-py calls if no function is given
    hub = local_hub()
    if hub is not None:
        hub.connection_made()
