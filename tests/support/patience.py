"""The time that tests wait for what must happen.

`TEST_PATIENCE` (seconds) is the only setting: use `TEST_PATIENCE=600 make test` on a very slow or
busy machine. A generous value costs nothing, since every wait ends when its condition holds; only
a failing test takes that long. Waits for what must *not* happen are short and of fixed length.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

PATIENCE = float(os.environ.get("TEST_PATIENCE") or 120)


def wait_until(holds: Callable[[], bool], *, what: str) -> None:
    """Poll until `holds()` is true; raise `TimeoutError`, which names `what`."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {PATIENCE:.0f} s")
        time.sleep(0.03)


async def until(holds: Callable[[], bool]) -> None:
    """Poll until `holds()` is true, within a running event loop."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  (what tests look at tells nobody that it has changed)
            await asyncio.sleep(0.02)
