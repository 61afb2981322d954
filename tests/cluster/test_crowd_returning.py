"""A crowd of pages comes back after all web processes were killed.

Run with `-s` it prints how long the pages were away.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from tests.support import blanks_http as blanks
from tests.support.client import Client, guest
from tests.support.patience import until, wait_until
from tests.support.servers import Databases
from tests.support.site import ScaledSite

pytestmark = pytest.mark.nightly

TABLES, SEATS, PAGES = 40, 5, 5  # 1,000 pages of 200 people
DOWN = 5  # seconds without a web process
CONNECTING = 10  # seconds until a page tries again, as in static/js/connection.js


@pytest.fixture(scope="module")
def house(postgres: Databases) -> Iterator[ScaledSite]:
    """Start a site to kill; the errors that its processes log are expected."""
    with ScaledSite(postgres, CONN_MAX_AGE="60") as site:
        site.loud = True
        yield site


@dataclass
class Crowd:
    """Pages that reconnect as static/js/connection.js does."""

    ports: Sequence[int]  # of the web processes
    live: set[int] = field(default_factory=set)  # numbers of the pages that show their match
    refused: int = 0  # handshakes that were not completed, although a process listened

    async def stay(self, number: int, person: Client, match: str, device: str) -> None:
        """Keep a page open; `device` is the IP address it comes from."""
        tries = 0
        while True:
            try:
                async with await self._connect(person, match, device) as socket:
                    tries = 0
                    async for message in socket:
                        if "m-seat" in str(message):
                            self.live.add(number)
            except (ConnectionClosed, ConnectionRefusedError):
                pass
            except (OSError, WebSocketException):
                self.refused += 1
            self.live.discard(number)
            await asyncio.sleep(min(0.5 * 2**tries, 3) * random.uniform(0.5, 1.25))
            tries += 1

    async def _connect(self, person: Client, match: str, device: str) -> ClientConnection:
        """Connect to one of the processes, or to another if it is down, as a proxy does."""
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        *some, last = random.sample(self.ports, len(self.ports))
        for port in some:
            with suppress(ConnectionRefusedError):
                return await self._connect_to(port, match, cookie, device)
        return await self._connect_to(last, match, cookie, device)

    async def _connect_to(
        self, port: int, match: str, cookie: str, device: str
    ) -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{port}/live/match/{match}/?since=0:0",
            origin=Origin(f"http://127.0.0.1:{port}"),
            additional_headers={"Cookie": cookie},
            compression=None,
            open_timeout=CONNECTING,
            max_size=None,
            ping_interval=None,
            local_addr=(device, 0),
        )

    async def until_live(self, share: float) -> float:
        """Wait until this share of all pages is live, and return the time (monotonic)."""
        await until(lambda: len(self.live) >= share * TABLES * SEATS * PAGES)
        return time.monotonic()


def _answers(house: ScaledSite) -> bool:
    return any(house.health(url)[0] == 200 for url in house.urls)


async def _kill_and_return(house: ScaledSite, seats: Sequence[tuple[Client, str]]) -> Crowd:
    crowd = Crowd(house.ports)
    tasks = []
    for number in range(len(seats) * PAGES):
        person, match = seats[number % len(seats)]
        device = f"127.0.1.{1 + number % len(seats)}"
        tasks.append(asyncio.create_task(crowd.stay(number, person, match, device)))
        await asyncio.sleep(0.03)
    await crowd.until_live(1)
    webs = [name for name in house.processes if name.startswith("web")]
    house.kill(*webs)
    await asyncio.sleep(DOWN)
    crowd.live.clear()
    start = asyncio.create_task(asyncio.to_thread(house.start, *webs))
    await asyncio.to_thread(wait_until, partial(_answers, house), what="a web process")
    answered = time.monotonic()
    waits = [await crowd.until_live(share) - answered for share in (0.5, 0.9, 1)]
    shares = "half, nine tenths and all pages live after {:.1f}, {:.1f} and {:.1f} s"
    print(shares.format(*waits))  # noqa: T201  (shown with -s)
    await start
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return crowd


def test_all_pages_return_when_all_web_processes_were_killed(house: ScaledSite) -> None:
    seats: list[tuple[Client, str]] = []
    for _ in range(TABLES):
        people = [guest(house.url) for _ in range(SEATS)]
        match = blanks.table(people)
        seats += [(person, match) for person in people]
        for person in people:
            person.close()
    crowd = asyncio.run(_kill_and_return(house, seats))
    # A site that drops handshakes which wait has a crowd that never ends.
    assert crowd.refused == 0
