"""The two caches: one that may lose values at any time, and a lasting one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from redis.exceptions import RedisError

from chat.core.internals import OnePoolRedisCache, StrictDatabaseCache

log = logging.getLogger(__name__)
T = TypeVar("T")

AWAY_SECONDS = 5.0  # after a failure


class ForgivingRedisCache(OnePoolRedisCache):
    """A Redis cache that finds and stores nothing while Redis is away."""

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

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        count = _forgiven(lambda: super(ForgivingRedisCache, self).incr(key, delta, version), None)
        if count is None:
            raise ValueError("the cache is unavailable")  # as for a missing value
        return count

    def has_key(self, key: str, version: int | None = None) -> bool:
        return _forgiven(lambda: super(ForgivingRedisCache, self).has_key(key, version), False)


class _Away:
    until = float("-inf")  # time.monotonic() until which Redis is not asked


def _forgiven(ask: Callable[[], T], otherwise: T) -> T:
    # A Redis that hangs would make every request wait until it times out.
    if time.monotonic() < _Away.until:
        return otherwise
    try:
        return ask()
    except RedisError as error:
        _Away.until = time.monotonic() + AWAY_SECONDS
        log.warning("the cache is unavailable (%s)", type(error).__name__)
        return otherwise


class LastingCache(StrictDatabaseCache):
    """A database cache for limits on attempts and for used codes.

    It is in the database even if there is a Redis, so no failure of Redis lets anybody make more
    guesses, or locks anybody out. An attempt within a limit writes a row; one that is refused only
    reads. If an attempt cannot be counted, `OperationalError` is raised, so it is not let through.
    """


class OneProcessLastingCache(LastingCache):
    """A lasting cache for a site of one process, whose locks stay in its memory."""

    # In the database, each lock would need SQLite's one writer twice, even for a refused request.

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
