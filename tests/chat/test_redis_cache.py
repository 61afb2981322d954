"""However many requests ask Redis, the process has one pool of connections to it."""

from __future__ import annotations

from contextvars import Context
from typing import Any

import pytest
from django.core.cache import caches

from chat.core.cache import ForgivingRedisCache


@pytest.mark.cluster
def test_a_request_takes_a_connection_that_another_has_given_back() -> None:
    def connections() -> int:
        return int(client().info("clients")["connected_clients"])

    def client() -> Any:
        cache = caches["fleeting"]
        assert isinstance(cache, ForgivingRedisCache)
        return cache._cache.get_client()

    def ask() -> object:
        """As a request does, in a context of its own."""
        caches["fleeting"].get("something")
        return caches["fleeting"]  # alive, as it is until somebody looks for garbage

    Context().run(ask)
    before = connections()
    kept = [Context().run(ask) for _ in range(20)]
    assert len({id(cache) for cache in kept}) == 20
    assert connections() == before


def test_another_redis_has_another_pool() -> None:
    def cache(number: int) -> ForgivingRedisCache:
        return ForgivingRedisCache(f"redis://localhost:1/{number}", {})

    assert cache(1)._cache is cache(1)._cache
    assert cache(1)._cache is not cache(2)._cache
    assert cache(1)._cache.get_client() is not cache(2)._cache.get_client()


def test_redis_is_asked_by_one_client() -> None:
    cache = ForgivingRedisCache("redis://localhost:1/3", {})._cache
    assert cache.get_client("key") is cache.get_client("other", write=True)
