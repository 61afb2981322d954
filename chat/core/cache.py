"""The cache of the scaled site: a Redis that may be away."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
T = TypeVar("T")


class ForgivingRedisCache(RedisCache):
    """While Redis is away nothing is found in it and nothing is kept: requests go on.

    Sessions are read from the database then, and limits on tries are not counted. Deleting still
    fails: whoever logs out must not come back with what the cache had kept.
    """

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return _forgiven(
            lambda: super(ForgivingRedisCache, self).get(key, default, version), default
        )

    def get_many(self, keys: Any, version: int | None = None) -> dict[str, Any]:
        return _forgiven(lambda: super(ForgivingRedisCache, self).get_many(keys, version), {})

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        _forgiven(lambda: super(ForgivingRedisCache, self).set(key, value, timeout, version), None)

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return _forgiven(
            lambda: super(ForgivingRedisCache, self).add(key, value, timeout, version), True
        )

    def has_key(self, key: str, version: int | None = None) -> bool:
        return _forgiven(lambda: super(ForgivingRedisCache, self).has_key(key, version), False)


def _forgiven(ask: Callable[[], T], otherwise: T) -> T:
    try:
        return ask()
    except RedisError as error:
        log.warning("the cache is away (%s)", type(error).__name__)
        return otherwise
