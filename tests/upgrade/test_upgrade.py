"""A house of the version before is brought up to date: its matches go on, and its records stay.

In the lane of each of the two databases. `make.py` says where the database comes from.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.inside import Inside
from tests.support.servers import Databases
from tests.support.site import ROOT
from tests.upgrade import copied
from tests.upgrade.make import BEFORE
from tests.upgrade.playing import TABLES

pytestmark = [pytest.mark.both, pytest.mark.nightly]

LARGEST = 100_000  # bytes
Run = Callable[[str], Any]
FIRST = """
found = [[m.public_id, digest(m), m.game, m.status] for m in matches]
print(json.dumps([dict(one[:2] for one in noted), found]))
"""

MIGRATE = "from django.core.management import call_command\n"
HEAD = """
import json
from datetime import datetime
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.contrib.auth import get_user_model
from chat.core import clock, steps
from games.models import LogEntry, Match
from tests.upgrade.playing import digest, play, to_auction

with connection.cursor() as cursor:
    cursor.execute("SELECT match, digest, moment FROM noted")
    noted = cursor.fetchall()
# As if it were brought up to date at the moment it was left.
clock.reset()
clock.move((datetime.fromisoformat(noted[-1][2]) - clock.now()).total_seconds())
matches = Match.objects.order_by("pk")
"""


@pytest.fixture(scope="module")
def upgraded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Run, Any]]:
    """What runs Python in a house that was brought up to date, and what was found there first."""
    folder = tmp_path_factory.mktemp("upgraded")
    environment = {**os.environ, "RUN_DIR": str(folder), "DATABASE_URL": "", "REDIS_URL": ""}

    file = folder / "ridotto.sqlite3"
    file.write_bytes(lzma.decompress(BEFORE.read_bytes()))
    real = request.config.getoption("services") == "real"
    if real:
        postgres: Databases = request.getfixturevalue("postgres")
        environment["DATABASE_URL"] = postgres.database("upgraded")
    inside = Inside(ROOT, environment, Path(folder / "said.txt"))

    def migrate(*target: str) -> None:
        inside.run(f"{MIGRATE}call_command('migrate', *{target!r}, verbosity=0)")

    if real:
        copied.copy(file, environment["DATABASE_URL"], migrate)
    migrate()

    def run(code: str) -> Any:
        """What it printed last, from JSON."""
        return json.loads(inside.run(HEAD + code).splitlines()[-1])

    yield run, run(FIRST)
    inside.close()


def test_the_database_of_before_is_small() -> None:
    assert BEFORE.stat().st_size < LARGEST


def test_records_and_states_are_what_they_were(upgraded: tuple[Run, Any]) -> None:
    noted, found = upgraded[1]
    assert noted == {name: digest for name, digest, *_rest in found}
    tables = [[game, state] for game in TABLES for state in ("finished", "running")]
    assert sorted(rest for _name, _digest, *rest in found) == sorted(
        [*tables, ["venice", "running"]]
    )


def test_logs_of_before_are_packed_and_records_stay(upgraded: tuple[Run, Any]) -> None:
    run, (_noted, first) = upgraded
    over, left = run("""
from games.services.retention import pack_logs
clock.move(40 * 24 * 3600)
steps.STINT = 600.0
pack_logs()
over = [m for m in matches if m.log_packed_at]
left = LogEntry.objects.filter(match__in=over).count()
for match in over:
    call_command("replay", match.public_id)
print(json.dumps([{m.public_id: digest(m) for m in over}, left]))
""")
    before = {name: digest for name, digest, _game, status in first if status == "finished"}
    assert len(before) == len(TABLES)
    assert before.items() <= over.items()
    assert left == 0


@pytest.mark.parametrize("game", ["blanks", "merchants", "interop", "venice"])
def test_a_match_that_was_begun_goes_on_to_its_end(upgraded: tuple[Run, Any], game: str) -> None:
    status, page = upgraded[0](f"""
from auctions.services.clock import run_week
match = matches.get(game={game!r}, status="running")
browser = Client()
browser.force_login(get_user_model().objects.get(username="ann"))
page = browser.get(f"/m/{{match.public_id}}/", headers={{"host": "localhost"}})
if match.game != "venice":
    play(match)
while match.status == "running":
    to_auction(match)
    run_week(match.pk)
    match.refresh_from_db()
if match.game != "venice":
    call_command("replay", match.public_id)
call_command("verify", match.public_id)
print(json.dumps([match.status, page.status_code]))
""")
    assert (status, page) == ("finished", 200)
