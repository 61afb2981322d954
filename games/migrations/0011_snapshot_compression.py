"""PostgreSQL packs the state of a match with lz4, where it was built with it: at every action.

Its own way takes several times as long (docs/performance.md). What is stored already stays as it is
until it is next written, and can be read either way.

Locks: games_match ACCESS EXCLUSIVE, for a moment: only what the catalogue says of it changes.
"""

from collections.abc import Callable
from typing import Any

from django.db import migrations

OFFERED = "SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"


def pack_with(compression: str) -> Callable[[Any, Any], None]:
    def change(apps: Any, schema_editor: Any) -> None:
        connection = schema_editor.connection
        if connection.vendor != "postgresql":
            return
        with connection.cursor() as cursor:
            cursor.execute(OFFERED)
            if cursor.fetchone() == (True,):
                schema_editor.execute(
                    f"ALTER TABLE games_match ALTER COLUMN snapshot SET COMPRESSION {compression}"
                )

    return change


class Migration(migrations.Migration):
    dependencies = [("games", "0010_shared_content")]

    operations = [migrations.RunPython(pack_with("lz4"), pack_with("default"))]
