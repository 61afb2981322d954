"""A house that is played in for long does not grow: memory, connections, time to an answer.

    SOAK_SECONDS=3600 pytest --services=real tests/cluster/test_soak.py -s

A minute and a half by default, which shows memory that grows with every match; an hour shows the
rest. Times of machines are noise, so those of a house that has grown old are compared with those
of a fresh one beside it. `SOAK_PAUSE=0.2` leaves the machine some time for other work.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

import psutil
import pytest

from tests.support.load import Load
from tests.support.servers import Databases
from tests.support.site import EmbeddedSite, ScaledSite, Site

pytestmark = pytest.mark.nightly

SECONDS = float(os.environ.get("SOAK_SECONDS") or 90)
PAUSE = float(os.environ.get("SOAK_PAUSE") or 0)  # seconds people think before each answer
LONG = 600  # seconds from which on an answer is compared with one of a fresh house
SLOWER = 1.5  # times as long as in a fresh house, which is played in at the same moments
TIMES = 5
MATCHES_LAST = 15.0  # seconds; then other people sit down at other tables
GROWTH = 30e6  # bytes a process may gain after the first third: caches that fill, then stay
# Of a process: one to each service for each thread of requests (16) and of pages (2), which the
# busiest moment so far decides; those of the channel layer and of the broker; some to spare.
CONNECTIONS = 60


@dataclass(frozen=True)
class Figures:
    """What is looked at, for each process. `memory`: bytes."""

    memory: dict[str, int]
    connections: dict[str, int]


@pytest.fixture(params=["sqlite", "postgresql"])
def build(request: pytest.FixtureRequest) -> Callable[[], Site]:
    """Makes a house of this kind, with a database of its own."""
    if request.param == "sqlite":
        return EmbeddedSite
    postgres: Databases = request.getfixturevalue("postgres")
    return lambda: ScaledSite(postgres)


def test_a_house_that_is_played_in_does_not_grow(build: Callable[[], Site]) -> None:
    with build() as house:
        before = played(house, SECONDS / 3)
        after = played(house, SECONDS * 2 / 3)
        gained = {name: after.memory[name] - before.memory[name] for name in after.memory}
        assert max(gained.values()) < GROWTH, gained
        assert max(after.connections.values()) <= CONNECTIONS, after.connections
        if SECONDS >= LONG:
            with build() as fresh:
                assert answers_compared(house, fresh) < SLOWER


def played(house: Site, seconds: float) -> Figures:
    """People come, play matches to their end and go, for so long; what it looks like then."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pauses = answers([house], min(MATCHES_LAST, seconds / 3))
        say(f"{figures(house)} answer={pauses[0] * 1000:.1f} ms")
    return figures(house)


def answers_compared(old: Site, fresh: Site) -> float:
    """How many times as long an answer takes at the old house; both are played in at once."""
    answers([fresh], MATCHES_LAST)  # whose caches fill
    ratios = []
    for _ in range(TIMES):
        slow, quick = answers([old, fresh], MATCHES_LAST)
        say(f"answers: {slow * 1000:.1f} ms, in a fresh house {quick * 1000:.1f} ms")
        ratios.append(slow / quick)
    return median(ratios)


def answers(houses: list[Site], seconds: float) -> list[float]:
    """How long an answer takes at each of these, the median in seconds, played in at once."""
    loads = [Load(house, pause=PAUSE, rounds=3) for house in houses]
    with ExitStack() as playing:
        for load in loads:
            playing.enter_context(load)
        time.sleep(seconds)
    for load in loads:
        load.check()
    return [median(pause for table in load.tables for pause in table.pauses) for load in loads]


def say(line: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {line}\n")


def figures(house: Site) -> Figures:
    processes = {name: psutil.Process(one.pid) for name, one in house.processes.items()}
    return Figures(
        memory={name: memory_of(process) for name, process in processes.items()},
        connections={name: connections_of(house, one) for name, one in processes.items()},
    )


def memory_of(process: psutil.Process) -> int:
    """Pages that a worker's processes share count for each of them: they are copied when the
    collector of garbage touches them first, which would look like a growth of 80 MB.
    """
    family = [process, *process.children(recursive=True)]
    return sum(one.memory_info().rss for one in family)


def connections_of(house: Site, process: psutil.Process) -> int:
    """To PostgreSQL and Redis, and to SQLite; those of people are their own affair."""
    family = [process, *process.children(recursive=True)]
    own = {urlsplit(url).port for url in house.urls}
    files = sum(file.path.endswith(".sqlite3") for one in family for file in one.open_files())
    asked = [one for each in family for one in each.net_connections("tcp") if one.raddr]
    return int(files + sum(one.laddr.port not in own for one in asked))
