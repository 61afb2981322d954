"""A test may run after any other, on whatever worker, in whatever order.

A test that commits (`django_db(transaction=True)`) empties the whole database at its end. Django
lets such tests run last of all; spread over workers file by file they do not. So after each of
them what the migrations put there (the house pack, the moderators' group, content types) is put
back. Django would do so by `serialized_rollback`, object by object, which takes half a second and
more; here the rows are written as they were read.
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
    """Django's test database begins as a copy of one that was migrated."""
    test = settings.DATABASES["default"]["TEST"]
    if connection.vendor == "sqlite":
        migrated_databases.copy_file(Path(test["NAME"]))
    else:
        test["TEMPLATE"] = migrated_databases.template(services.postgres())


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """An SQLite file that is there already is what was copied; it goes with its folder."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, pytestconfig: pytest.Config
) -> Iterator[None]:
    """As pytest-django has it, and what is in the database then is kept."""
    pytestconfig.stash[_kept] = Kept(django_db_blocker)
    # Nothing for Django to put back, which still keeps it from making content types anew.
    connection._test_serialized_contents = "[]"  # type: ignore[attr-defined]  # not in the stubs
    yield
    with django_db_blocker.unblock():
        _end_other_sessions()


def _end_other_sessions() -> None:
    """The threads that draw pages live as long as the process, and their connections as well: a
    database of PostgreSQL that is still in use cannot be dropped.
    """
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
        if kept and _commits(item) and nextitem is not None:  # the last one leaves no database
            kept.put_back()


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


class Kept:
    """The rows of the database as it is now."""

    def __init__(self, blocker: DjangoDbBlocker) -> None:
        self.blocker = blocker
        self.tables: dict[str, list[Any]] = {}  # by the statement that writes such a row
        with blocker.unblock(), connection.cursor() as cursor:
            for table in connection.introspection.django_table_names(only_existing=True):
                cursor.execute(f"SELECT * FROM {_quoted(table)}")
                rows = cursor.fetchall()
                columns = [column[0] for column in cursor.description or ()]
                if rows:
                    self.tables[_insert(table, columns)] = rows

    def put_back(self) -> None:
        """For a database that was emptied."""
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
