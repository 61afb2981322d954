"""Tests that `manage.py house --prepare` refuses databases of older commits."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.operations.older_database import refuse_older_database
from tests.support.site import ROOT

REFUSED = "from which there is no upgrade: "


def test_an_older_database_is_refused_before_any_write(tmp_path: Path) -> None:
    file = tmp_path / "ridotto.sqlite3"
    with closing(sqlite3.connect(file)) as older, older:
        older.execute("CREATE TABLE django_migrations (id integer, app, name, applied)")
        older.execute(
            "INSERT INTO django_migrations VALUES (1, 'games', '0013_chain', '2026-01-01')"
        )
    done = subprocess.run(
        [sys.executable, "manage.py", "house", "--prepare"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": "", "REDIS_URL": "", "RUN_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert f"{REFUSED}remove {file} " in done.stderr
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(file)) as older:
        assert older.execute("SELECT name FROM sqlite_master").fetchall() == [
            ("django_migrations",)
        ]


@pytest.mark.both
def test_an_up_to_date_database_is_accepted(db: None) -> None:
    refuse_older_database()


@pytest.mark.both
@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE chat_room ADD COLUMN gone integer NULL",
        "ALTER TABLE chat_room RENAME COLUMN slow_seconds TO slow",
        "DROP TABLE lobby_restingname",
    ],
)
def test_an_older_database_with_the_same_migration_names_is_refused(db: None, change: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(change)
    with pytest.raises(CommandError, match=REFUSED):
        refuse_older_database()


def test_a_database_with_pending_migrations_is_accepted(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE lobby_restingname")
    MigrationRecorder(connection).record_unapplied("auctions", "0002_moderators")
    refuse_older_database()
