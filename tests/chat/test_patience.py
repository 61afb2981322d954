"""While another connection holds SQLite's writer, no page waits for it.

Presence that could not be recorded follows with the next heartbeat.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from django.db import OperationalError, connection, transaction

from chat.core.try_write import _Writer, best_effort
from chat.live.presence import enter, refresh_or_enter, who
from lobby.models import User
from tests.support.log_in import client_for
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _never_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Writer, "taken", float("-inf"))


@contextmanager
def writing() -> Iterator[None]:
    """Hold the database's write lock in another thread."""
    begun, end = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            User.objects.filter(username="nobody").update(seen_on=None)
            begun.set()
            end.wait(PATIENCE)
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    begun.wait(PATIENCE)
    try:
        yield
    finally:
        end.set()
        thread.join()


def test_a_page_does_not_wait_to_record_the_visit() -> None:
    ada = User.objects.create(username="ada", seen_on=date(2020, 1, 1))
    client = client_for(ada)
    User.objects.update(seen_on=date(2020, 1, 1))
    with writing():
        began = time.perf_counter()
        assert client.get("/").status_code == 200
        assert time.perf_counter() - began < 5
    _Writer.taken = float("-inf")
    client.get("/")
    assert User.objects.get().seen_on != date(2020, 1, 1)


def test_presence_that_could_not_be_stored_is_stored_at_the_next_heartbeat() -> None:
    ada = User.objects.create(username="ada")
    with writing():
        began = time.perf_counter()
        assert not best_effort(lambda: enter(ada, "table-x", "one"))
        assert not best_effort(lambda: enter(ada, "table-x", "one"))
        assert time.perf_counter() - began < 5
    assert who("table-x").count == 0
    _Writer.taken = float("-inf")
    assert best_effort(lambda: refresh_or_enter(ada, "table-x", "one"))
    assert who("table-x").people == (ada,)


def test_nobody_retries_for_a_while_after_a_failed_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chat.core.try_write.THEN_REST", float("inf"))
    ada = User.objects.create(username="ada")
    with writing():
        assert not best_effort(lambda: enter(ada, "table-x", "one"))
    tried: list[str] = []
    assert not best_effort(lambda: tried.append("again"))
    assert not tried
    _Writer.taken = float("-inf")
    assert best_effort(lambda: tried.append("later"))


def test_other_database_errors_are_raised() -> None:
    def fault() -> None:
        raise OperationalError("no such table: nowhere")

    with pytest.raises(OperationalError, match="nowhere"):
        best_effort(fault)


def test_the_usual_timeout_is_restored() -> None:
    def waits() -> int:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout")
            found: int = cursor.fetchone()[0]
        return found

    before, within = waits(), []
    assert best_effort(lambda: within.append(waits()))
    with pytest.raises(ZeroDivisionError):
        best_effort(lambda: 1 // 0)
    assert within == [100]
    assert waits() == before
