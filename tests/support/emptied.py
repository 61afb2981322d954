"""A test may run after any other, on whatever worker, in whatever order.

A test that commits (`django_db(transaction=True)`) empties the whole database at its end. Django
lets such tests run last of all; spread over workers file by file they do not. So what the
migrations put there (the house pack, the moderators' group, content types) is put back before
anybody else comes: after each test that commits, unless the next one commits as well and puts it
back itself at its beginning.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest
from pytest_django import DjangoDbBlocker

_blocker = pytest.StashKey[DjangoDbBlocker]()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, pytestconfig: pytest.Config
) -> None:
    """As pytest-django has it; from here on there is a database that can be emptied."""
    pytestconfig.stash[_blocker] = django_db_blocker


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
        blocker = item.config.stash.get(_blocker, None)
        if blocker and _commits(item) and nextitem is not None and not _commits(nextitem):
            with blocker.unblock():
                _put_back()


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


def _put_back() -> None:
    from django.db import connection

    # What `serialized_rollback` puts back, kept by Django when the database was made.
    kept = connection._test_serialized_contents  # type: ignore[attr-defined]  # not in the stubs
    connection.creation.deserialize_db_from_string(kept)
