"""Simultaneous calls, each in a thread with its own database connection."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

from tests.support.patience import PATIENCE

T = TypeVar("T")


def at_once(*works: Callable[[], T]) -> list[T]:
    """Start all of them at the same time; return their results in order."""
    ready = threading.Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        ready.wait(PATIENCE)
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))
