"""Actions at a steady rate, timed from the click to the last of four screens."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.bench.clients import Person
from tests.bench.tables import Table, next_move, process_that_answers

PATIENCE = 2.0  # seconds after which a screen counts as unchanged
MOVES_A_ROUND = 8  # four people play a card each, and vote
SETTLE = 0.05  # seconds; late updates of one action must not count for the next


@dataclass
class Result:
    """Latencies in seconds."""

    answer: list[float] = field(default_factory=list)
    everybody: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    unheard: int = 0
    seconds: float = 0.0
    asked: float = 0.0  # CPU seconds a database server spent on the driver's own queries

    @property
    def done(self) -> int:
        return len(self.answer)


Move = Callable[[], Awaitable[bool]]


async def at_rate(moves: Sequence[Move], *, rate: float, total: int) -> float:
    """Play at all tables at once until `total` moves have begun or none are left.

    Return the seconds it took.
    """
    tickets: asyncio.Queue[None] = asyncio.Queue(maxsize=4)

    async def hand_out() -> None:
        due = time.perf_counter()
        for _ in range(total):
            due += 1 / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await tickets.put(None)
        await tickets.join()

    async def play_on(move: Move) -> None:
        while True:
            await tickets.get()
            try:
                if not await move():
                    return
            finally:
                tickets.task_done()

    began = time.perf_counter()
    everybody = asyncio.gather(*map(play_on, moves))
    handing = asyncio.ensure_future(hand_out())
    ends: set[asyncio.Future[Any]] = {everybody, handing}
    done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    took = time.perf_counter() - began
    handing.cancel()
    everybody.cancel()
    await asyncio.gather(*ends, return_exceptions=True)
    for end in done:
        end.result()  # raises the exception of a task, if any
    return took


async def play(tables: Sequence[Table], *, rate: float, total: int) -> Result:
    """Make legal moves at these tables, without measuring the search for them."""
    result = Result()
    loop = asyncio.get_running_loop()
    # A single thread, so that finding moves leaves the machine to the server.
    oracle = ThreadPoolExecutor(max_workers=1)
    asked = await loop.run_in_executor(oracle, process_that_answers)

    def mover(table: Table) -> Move:
        async def move() -> bool:
            found = await loop.run_in_executor(oracle, next_move, table.public_id, uuid4().hex)
            if found is None:
                return False
            seat, form = found
            await _act(table, table.people[seat], form, result)
            return True

        return move

    # Garbage collection would delay the driver. Moves due meanwhile would then come all at once,
    # and the site would be blamed for the burst.
    gc.collect()
    gc.disable()
    try:
        result.seconds = await at_rate([mover(table) for table in tables], rate=rate, total=total)
    finally:
        gc.enable()
    result.asked = asked.used() if asked else 0.0
    oracle.shutdown()
    return result


async def out_of_step(tables: Sequence[Table], rate: float) -> None:
    """Make tables that started together end their rounds at different times.

    The last move of a round costs more than others, so a real site does not have many at once.
    """
    for ahead in range(1, MOVES_A_ROUND):
        some = tables[ahead::MOVES_A_ROUND]
        if some:
            await play(some, rate=rate, total=ahead * len(some))


async def _act(
    table: Table, actor: Person, form: Sequence[tuple[str, str]], result: Result
) -> None:
    people = table.people.values()
    for person in people:
        person.heard.clear()
    clicked = time.perf_counter()
    status, code = await actor.post(table.path, form)
    answered = time.perf_counter()
    if status not in {200, 204} or code:
        result.refused[code or str(status)] += 1
        return
    result.answer.append(answered - clicked)
    seen = await asyncio.gather(*(_sees(person) for person in people))
    if all(seen):
        result.everybody.append(max(answered, *(p.heard_at for p in people)) - clicked)
    else:
        result.unheard += 1
    await asyncio.sleep(SETTLE)


async def _sees(person: Person) -> bool:
    try:
        await asyncio.wait_for(person.heard.wait(), PATIENCE)
    except TimeoutError:
        return False
    return True
