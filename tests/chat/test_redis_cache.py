"""All requests of a process share one pool of connections to Redis."""

from __future__ import annotations

from contextvars import Context
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import TimeoutError as RedisTimeout

from chat.core import cache as caching
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


def test_a_redis_that_hangs_makes_only_one_request_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def hangs(_cache: Any, key: str, *_given: Any) -> Any:
        asked.append(key)
        raise RedisTimeout

    monkeypatch.setattr(caching._Away, "until", float("-inf"))
    for name in ("get", "add", "incr"):
        monkeypatch.setattr(RedisCache, name, hangs)
    cache = ForgivingRedisCache("redis://localhost:1/0", {})
    assert cache.add("count", 0)
    with pytest.raises(ValueError, match="unavailable"):
        cache.incr("count")
    assert cache.get("value", "none") == "none"
    assert asked == ["count"]
    monkeypatch.setattr(caching._Away, "until", float("-inf"))  # some seconds later
    cache.get("value")
    assert asked == ["count", "value"]
