"""A check for databases of older commits, which cannot be upgraded before 1.0."""

from __future__ import annotations

from django.apps import apps
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

OWN = ("lobby", "chat", "games", "auctions")


def refuse_older_database() -> None:
    """Refuse a database that an older commit created.

    Raise `CommandError` with instructions.
    """
    if not _is_older():
        return
    name = connection.settings_dict["NAME"]
    do = f"remove {name}" if connection.vendor == "sqlite" else f"empty the database “{name}”"
    raise CommandError(
        f"The database was made by an older commit, from which there is no upgrade: {do}"
        " and start again."
    )


def _is_older() -> bool:
    loader = MigrationLoader(connection)
    known = {key for key in loader.disk_migrations if key[0] in OWN}
    applied = {key for key in loader.applied_migrations or () if key[0] in OWN}
    # Until 1.0, the initial migrations are regenerated under the same names.
    return not applied <= known or (applied == known and not _has_tables_of_models())


def _has_tables_of_models() -> bool:
    models = [m for m in apps.get_models() if m._meta.app_label in OWN and not m._meta.proxy]
    tables = set(connection.introspection.table_names())
    return all(m._meta.db_table in tables and _has_columns(m) for m in models)


def _has_columns(model: type[Model]) -> bool:
    """Return True if the table's columns and their nullability match the model."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_table_description(cursor, model._meta.db_table)
    wanted = {(field.column, field.null) for field in model._meta.local_concrete_fields}
    return {(column.name, column.null_ok) for column in found} == wanted
