"""Restores the rows that migrations create, so that tests run in any order.

A test that commits (`django_db(transaction=True)`) empties the whole database at its end. Django
runs such tests last, but tests that are spread over workers by file are not in that order. So the
rows that migrations create (the house pack, the moderators' group, content types) are written back
after each of them. Django's own `serialized_rollback` does so object by object, which is slow.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.support import migrated_databases, services

_kept = pytest.StashKey["Kept"]()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Create Django's test database as a copy of a migrated one."""
    test = settings.DATABASES["default"]["TEST"]
    if connection.vendor == "sqlite":
        migrated_databases.copy_file(Path(test["NAME"]))
    else:
        test["TEMPLATE"] = migrated_databases.template(services.postgres())


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    # With SQLite, the file that is already there is the copy. It is removed with its folder.
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, pytestconfig: pytest.Config
) -> Iterator[None]:
    """Set up the database, and save the rows that it contains then."""
    pytestconfig.stash[_kept] = Kept(django_db_blocker)
    # Nothing is left for Django to restore, but serialized_rollback still keeps it from creating
    # the content types again.
    connection._test_serialized_contents = "[]"  # type: ignore[attr-defined]  # not in the stubs
    yield
    with django_db_blocker.unblock():
        _end_other_sessions()


def _end_other_sessions() -> None:
    # The threads that render pages live as long as the process, and so do their connections.
    # PostgreSQL cannot drop a database that is still in use.
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        marker = item.get_closest_marker("django_db")
        if marker is not None and _commits(item):
            kept = pytest.mark.django_db(**{**marker.kwargs, "serialized_rollback": True})
            item.add_marker(kept, append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    try:
        yield
    finally:
        kept = item.config.stash.get(_kept, None)
        if kept and _commits(item) and nextitem is not None:  # the last test leaves no database
            kept.put_back()


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


class Kept:
    """The rows of the database at the time of creation."""

    def __init__(self, blocker: DjangoDbBlocker) -> None:
        self.blocker = blocker
        self.tables: dict[str, list[Any]] = {}  # rows by the statement that inserts them
        with blocker.unblock(), connection.cursor() as cursor:
            for table in connection.introspection.django_table_names(only_existing=True):
                cursor.execute(f"SELECT * FROM {_quoted(table)}")
                rows = cursor.fetchall()
                columns = [column[0] for column in cursor.description or ()]
                if rows:
                    self.tables[_insert(table, columns)] = rows

    def put_back(self) -> None:
        """Write the rows back to a database that was emptied."""
        with (
            self.blocker.unblock(),
            transaction.atomic(),
            connection.constraint_checks_disabled(),
            connection.cursor() as cursor,
        ):
            for statement, rows in self.tables.items():
                cursor.executemany(statement, rows)


def _insert(table: str, columns: list[str]) -> str:
    names, places = ", ".join(map(_quoted, columns)), ", ".join("%s" for _ in columns)
    return f"INSERT INTO {_quoted(table)} ({names}) VALUES ({places})"


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
