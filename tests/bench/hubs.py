"""What a process pays for the news of others: many hubs on one Redis, each with a page of its own.

    python -m tests.bench.hubs [--hubs 200] [--news 2000]

Each hub has a loop and a connection of its own, as each web has, in a few processes. The same news
are told once to every process, as the baseline, and once by their subjects, which one hub follows.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import django
from channels.layers import get_channel_layer

from tests.bench.usage import Meter
from tests.support.servers import Redis

PROCESSES = 4
QUIET = 5.0  # seconds in which nothing is told, for what polling costs
PACE = 200  # news a second


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hubs")
    parser.add_argument("--hubs", type=int, default=200)
    parser.add_argument("--news", type=int, default=2000)
    wish = parser.parse_args()
    redis = Redis()
    redis.start()
    assert redis.process is not None
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": redis.url}
    try:
        with _houses(wish.hubs) as pids:
            django.setup()
            asyncio.run(_measure(wish, pids, redis.process.pid))
    finally:
        redis.stop()


@contextmanager
def _houses(hubs: int) -> Iterator[list[int]]:
    """Processes with so many hubs in all, which listen."""
    spawn = multiprocessing.get_context("spawn")
    listening, over = spawn.Semaphore(0), spawn.Event()
    processes = [
        spawn.Process(target=_house, args=(range(first, hubs, PROCESSES), listening, over))
        for first in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    for _ in range(hubs):
        listening.acquire()
    yield [process.pid for process in processes if process.pid]
    over.set()
    for process in processes:
        process.join()


def _house(numbers: range, listening: Any, over: Any) -> None:
    django.setup()
    get_channel_layer()  # made once: threads that ask for it at once would each make their own
    for number in numbers:
        threading.Thread(target=_web, args=(number, listening), daemon=True).start()
    over.wait()


def _web(number: int, listening: Any) -> None:
    asyncio.run(_listen(number, listening))


async def _listen(number: int, listening: Any) -> None:
    """A hub with one page, which is never drawn: only the hearing is looked at."""
    from chat.live.hub import Hub
    from chat.live.parts import Page

    class Open:
        page: Page | None = None
        owners: Collection[str] = ()

        async def deliver(self, drawn: object) -> None: ...

        async def disconnected(self, reason: str) -> None: ...

    class Hearing(Hub):
        def _look_anew(self, subjects: Any) -> None:
            super()._look_anew(subjects)
            listening.release()

    hub = Hearing(asyncio.get_running_loop())
    await hub.subscribe(Open(), [f"match.{number}"])
    await asyncio.Event().wait()


async def _measure(wish: argparse.Namespace, pids: list[int], redis: int) -> None:
    from chat.live.hearing import EVERYBODY

    own = [f"match.{number % wish.hubs}" for number in range(wish.news)]
    print(f"{wish.hubs} hubs in {PROCESSES} processes, {wish.news} news at {PACE}/s")
    print(f"{'':24}{'a news, all hubs':>20}{'a news, Redis':>20}")
    await _tell([EVERYBODY] * 50, 0)  # warm
    figures = []
    for name, groups in (("to every process", [EVERYBODY] * wish.news), ("by subject", own)):
        hubs, server = Meter(pids, await _idle(pids)), Meter([redis], await _idle([redis]))
        await _tell(groups, 1 / PACE)
        await asyncio.sleep(1)
        figures.append((hubs.used() / wish.news * 1e6, server.used() / wish.news * 1e6))
        print(f"  {name:22}{figures[-1][0]:>17.0f} us{figures[-1][1]:>17.0f} us")
    (most, _), (least, _) = figures
    print(f"  a hub that does not follow it pays {most / wish.hubs:.0f} us, and now at most")
    print(f"  {least / wish.hubs:.1f} us: what the one that follows it pays, spread over all")


async def _idle(pids: list[int]) -> float:
    quiet = Meter(pids)
    await asyncio.sleep(QUIET)
    return quiet.used() / QUIET


async def _tell(groups: list[str], pause: float) -> None:
    layer, began = get_channel_layer(), time.monotonic()
    for number, group in enumerate(groups):
        await asyncio.sleep(max(0.0, began + number * pause - time.monotonic()))
        news = {"type": "news", "topics": [f"match.{number}"], "by": "the bench"}
        await layer.group_send(group, news)


if __name__ == "__main__":
    main()
