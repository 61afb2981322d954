"""Bots, deadlines, people and pages go on while Redis hangs or is gone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import psycopg
import pytest

from tests.bench.clock import NOTING
from tests.support import blanks_http as blanks
from tests.support.client import guest, opened, wait_for
from tests.support.load import WITHIN
from tests.support.patience import wait_until
from tests.support.servers import Databases, Redis
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep

USUAL, AWAY = 8, 12  # seconds
QUICK = 2  # seconds for the answer to an action

# Tables of Merchant Kings where bots play on after their only person has left, and tables of Blanks
# where nobody answers, with a deadline in every second.
TABLES = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from chat.core.clock import now
from games.models import Match
from games.services.seats import join, walk_out
from games.services.start import start
from games.services.tables import TableWish, create_table, seat_bots

users = iter([get_user_model().objects.create(username=f"p{n}") for n in range(12 + 2 * 60)])

def table(owner, game, least):
    return create_table(user=owner, game=game, wish=TableWish(name="A table", least=least, most=4))

for _ in range(12):
    owner = next(users)
    match = table(owner, "merchants", 3)
    seat_bots(match=match, bots=["house"] * 3)
    start(user=owner, public_id=match.public_id)
    walk_out(user=owner)
for second in range(60):
    owner, other = next(users), next(users)
    match = table(owner, "blanks", 2)
    join(user=other, public_id=match.public_id, password=None)
    start(user=owner, public_id=match.public_id)
    at = now() + timedelta(seconds=second)
    Match.objects.filter(pk=match.pk).update(deadline=at, due_at=at)
"""
OVERDUE = """
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - due_at)), 0) FROM games_match
WHERE status = 'running'
"""


@pytest.fixture
def site(postgres: Databases) -> Iterator[ScaledSite]:
    with ScaledSite(postgres, BOT_DELAY_SCALE="1") as site:
        site.loud = True  # of lost connections
        yield site


@contextmanager
def gone(redis: Redis) -> Iterator[None]:
    redis.kill()
    yield
    redis.start()


@pytest.mark.parametrize("fault", [Redis.frozen, pytest.param(gone, marks=pytest.mark.nightly)])
def test_bots_deadlines_and_pages_go_on_without_redis(
    site: ScaledSite, fault: Callable[[Redis], AbstractContextManager[None]]
) -> None:
    first, second = site.urls
    people = [guest(first) for _ in range(4)]
    match = blanks.table(people)
    plays = [(person, blanks.forms(person, match)[0]) for person in people[1:3]]
    site.shell(TABLES)
    with (
        opened(people[0], second, match) as page,
        psycopg.connect(site.database_url, autocommit=True) as database,
    ):
        database.execute(NOTING)
        time.sleep(USUAL)
        before = _steps(database)
        usual = before / USUAL
        with fault(site.redis):
            began = time.monotonic()
            for person, form in plays:
                sent = time.monotonic()
                assert blanks.act(person.twin(), match, form.keyed()).accepted
                assert time.monotonic() - sent < QUICK
                wait_for(page, "has played")
                assert time.monotonic() - sent < WITHIN
            time.sleep(max(0, began + AWAY - time.monotonic()))
            during = (_steps(database) - before) / (time.monotonic() - began)
            assert during > usual / 2
            assert _sweeper(database), "a process that is no worker"
        wait_until(lambda: _sweeper(database) == "", what="sweeps by the worker")
        latest = database.execute("SELECT max(late) FROM steps").fetchone()
        overdue = database.execute(OVERDUE).fetchone()
    assert latest is not None
    assert overdue is not None
    assert max(latest[0], overdue[0]) < WITHIN


def _steps(database: psycopg.Connection) -> int:
    found = database.execute("SELECT count(*) FROM steps").fetchone()
    assert found is not None
    return int(found[0])


def _sweeper(database: psycopg.Connection) -> str:
    """Return the name of the process that sweeps in place of the worker, or ""."""
    found = database.execute("SELECT by FROM games_sweeppulse").fetchone()
    assert found is not None
    return str(found[0])
