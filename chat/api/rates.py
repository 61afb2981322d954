"""How often programs ask: counted by the minute in the cache that may forget.

A limit for fairness, not for secrecy, so that no request writes a row: while the cache is away
nobody is counted.
"""

from __future__ import annotations

import time

from django.core.cache import caches
from redis.exceptions import RedisError

A_MINUTE = 60


def wait_of(who: str, *, most: int) -> int:
    """Counts one more request of `who`. 0, or in how many seconds there are fewer than `most`."""
    at = time.time()
    minute, into = divmod(int(at), A_MINUTE)
    return A_MINUTE - into if _counted(f"api:{who}:{minute}") > most else 0


def _counted(key: str) -> int:
    cache = caches["fleeting"]
    try:
        cache.add(key, 0, 2 * A_MINUTE)
        return int(cache.incr(key))
    except (RedisError, ValueError):  # away, or forgotten meanwhile
        return 0
