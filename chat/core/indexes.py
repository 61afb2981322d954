"""Indexes for tables that are in use."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations import AddIndex

_VALID = """
SELECT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE relname = %s AND pg_table_is_visible(pg_class.oid)
"""


class AddIndexInUse(AddIndexConcurrently):
    """As `AddIndex`; on PostgreSQL reading and writing go on while the index is made.

    For a migration with `atomic = False`, which may be interrupted: carried out again it keeps an
    index that is whole, and makes one anew that is not.
    """

    def database_forwards(self, app_label: str, editor: Any, old: Any, new: Any) -> None:
        if editor.connection.vendor != "postgresql":
            AddIndex.database_forwards(self, app_label, editor, old, new)
            return
        valid = self._is_valid(editor)
        if valid is False:
            editor.execute(f"DROP INDEX CONCURRENTLY {self.index.name}")
        if not valid:
            super().database_forwards(app_label, editor, old, new)

    def database_backwards(self, app_label: str, editor: Any, old: Any, new: Any) -> None:
        if editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, editor, old, new)
        else:
            AddIndex.database_backwards(self, app_label, editor, old, new)

    def _is_valid(self, editor: Any) -> bool | None:
        """None where there is no index of this name."""
        with editor.connection.cursor() as cursor:
            cursor.execute(_VALID, [self.index.name])
            row = cursor.fetchone()
        return None if row is None else bool(row[0])
