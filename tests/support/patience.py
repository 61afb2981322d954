"""How long tests wait for what must come.

`TEST_PATIENCE` (seconds) is the one setting of it: `TEST_PATIENCE=600 make test` where a machine is
very slow or very busy. To be generous costs nothing, since every wait ends when what it waits for
is there; only a test that fails takes so long to say so. What must *not* come is waited for
briefly and for a fixed time.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

PATIENCE = float(os.environ.get("TEST_PATIENCE") or 120)


def wait_until(holds: Callable[[], bool], *, what: str) -> None:
    """Polls until `holds()` is true. Raises TimeoutError that names `what` was waited for."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {PATIENCE:.0f} s")
        time.sleep(0.03)


async def until(holds: Callable[[], bool]) -> None:
    """The same on a running loop."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  (what tests look at tells nobody that it has changed)
            await asyncio.sleep(0.02)
