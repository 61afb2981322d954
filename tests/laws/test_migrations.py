"""A house is brought up to date while people play, who wait for a moment at most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    AlterUniqueTogether,
    CreateModel,
    Migration,
)

from chat.core.indexes import AddIndexInUse
from tests.laws.source import nothing
from tests.support.migrations import locks_said, migrations, said_of_locks

# Of before the house was open to anybody: there was no row yet that somebody could wait for.
OF_BEFORE = {"games/0004_seat_guided", "games/0005_indexes_once", "games/0007_invitation_by"}


def _kept_waiting(migration: Migration) -> Iterator[str]:
    """What reads or rewrites a whole table that is in use, or breaks the code of before."""
    new = {operation.name.lower() for operation in _all(migration, CreateModel)}
    for operation in migration.operations:
        table = getattr(operation, "model_name", "").lower()
        if not table or table in new:
            continue
        match operation:
            case AddIndexInUse():
                if migration.atomic:
                    yield f"{table}: an index is made in use within a transaction"
            case AddIndex() | AlterUniqueTogether():
                yield f"{table}: an index is made while others wait: use AddIndexInUse"
            case AddConstraint(constraint=models.UniqueConstraint()):
                yield f"{table}: the index of a constraint is made while others wait"
            case AlterField(field=field) if _has_key(field):
                yield f"{table}.{operation.name}: keys are made anew, and checked row by row"
            case AddField(field=field):
                yield from (f"{table}.{operation.name}: {why}" for why in _of_column(field))


def _has_key(field: Any) -> bool:
    return bool(field.remote_field or field.db_index or field.unique)


def _of_column(field: Any) -> Iterator[str]:
    if field.db_index or field.unique:
        yield "its index is made while others wait: give it none, and add one in use"
    if not field.null and field.db_default is models.NOT_PROVIDED and not field.many_to_many:
        yield "rows of code that does not know it are refused: null=True, or a db_default"


def _all(migration: Migration, kind: type[Any]) -> Iterator[Any]:
    return (operation for operation in migration.operations if isinstance(operation, kind))


def test_each_migration_says_what_it_locks_and_for_how_long() -> None:
    assert len(migrations()) > 15
    nothing(
        name
        for name, migration in migrations().items()
        if said_of_locks(migration) != "nothing." and not list(locks_said(migration))
    )


def test_no_migration_keeps_people_waiting_who_play() -> None:
    found = {name: list(_kept_waiting(migration)) for name, migration in migrations().items()}
    assert {name for name in OF_BEFORE if found.pop(name)} == OF_BEFORE
    nothing(f"{name}: {why}" for name, told in found.items() for why in told)
