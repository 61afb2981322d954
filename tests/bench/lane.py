"""A lane of the benchmark: a site, its tables, the figures and their baselines."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import django

from tests.bench.clients import open_all
from tests.bench.usage import Meter
from tests.support.servers import Postgres, free_port
from tests.support.site import EmbeddedSite, ScaledSite, Site

IDLE_SECONDS = 3.0
WEIGHT_20 = "7"  # the nice value of a session that has the weight of `CPUWeight=20`


class EchoSite(Site):
    """Daphne with only the echo, on the channel layer of the measured site."""

    def __init__(self, like: Site) -> None:
        super().__init__(**{k: v for k, v in like.environment.items() if k.endswith("_URL")})
        self.port = free_port()
        # Channels' own consumers log when they end, which is no error of this site.
        self.loud = True

    @property
    def urls(self) -> list[str]:
        return [f"http://localhost:{self.port}"]

    def commands(self) -> dict[str, str]:
        return {"echo": f"daphne -v 0 -p {self.port} tests.bench.echo:application"}

    def is_ready(self) -> bool:
        return self.health()[0] != 0


class PublishedSite(ScaledSite):
    """A scaled site with collected static files, as in production."""

    def prepare(self) -> None:
        super().prepare()
        self.manage("collectstatic", "--no-input", "--verbosity=0")


@contextmanager
def started(
    lane: str, environment: Mapping[str, str] = {}, *, in_memory: bool = False
) -> Iterator[tuple[Site, dict[str, int], Any]]:
    """Start a site; yield it, its pids by name, and its PostgreSQL or None.

    The pids are those of the processes to measure. With `in_memory`, PostgreSQL has its files in
    memory.
    """
    # As in production, without the movable clock of tests, which costs a query for each action.
    real = {"LOG_LEVEL": "ERROR", "TESTING": "0", **environment}
    if lane == "embedded":
        with EmbeddedSite(empty=False, **real) as site:
            yield site, _pids(site), None
        return
    database = Postgres(durable=True, in_memory=in_memory)
    with database as postgres, PublishedSite(postgres, webs=1, **real) as scaled:
        assert postgres.process is not None
        assert scaled.redis.process is not None
        _prioritise_web_processes(scaled)
        servers = {"postgres": postgres.process.pid, "redis": scaled.redis.process.pid}
        roots = {**_pids(scaled), **servers}
        yield scaled, roots, postgres


def _prioritise_web_processes(site: Site) -> None:
    """Give web processes a higher priority, as the units in docs/deploy do."""
    # Each process of a site has its own session, so the autogroup applies to it.
    for name in ("worker", "beat"):
        with suppress(FileNotFoundError):  # only Linux has autogroups
            Path(f"/proc/{site.processes[name].pid}/autogroup").write_text(WEIGHT_20)


def _pids(site: Site) -> dict[str, int]:
    return {name: process.pid for name, process in site.processes.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lane")
    parser.add_argument("lane", choices=("embedded", "scaled"))
    parser.add_argument("--matches", type=int, default=25, help="matches of four, all connected")
    parser.add_argument("--rate", type=float, default=50, help="actions a second wished for")
    parser.add_argument("--actions", type=int, default=500, help="actions measured")
    wish = parser.parse_args()
    with started(wish.lane) as (site, roots, postgres):
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", **site.environment}
        django.setup()
        _measure(wish, site, roots, postgres)


def _measure(wish: argparse.Namespace, site: Site, roots: dict[str, int], postgres: Any) -> None:
    from tests.bench import baselines, report
    from tests.bench.tables import make_table

    tables = [make_table(number, site.url) for number in range(wish.matches)]
    played = asyncio.run(play_in(wish, tables, site, roots))
    commits = _commits(site, postgres)
    with EchoSite(site) as echo:
        time.sleep(1)
        echoed = asyncio.run(
            baselines.echoes(
                echo.url, [*_pids(echo).values()],
                groups=wish.matches, rate=wish.rate, total=wish.actions,
            )
        )  # fmt: skip
    report.show(wish.lane, wish, played, commits, echoed)


async def play_in(
    wish: argparse.Namespace, tables: list[Any], site: Site, roots: dict[str, int]
) -> Any:
    from tests.bench.report import Played
    from tests.bench.steady_play import out_of_step, play

    people = [person for table in tables for person in table.people.values()]
    webs = [process.pid for name, process in site.processes.items() if name in {"house", "web0"}]
    before, per_100 = await open_all(people, webs)
    await play(tables, rate=wish.rate / 2, total=len(people))  # warm up: everybody has acted today
    await out_of_step(tables, wish.rate / 2)
    quiet = {name: Meter([root]) for name, root in roots.items()}
    await asyncio.sleep(IDLE_SECONDS)
    idle = {name: meter.used() / IDLE_SECONDS for name, meter in quiet.items()}
    meters = {name: Meter([root], idle[name]) for name, root in roots.items()}
    result = await play(tables, rate=wish.rate, total=wish.actions)
    used = {name: meter.used() for name, meter in meters.items()}
    stolen = next(iter(meters.values())).stolen()
    if "postgres" in used:
        used["postgres"] -= result.asked
    cpu = {name: seconds / max(1, result.done) for name, seconds in used.items()}
    for person in people:
        await person.close()
    return Played(
        result=result,
        parts=cpu,
        idle=sum(idle.values()),
        sockets=len(people),
        memory_per_100=per_100,
        memory_before=before,
        stolen=stolen,
    )


def _commits(site: Site, postgres: Any) -> Any:
    from django.conf import settings

    from tests.bench import baselines

    if postgres is not None:
        return baselines.postgres_commits(postgres.database("baseline"), postgres.process.pid)
    options = settings.DATABASES["default"]["OPTIONS"]
    return baselines.sqlite_commits(site.folder, options["init_command"])


if __name__ == "__main__":
    main()
