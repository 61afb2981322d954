"""Tests that SQLite's log is copied in the background and does not grow for ever."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.backends.signals import connection_created

from config.operations import checkpoints
from config.operations.checkpoints import Checkpoints, checkpoint


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    return connection


def _write(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO t VALUES (zeroblob(400000))")  # about a hundred pages


def test_the_log_is_reused_and_keeps_its_size(tmp_path: Path) -> None:
    path, log = tmp_path / "x.sqlite3", tmp_path / "x.sqlite3-wal"
    with closing(_open(path)) as writer, closing(_open(path)) as beside:
        writer.execute("CREATE TABLE t (data BLOB)")
        _write(writer)
        checkpoint(beside)
        size = log.stat().st_size
        for _ in range(5):
            _write(writer)
            checkpoint(beside)
        assert log.stat().st_size <= size + 10 * 4096
        assert path.stat().st_size > 6 * 400_000


@pytest.mark.deep
def test_a_log_that_grew_too_long_is_reset(tmp_path: Path) -> None:
    path, log = tmp_path / "x.sqlite3", tmp_path / "x.sqlite3-wal"
    with closing(_open(path)) as writer, closing(_open(path)) as beside:
        writer.execute("CREATE TABLE t (data BLOB)")
        with closing(_open(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM t").fetchone()
            for _ in range(3):
                _write(writer)
            checkpoint(beside, most=200)  # the reader still needs the log, so it must not be reset
            reader.execute("COMMIT")
        checkpoint(beside, most=200)
        size = log.stat().st_size
        _write(writer)
        assert log.stat().st_size == size
        assert writer.execute("SELECT count(*) FROM t").fetchone() == (4,)


@pytest.mark.django_db
def test_connections_make_no_checkpoint_in_a_commit(
    tmp_path: Path,
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("no other has such a log")
    beside, fresh = Checkpoints(str(tmp_path / "x.sqlite3")), connection.copy()
    beside.start()
    try:
        with closing(fresh), fresh.cursor() as cursor:
            (pages,) = cursor.execute("PRAGMA wal_autocheckpoint").fetchone()
    finally:
        connection_created.disconnect(dispatch_uid="config.operations.checkpoints")
        beside.stop(seconds=1.0)
    assert pages == 0


def test_a_database_in_memory_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start the checkpoints with PostgreSQL, as in an embedded site that uses it.

    The name of its database is not a file's, and no file of that name may be created.
    """
    monkeypatch.setattr(checkpoints, "connection", SimpleNamespace(vendor="postgresql"))
    beside = Checkpoints(str(tmp_path / "ridotto"))
    beside.start()
    beside.stop(seconds=1.0)
    assert not (tmp_path / "ridotto").exists()
