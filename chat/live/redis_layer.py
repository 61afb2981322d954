"""The channel layer of the scaled site: Redis, which tells when its connection was made anew."""

from __future__ import annotations

from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio.connection import AbstractConnection

from chat.live.hub import local_hub


class RedisLayer(RedisPubSubChannelLayer):
    """`url`: of Redis. Channels' own layer reconnects inside itself, and what was sent meanwhile is
    lost without an error; redis-py calls `redis_connect_func` at every connection.
    """

    def __init__(self, url: str, **options: Any) -> None:
        super().__init__(hosts=[{"address": url, "redis_connect_func": _connected}], **options)


async def _connected(connection: AbstractConnection) -> None:
    await connection.on_connect()  # what redis-py does where no function is given
    hub = local_hub()
    if hub is not None:
        hub.connection_made()
