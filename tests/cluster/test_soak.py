"""A house that is played in for long does not grow: memory, connections, time to an answer.

    SOAK_SECONDS=3600 pytest --services=real tests/cluster/test_soak.py -s

A minute and a half by default, which shows memory that grows with every match; an hour shows the
rest.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

import psutil
import pytest

from tests.support.load import Load
from tests.support.servers import Postgres
from tests.support.site import EmbeddedSite, ScaledSite, Site

pytestmark = pytest.mark.deep

SECONDS = float(os.environ.get("SOAK_SECONDS") or 90)
LONG = 600  # seconds from which on times are compared as well: before, they are the machine's
MATCHES_LAST = 15.0  # seconds; then other people sit down at other tables
GROWTH = 30e6  # bytes a process may gain after the first third: caches that fill, then stay
# Of a process: one to each service for each thread of requests (16) and of pages (2), which the
# busiest moment so far decides; those of the channel layer and of the broker; some to spare.
CONNECTIONS = 60


@dataclass(frozen=True)
class Figures:
    """What is looked at. `memory`: bytes; `answer`: seconds, the median."""

    memory: dict[str, int]
    connections: dict[str, int]
    answer: float


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest) -> Iterator[Site]:
    if request.param == "sqlite":
        with EmbeddedSite() as embedded:
            yield embedded
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        with ScaledSite(postgres) as scaled:
            yield scaled


def test_a_house_that_is_played_in_does_not_grow(house: Site) -> None:
    before = played(house, SECONDS / 3)
    after = played(house, SECONDS * 2 / 3)
    gained = {name: after.memory[name] - before.memory[name] for name in after.memory}
    assert max(gained.values()) < GROWTH, gained
    assert max(after.connections.values()) <= CONNECTIONS, after.connections
    if SECONDS >= LONG:
        assert after.answer < 1.5 * before.answer


def played(house: Site, seconds: float) -> Figures:
    """People come, play matches to their end and go, for so long; what it looks like then."""
    end, pauses = time.monotonic() + seconds, list[float]()
    while time.monotonic() < end:
        with Load(house, pause=0, rounds=3) as load:
            time.sleep(min(MATCHES_LAST, seconds / 3))
        load.check()
        fresh = [pause for table in load.tables for pause in table.pauses]
        pauses += fresh
        sys.stdout.write(f"{time.strftime('%H:%M:%S')} {figures(house, fresh)}\n")
    return figures(house, pauses)


def figures(house: Site, pauses: list[float]) -> Figures:
    processes = {name: psutil.Process(one.pid) for name, one in house.processes.items()}
    return Figures(
        memory={name: memory_of(process) for name, process in processes.items()},
        connections={name: connections_of(house, one) for name, one in processes.items()},
        answer=median(pauses),
    )


def memory_of(process: psutil.Process) -> int:
    family = [process, *process.children(recursive=True)]
    return sum(one.memory_full_info().uss for one in family)


def connections_of(house: Site, process: psutil.Process) -> int:
    """To PostgreSQL and Redis, and to SQLite; those of people are their own affair."""
    family = [process, *process.children(recursive=True)]
    own = {urlsplit(url).port for url in house.urls}
    files = sum(file.path.endswith(".sqlite3") for one in family for file in one.open_files())
    asked = [one for each in family for one in each.net_connections("tcp") if one.raddr]
    return int(files + sum(one.laddr.port not in own for one in asked))
