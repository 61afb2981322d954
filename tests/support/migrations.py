"""The house's migrations, and what each says of the locks it takes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

from tests.laws.source import APPS

_TABLE = r"(?:auth|lobby|chat|games|auctions)_\w+"
_MODE = r"ACCESS EXCLUSIVE|EXCLUSIVE|SHARE ROW EXCLUSIVE|SHARE UPDATE EXCLUSIVE|SHARE"
_LOCKED = re.compile(rf"({_TABLE}(?:, {_TABLE})*) ({_MODE})")


def migrations() -> dict[str, Migration]:
    """By `app/name`."""
    loader = MigrationLoader(None)
    return {
        f"{app}/{name}": migration
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if app in APPS
    }


def said_of_locks(migration: Migration) -> str:
    """What stands after `Locks:` in its docstring; "" where nothing does."""
    words = " ".join((sys.modules[type(migration).__module__].__doc__ or "").split())
    return words.partition("Locks: ")[2]


def locks_said(migration: Migration) -> Iterator[tuple[str, str]]:
    """Each table it names, with the lock."""
    for tables, mode in _LOCKED.findall(said_of_locks(migration)):
        yield from ((table, mode) for table in tables.split(", "))
