"""A connection to PostgreSQL is asked whether it lives only where there is a doubt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import close_old_connections, connection
from django.db.backends.postgresql import base

from tests.chat.conftest import end_from_elsewhere

pytestmark = [pytest.mark.cluster, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """What Django's own query of the connection has said, each time it was sent."""
    answers: list[bool] = []
    ask = base.DatabaseWrapper.is_usable

    def note(self: Any) -> bool:
        answers.append(ask(self))
        return answers[-1]

    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", True)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 60)
    monkeypatch.setattr(base.DatabaseWrapper, "is_usable", note)
    connection.close()
    yield answers
    connection.close()


def request_begins() -> int:
    """What Django does at the start and the end of each request. The server's process."""
    close_old_connections()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_one_that_is_open_and_quiet_is_not_asked(asked: list[bool]) -> None:
    processes = {request_begins() for _request in range(3)}
    assert len(processes) == 1
    assert asked == []


def test_one_that_the_server_has_ended_is_made_anew(asked: list[bool]) -> None:
    before = request_begins()
    end_from_elsewhere(before)
    assert request_begins() != before
    assert asked == [False]


def test_after_an_error_it_is_asked(asked: list[bool]) -> None:
    before = request_begins()
    connection.errors_occurred = True
    assert request_begins() == before
    assert asked == [True]
