"""All requests of a process share one pool of connections to Redis."""

from __future__ import annotations

from contextvars import Context
from typing import Any

import pytest
from django.core.cache import caches

from chat.core.cache import ForgivingRedisCache


@pytest.mark.cluster
def test_connections_are_reused_between_requests() -> None:
    def connections() -> int:
        return int(client().info("clients")["connected_clients"])

    def client() -> Any:
        cache = caches["fleeting"]
        assert isinstance(cache, ForgivingRedisCache)
        return cache._cache.get_client()

    def ask() -> object:
        """Use the cache as a request does, in a context of its own."""
        caches["fleeting"].get("something")
        return caches["fleeting"]  # kept alive, as until a garbage collection

    Context().run(ask)
    before = connections()
    kept = [Context().run(ask) for _ in range(20)]
    assert len({id(cache) for cache in kept}) == 20
    assert connections() == before


def test_each_redis_server_has_one_client() -> None:
    def cache(number: int) -> Any:
        return ForgivingRedisCache(f"redis://localhost:1/{number}", {})._cache

    assert cache(1) is cache(1)
    assert cache(1) is not cache(2)
    assert cache(1).get_client("key") is cache(1).get_client("other", write=True)
    assert cache(1).get_client() is not cache(2).get_client()
