"""Telling again what a retry finds done: its news may have been lost with its first answer."""

from __future__ import annotations

import threading
from collections import OrderedDict

from chat.live.announce import announce

MOST = 3  # of one command: more would be somebody who keeps the pages of others busy
_REMEMBERED = 10_000

_lock = threading.Lock()
told: OrderedDict[tuple[int, str], int] = OrderedDict()


def announce_again(*topics: str, person: int, key: str) -> None:
    """As `announce`, for the first few retries of the command with this key."""
    with _lock:
        times = told.pop((person, key), 0) + 1
        told[person, key] = times
        if len(told) > _REMEMBERED:
            told.popitem(last=False)
    if times <= MOST:
        announce(*topics)
