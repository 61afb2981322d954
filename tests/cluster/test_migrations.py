"""Migrations take the locks that they say; an index that broke off is made again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.support.migrations import locks_said, migrations
from tests.support.servers import Postgres
from tests.support.site import ROOT

# The strongest first: of those that a table is under, it is the one that matters.
MODES = {
    "AccessExclusiveLock": "ACCESS EXCLUSIVE",
    "ExclusiveLock": "EXCLUSIVE",
    "ShareRowExclusiveLock": "SHARE ROW EXCLUSIVE",
    "ShareLock": "SHARE",
}


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as server:
        yield server


def _run(url: str, folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "DATABASE_URL": url, "RUN_DIR": str(folder), "REDIS_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.nightly
def test_each_migration_takes_the_locks_that_it_says(postgres: Postgres, tmp_path: Path) -> None:
    taken = json.loads(_run(postgres.database("locks"), tmp_path, "-m", "tests.support.locks"))
    said = {name: dict(locks_said(one)) for name, one in migrations().items() if one.atomic}
    assert said == {name: _strongest(locks) for name, locks in taken.items()}


def _strongest(locks: list[tuple[str, str]]) -> dict[str, str]:
    weakest_first = sorted(locks, key=lambda lock: list(MODES).index(lock[1]), reverse=True)
    return {table: MODES[mode] for table, mode in weakest_first}


@pytest.mark.nightly
def test_an_index_that_was_interrupted_is_made_again(postgres: Postgres, tmp_path: Path) -> None:
    """One is left that is not valid; one is whole, though the migration was never noted."""
    url = postgres.database("interrupted")
    _run(url, tmp_path, "manage.py", "migrate", "-v", "0", "games", "0009")
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass",
                         ["key_by_age"])  # fmt: skip
        database.execute("DELETE FROM django_migrations WHERE name = '0009_retention_indexes'")
        _run(url, tmp_path, "manage.py", "migrate", "-v", "0")
        valid = database.execute(
            "SELECT indisvalid FROM pg_index WHERE indexrelid IN"
            " ('key_by_age'::regclass, 'match_log_to_pack'::regclass)"
        ).fetchall()
    assert valid == [(True,), (True,)]


@pytest.mark.nightly
def test_indexes_are_taken_back_and_made_again(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database("back")
    for target in ((), ("games", "0008"), ("games",)):
        _run(url, tmp_path, "manage.py", "migrate", "-v", "0", *target)
    with psycopg.connect(url) as database:
        assert database.execute("SELECT 'key_by_age'::regclass::text").fetchone() == ("key_by_age",)


@pytest.mark.django_db
def test_the_state_of_a_match_is_packed_quickly_where_that_is_offered() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"
        )
        offered = cursor.fetchone() == (True,)
        cursor.execute(
            "SELECT attcompression::text FROM pg_attribute"
            " WHERE attrelid = 'games_match'::regclass AND attname = 'snapshot'"
        )
        assert cursor.fetchone() == ("l" if offered else "",)
