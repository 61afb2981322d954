"""A site under long load does not grow: memory, connections, response times.

    SOAK_SECONDS=3600 pytest --services=real tests/cluster/test_soak.py -s

The default of a minute and a half shows memory that grows with every match; an hour shows the
rest. Response times are noisy, so those of an old site are compared with those of a fresh one
beside it. `SOAK_PAUSE=0.2` leaves the machine some time for other work.
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
PAUSE = float(os.environ.get("SOAK_PAUSE") or 0)  # seconds before each answer
LONG = 600  # seconds of load from which response times are compared with a fresh site
SLOWER = 1.5  # largest ratio to the response time of a fresh site under the same load
TIMES = 5
MATCHES_LAST = 15.0  # seconds until other people sit down at other tables
GROWTH = 30e6  # bytes that a process may gain after the first third, while caches fill
# Per process: one to each service per thread for requests (16) and for pages (2), as the busiest
# time decides; those of the channel layer and of the broker; and some to spare.
CONNECTIONS = 60


@dataclass(frozen=True)
class Figures:
    """Memory and connections of each process."""

    memory: dict[str, int]  # in bytes
    connections: dict[str, int]


@pytest.fixture(params=["sqlite", "postgresql"])
def build(request: pytest.FixtureRequest) -> Callable[[], Site]:
    """Return a function that starts a site of this kind with its own database."""
    if request.param == "sqlite":
        return EmbeddedSite
    postgres: Databases = request.getfixturevalue("postgres")
    return lambda: ScaledSite(postgres)


def test_a_site_in_use_does_not_grow(build: Callable[[], Site]) -> None:
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
    """Let people play whole matches for `seconds`; return the figures at the end."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pauses = answers([house], min(MATCHES_LAST, seconds / 3))
        say(f"{figures(house)} answer={pauses[0] * 1000:.1f} ms")
    return figures(house)


def answers_compared(old: Site, fresh: Site) -> float:
    """Return the ratio of the old site's response time to the fresh one's."""
    # Both are under load at the same time.
    answers([fresh], MATCHES_LAST)  # fills the caches
    ratios = []
    for _ in range(TIMES):
        slow, quick = answers([old, fresh], MATCHES_LAST)
        say(f"answers: {slow * 1000:.1f} ms, in a fresh house {quick * 1000:.1f} ms")
        ratios.append(slow / quick)
    return median(ratios)


def answers(houses: list[Site], seconds: float) -> list[float]:
    """Return each site's median response time in seconds under simultaneous load."""
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
    """Return the memory of a process and its children in bytes."""
    # RSS counts shared pages once per process. Otherwise their copying, when the garbage collector
    # first touches them, would look like growth.
    family = [process, *process.children(recursive=True)]
    return sum(one.memory_info().rss for one in family)


def connections_of(house: Site, process: psutil.Process) -> int:
    """Count a process's connections to PostgreSQL, Redis and SQLite."""
    family = [process, *process.children(recursive=True)]
    own = {urlsplit(url).port for url in house.urls}
    files = sum(file.path.endswith(".sqlite3") for one in family for file in one.open_files())
    asked = [one for each in family for one in each.net_connections("tcp") if one.raddr]
    return int(files + sum(one.laddr.port not in own for one in asked))
