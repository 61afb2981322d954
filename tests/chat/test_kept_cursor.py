"""SQL that is kept is carried out by a cursor that is kept, and all is as with one of Django's."""

from __future__ import annotations

import threading
from datetime import UTC
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from chat.core.internals import cursor_for
from chat.core.postgresql.kept import KeptCursor
from chat.core.prepared import Prepared
from tests.chat.conftest import end_from_elsewhere

pytestmark = [pytest.mark.cluster, pytest.mark.django_db(transaction=True)]

_named = Prepared(lambda name: get_user_model().objects.filter(username=name), name=str)


def _process() -> int:
    with cursor_for(connection) as cursor:
        cursor.execute("SELECT pg_backend_pid()", [])
        return int(cursor.fetchone()[0])


def test_there_is_one_for_each_connection() -> None:
    first, process = cursor_for(connection), _process()
    assert isinstance(first, KeptCursor)
    assert cursor_for(connection) is first
    connection.close()
    assert cursor_for(connection) is not first
    assert _process() != process


def test_another_thread_has_its_own() -> None:
    found: list[Any] = []

    def look() -> None:
        found.append(cursor_for(connection))
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    (theirs,) = found
    assert isinstance(theirs, KeptCursor)
    assert theirs is not cursor_for(connection)


def test_a_row_is_read_as_django_reads_it() -> None:
    made = get_user_model().objects.create(username="ann", hue=3)
    kept = _named.first(name="ann")
    usual = get_user_model().objects.get(pk=made.pk)
    assert kept is not None
    assert {**vars(kept), "_state": None} == {**vars(usual), "_state": None}
    assert [type(value) for value in vars(kept).values()] == [
        type(value) for value in vars(usual).values()
    ]
    assert kept.date_joined.tzinfo is UTC
    assert usual.date_joined.tzinfo is UTC


def test_each_value_has_its_place_and_a_percent_stays_one() -> None:
    with cursor_for(connection) as cursor:
        cursor.execute("SELECT %s::text, 10 %% 4, %s::int, %s::text", ["%s", 12, "$1"])
        assert cursor.fetchone() == ("%s", 2, 12, "$1")


def test_a_text_is_given_values_of_any_size_and_others_between() -> None:
    for number in (1, 70_000, 2**40, None, 2):
        with cursor_for(connection) as cursor:
            cursor.execute("SELECT %s::bigint", [number])
            assert cursor.fetchone() == (number,)
            cursor.execute("SELECT %s::text", [str(number)])
            assert cursor.fetchall() == [(str(number),)]


def test_whoever_counts_or_wraps_statements_is_told_of_them() -> None:
    seen: list[str] = []

    def note(execute: Any, sql: str, *more: Any) -> Any:
        seen.append(sql)
        return execute(sql, *more)

    with CaptureQueriesContext(connection) as asked:
        assert _named.first(name="ann") is None
    with connection.execute_wrapper(note):
        assert _named.first(name="ann") is None
    assert len(asked) == len(seen) == 1


def test_behind_a_pooler_it_is_one_of_djangos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "server_side_binding", False)
    assert not isinstance(cursor_for(connection), KeptCursor)


def test_an_error_is_djangos_and_the_next_statement_works() -> None:
    with pytest.raises(DatabaseError), cursor_for(connection) as cursor:
        cursor.execute("SELECT no_such_column", [])
    assert connection.errors_occurred
    assert _process() > 0


def test_nothing_is_asked_in_a_transaction_that_is_to_be_rolled_back() -> None:
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            _named.first(name="ann")
    assert _named.first(name="ann") is None


def test_one_whose_server_has_gone_is_made_anew() -> None:
    process = _process()
    end_from_elsewhere(process)
    with pytest.raises(DatabaseError):
        _process()
    connection.close_if_unusable_or_obsolete()
    assert _process() != process
