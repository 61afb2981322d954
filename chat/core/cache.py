"""The two caches: one that may forget at any moment, and one that lasts, for limits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from redis.exceptions import RedisError

from chat.core.internals import OnePoolRedisCache, StrictDatabaseCache

log = logging.getLogger(__name__)
T = TypeVar("T")


class ForgivingRedisCache(OnePoolRedisCache):
    """While Redis is away nothing is found in it and nothing is kept: requests go on."""

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


class LastingCache(StrictDatabaseCache):
    """Limits on tries, and codes that were used: in the database, also where there is a Redis.

    So nothing that happens to Redis lets anybody guess on, or locks anybody out. Whoever is within
    a limit writes a row; whoever is refused only reads. What cannot be counted raises: it would be
    let through.
    """


class OneProcessLastingCache(LastingCache):
    """The same where the site is one process: locks, which are held for a moment, stay in it.

    In the database each would take SQLite's one writer twice, for a request that is refused too.
    """

    MOMENT = 10  # seconds, for which allauth adds a lock

    def __init__(self, table: str, params: dict[str, Any]) -> None:
        super().__init__(table, params)
        self._locks = LocMemCache("locks", {"max_entries": 100_000})

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        if isinstance(timeout, int) and timeout <= self.MOMENT:
            return self._locks.add(key, value, timeout, version)
        return super().add(key, value, timeout, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        return self._locks.delete(key, version) or super().delete(key, version)
