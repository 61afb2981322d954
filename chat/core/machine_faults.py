"""Faults of the machine: the database is away or busy, or the disk is full."""

from __future__ import annotations

import sqlite3

from django.db import InterfaceError, InternalError, OperationalError

# The rules of games are pure and never raise these, so they say nothing about a match.
MACHINE_FAULTS = (OperationalError, InterfaceError, InternalError, OSError, MemoryError)
_OWN_STATES = ("25",)  # PostgreSQL: commands in the wrong state of a transaction
_MACHINES_STATES = ("25006", "25P03")  # among these: a read-only server, and an idle timeout


def is_of_machine(error: BaseException) -> bool:
    """Return True if the machine failed, so a retry may help; False for our bugs."""
    # Drivers call some errors "operational" or "internal" for which only the program is to blame.
    if not isinstance(error, MACHINE_FAULTS):
        return False
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    state = getattr(error.__cause__, "sqlstate", None) or ""
    own = state.startswith(_OWN_STATES) and state not in _MACHINES_STATES
    return code != sqlite3.SQLITE_ERROR and not own
