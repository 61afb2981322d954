"""However many requests one person sends at once, few of them have a thread."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

from config.turns import AT_ONCE, Turns


def _from(session: str = "", client: str = "192.0.2.1") -> dict[str, Any]:
    cookie = [(b"cookie", f"theme=dark; sessionid={session}".encode())] if session else []
    return {"headers": [(b"host", b"ridotto.example"), *cookie], "client": [client, 1]}


async def test_whoever_sends_many_at_once_waits_and_others_do_not() -> None:
    turns = Turns()
    held = turns.of(_from("ann"))
    for _ in range(AT_ONCE):
        assert not held.locked()
        await held.acquire()
    assert turns.of(_from("ann", client="192.0.2.2")).locked()
    for other in (_from("bob"), _from(), _from(client="192.0.2.2")):
        assert not turns.of(other).locked()


async def test_strangers_of_one_address_share_theirs() -> None:
    turns = Turns()
    assert turns.of(_from()) is turns.of(_from())
    assert turns.of(_from()) is not turns.of(_from(client="192.0.2.2"))


async def test_a_turn_that_nobody_holds_is_forgotten() -> None:
    turns = Turns()
    async with turns.of(_from("ann")):
        await asyncio.sleep(0)
        assert len(turns._turns) == 1
    gc.collect()
    assert len(turns._turns) == 0
