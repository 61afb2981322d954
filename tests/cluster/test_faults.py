"""Faults while people play lose nothing acknowledged, and are soon repaired.

Every fault meets the same load and the same audit (`tests.support.load`): each acknowledged action
was applied once, the log leads to the snapshot, no deadline is overdue, and every page is correct
even if nothing else happens at its table.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
import redis

from tests.support.disk import full, small_disk
from tests.support.load import Load
from tests.support.patience import wait_until
from tests.support.servers import Missing, Postgres, Server
from tests.support.site import EmbeddedSite, ScaledSite, Site

pytestmark = pytest.mark.deep

HOUR = 3600


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """Start a PostgreSQL that syncs to disk, so that a kill loses nothing."""
    with Postgres(durable=True) as server:
        yield server


@pytest.fixture(scope="module")
def house(database: Postgres) -> Iterator[ScaledSite]:
    with ScaledSite(database) as site:
        site.loud = True
        yield site


@pytest.fixture(scope="module")
def alone() -> Iterator[EmbeddedSite]:
    with EmbeddedSite() as site:
        site.loud = True
        yield site


def under_load(site: Site, fault: AbstractContextManager[None], *, seconds: float = 2) -> None:
    """Cause a fault during play, rest half of the tables, and let the others go on."""
    with Load(site) as load:
        with fault:
            time.sleep(seconds)
            load.hush()
        wait_until(site.is_ready, what="the site being ready again")
        load.wait_for(4)
    load.check()


@contextmanager
def killed(server: Server) -> Iterator[None]:
    server.kill()
    yield
    server.start()


@contextmanager
def process_killed(site: Site, name: str) -> Iterator[None]:
    site.kill(name)
    yield
    site.start(name)


# --- PostgreSQL


def test_the_site_survives_a_killed_database(house: ScaledSite, database: Postgres) -> None:
    under_load(house, killed(database), seconds=1)


def test_the_site_survives_a_frozen_database(house: ScaledSite, database: Postgres) -> None:
    under_load(house, database.frozen(), seconds=5)


@contextmanager
def filled(server: Postgres) -> Iterator[None]:
    with full(server.folder):
        yield
    if not server.is_running():  # it could not even write its log
        server.start()


@pytest.mark.nightly
def test_the_site_survives_a_database_with_a_full_disk() -> None:
    server = Postgres(durable=True)
    with disk(server.folder, megabytes=300), server, ScaledSite(server) as site:
        site.loud = True
        under_load(site, filled(server), seconds=5)


@contextmanager
def disk(folder: Path, *, megabytes: int) -> Iterator[None]:
    try:
        with small_disk(folder, megabytes=megabytes):
            yield
    except Missing as missing:
        pytest.skip(str(missing))


# --- Redis


@pytest.mark.parametrize("seconds", [0.3, 4])
def test_the_site_survives_a_redis_killed_with_tasks_in_flight(
    house: ScaledSite, seconds: float
) -> None:
    under_load(house, killed(house.redis), seconds=seconds)


def test_the_site_survives_an_emptied_redis(house: ScaledSite) -> None:
    def forget() -> Iterator[None]:
        with redis.Redis(port=house.redis.port) as client:
            client.flushall()
        yield

    under_load(house, contextmanager(forget)(), seconds=0)


def test_the_site_survives_a_frozen_redis(house: ScaledSite) -> None:
    under_load(house, house.redis.frozen(), seconds=5)


# --- Processes


@pytest.mark.parametrize("name", ["web1", "worker", "beat"])
def test_the_site_survives_a_killed_process(house: ScaledSite, name: str) -> None:
    under_load(house, process_killed(house, name))


def test_an_embedded_site_survives_a_kill(alone: EmbeddedSite) -> None:
    under_load(alone, process_killed(alone, "house"), seconds=0)


# --- Disk and clock


@pytest.mark.nightly
def test_an_embedded_site_survives_a_full_disk() -> None:
    site = EmbeddedSite()
    site.loud = True
    run = site.folder / "run"
    with disk(run, megabytes=60), site:
        under_load(site, full(run), seconds=5)


@contextmanager
def jump(site: Site, seconds: float) -> Iterator[None]:
    site.move_clock(seconds)
    yield


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_the_site_survives_a_clock_jump(house: ScaledSite, seconds: float) -> None:
    under_load(house, jump(house, seconds), seconds=0)


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_the_site_survives_a_clock_jump_in_one_process(alone: EmbeddedSite, seconds: float) -> None:
    under_load(alone, jump(alone, seconds), seconds=0)
