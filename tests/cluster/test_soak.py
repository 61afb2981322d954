"""Sites under long load do not grow: memory, connections, CPU per request, response times.

    SOAK_SECONDS=3600 pytest --services=real tests/cluster/test_soak.py -s

On an embedded and a scaled site at once, people play match after match at a steady pace, and once a
minute all this is measured. The last minutes are compared with those around the end of the first
sixth of the time, when caches are full. Response times depend on what else the machine does, so
only a run by hand, which has set `SOAK_SECONDS`, judges them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

import psutil
import pytest

from tests.bench.usage import Meter, percentile
from tests.support.load import Load
from tests.support.servers import Databases
from tests.support.site import EmbeddedSite, ScaledSite, Site

pytestmark = pytest.mark.nightly

SECONDS = float(os.environ.get("SOAK_SECONDS") or 1200)  # at least 720
PAUSE = float(os.environ.get("SOAK_PAUSE") or 0.2)  # seconds before each answer
MINUTE = 60.0
MATCHES_LAST = 15.0  # seconds until other people sit down at other tables
ROUNDS = 10  # of a match, which then ends earlier unless the machine is slow
GROWTH = 1.15  # largest ratio of a process's memory to what it was with full caches
SLOWER = 1.5  # the same for response times and for the CPU of a request
# Per process: one to each service per thread for requests (16) and for pages (2), as the busiest
# time decides; those of the channel layer and of the broker; and some to spare.
CONNECTIONS = 60


@dataclass(frozen=True)
class Minute:
    """The figures of a minute of play."""

    memory: dict[str, int]  # of each process, in MB
    connections: dict[str, int]  # of each process
    cpu: dict[str, float]  # of each site: milliseconds per request, updates of pages included
    p99: dict[str, int]  # of each site: milliseconds until 99% of the actions were answered


def test_sites_in_use_do_not_grow(postgres: Databases) -> None:
    with EmbeddedSite() as embedded, ScaledSite(postgres) as scaled:
        sites = {"embedded": embedded, "scaled": scaled}
        minutes = [minute_of(sites) for _ in range(round(SECONDS / MINUTE))]
    for name in minutes[0].memory:
        assert growth([minute.memory[name] for minute in minutes]) < GROWTH, name
        assert max(minute.connections[name] for minute in minutes) <= CONNECTIONS, name
    for name in sites:
        assert growth([minute.cpu[name] for minute in minutes]) < SLOWER, name
        if os.environ.get("SOAK_SECONDS"):
            assert growth([minute.p99[name] for minute in minutes]) < SLOWER, name


def minute_of(sites: dict[str, Site]) -> Minute:
    """Let people play whole matches on all sites for a minute; return its figures."""
    end = time.monotonic() + MINUTE
    pauses: dict[str, list[float]] = {name: [] for name in sites}
    used, requests = dict.fromkeys(sites, 0.0), dict.fromkeys(sites, 0)
    while time.monotonic() < end:
        loads = {name: Load(site, pause=PAUSE, rounds=ROUNDS) for name, site in sites.items()}
        meters = {
            name: Meter([one.pid for one in site.processes.values()])
            for name, site in sites.items()
        }
        with ExitStack() as playing:
            for load in loads.values():
                playing.enter_context(load)
            time.sleep(MATCHES_LAST)
        for name, load in loads.items():
            used[name] += meters[name].used()
            requests[name] += sum(table.requests for table in load.tables)
        for name, load in loads.items():
            load.check()
            pauses[name] += [pause for table in load.tables for pause in table.pauses]
    memory, connections = {}, {}
    for site in sites.values():
        for name, one in site.processes.items():
            process = psutil.Process(one.pid)
            memory[name] = round(memory_of(process) / 1e6)
            connections[name] = connections_of(site, process)
    p99 = {name: round(percentile(found, 0.99) * 1000) for name, found in pauses.items()}
    cpu = {name: round(used[name] * 1000 / requests[name], 1) for name in sites}
    minute = Minute(memory, connections, cpu, p99)
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {minute}\n")
    return minute


def growth(values: Sequence[float]) -> float:
    """Return the ratio of the last values to those around the end of the first sixth."""
    # Medians of several minutes, so that one noisy minute does not decide.
    count = len(values)
    return median(values[-(count // 6) :]) / median(values[count // 12 : count // 4])


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
