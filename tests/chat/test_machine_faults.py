"""Faults of the machine are distinguished from faults of the program."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest
from django.db import (
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)

from chat.core.machine_faults import is_of_machine


def _from(error: Exception, cause: Exception | None) -> Exception:
    """Chain an error to a driver's, as Django does."""
    error.__cause__ = cause
    return error


def _sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    "error",
    [
        _from(OperationalError(), psycopg.errors.AdminShutdown()),
        _from(OperationalError(), psycopg.errors.DiskFull()),
        _from(OperationalError(), psycopg.errors.DeadlockDetected()),
        _from(OperationalError(), psycopg.OperationalError("no connection, so no state")),
        _from(OperationalError(), _sqlite(sqlite3.SQLITE_FULL)),
        _from(OperationalError(), _sqlite(sqlite3.SQLITE_BUSY)),
        _from(InterfaceError(), psycopg.InterfaceError()),
        _from(InternalError(), psycopg.errors.DataCorrupted()),
        _from(InternalError(), psycopg.errors.ReadOnlySqlTransaction()),
        OSError(),
        MemoryError(),
    ],
)
def test_a_missing_or_full_database_is_a_machine_fault(error: Exception) -> None:
    assert is_of_machine(error)


@pytest.mark.parametrize(
    "error",
    [
        IntegrityError(),
        ProgrammingError(),
        DataError(),
        Error(),
        _from(InternalError(), psycopg.errors.InFailedSqlTransaction()),
        ZeroDivisionError(),
    ],
)
def test_permanent_errors_are_bugs(error: Exception) -> None:
    assert not is_of_machine(error)


@pytest.mark.django_db
def test_wrong_sql_is_a_bug_whatever_the_error_class() -> None:
    with pytest.raises(Error) as raised, connection.cursor() as cursor:
        cursor.execute("SELECT nonsense FROM nowhere")
    assert not is_of_machine(raised.value)
