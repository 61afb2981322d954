"""The scaled site survives the loss of each of its processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest

from tests.support import blanks_http as blanks
from tests.support.client import guest
from tests.support.patience import wait_until
from tests.support.servers import Databases
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep


WELL = {"draining": False, "database": True, "live": True, "static": True, "schedule": True}


@pytest.fixture(scope="module")
def one_site(postgres: Databases) -> Iterator[ScaledSite]:
    with ScaledSite(postgres) as site:
        site.loud = True
        yield site


@pytest.fixture
def broken_site(one_site: ScaledSite) -> ScaledSite:
    """Return the shared site with all processes; errors in its log are expected."""
    ended = set(one_site.commands()) - set(one_site.processes)
    if ended:
        one_site.start(*ended)
    return one_site


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_the_schedule_stops_and_resumes_with_its_process(
    broken_site: ScaledSite, name: str
) -> None:
    broken_site.kill(name)
    _forget_the_last_beat(broken_site)
    late = {**WELL, "schedule": False}
    wait_until(lambda: broken_site.health() == (200, late), what="the web saying so")
    broken_site.start(name)
    assert broken_site.health() == (200, WELL)


def _forget_the_last_beat(site: ScaledSite) -> None:
    with psycopg.connect(site.database_url) as database:
        database.execute("UPDATE games_sweeppulse SET scheduled_at = NULL")


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_bots_continue_without_this_process(broken_site: ScaledSite, name: str) -> None:
    # To restart it takes longer than bots and deadlines should stand still.
    ann = guest(broken_site.url)
    match = blanks.table([ann], bots="3")
    broken_site.kill(name)
    for _ in range(2):
        wait_until(lambda: bool(blanks.forms(ann, match)), what="the bots' answers")
        assert blanks.act(ann, match, blanks.forms(ann, match)[0].keyed()).accepted
    broken_site.start(name)
    blanks.replays(broken_site, match)


def test_pages_are_served_while_one_web_process_is_down(broken_site: ScaledSite) -> None:
    broken_site.kill("web1")
    assert broken_site.health(broken_site.urls[0])[0] == 200
    assert broken_site.health(broken_site.urls[1])[0] == 0
    broken_site.start("web1")


def test_without_redis_the_site_is_not_ready_and_recovers_by_itself(
    broken_site: ScaledSite,
) -> None:
    broken_site.redis.kill()
    wait_until(lambda: broken_site.health()[0] == 503, what="the web noticing")
    broken_site.redis.start()
    wait_until(broken_site.is_ready, what="recovery")


def test_readiness_requests_take_no_connections(
    broken_site: ScaledSite,
) -> None:
    before = _connections(broken_site)
    with ThreadPoolExecutor(60) as crowd:
        answers = list(crowd.map(lambda _: broken_site.health()[0], range(300)))
    assert set(answers) == {200}
    assert _connections(broken_site) <= before + 1


def _connections(site: ScaledSite) -> int:
    """Count the database connections of the web process that is asked."""
    # The worker and the other web process meanwhile open and close some of their own.
    port = urlsplit(site.database_url).port
    web = psutil.Process(site.processes["web0"].pid)
    return sum(bool(one.raddr) and one.raddr.port == port for one in web.net_connections("tcp"))


def test_every_process_ends_when_asked(broken_site: ScaledSite) -> None:
    processes = dict(broken_site.processes)
    broken_site.stop()
    assert {name: process.returncode for name, process in processes.items()} == {
        "web0": 0,
        "web1": 0,
        "worker": 0,
        "beat": 0,
    }
