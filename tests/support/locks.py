"""Carries out all migrations on an empty PostgreSQL, and prints what each of the house locked.

    DATABASE_URL=... python -m tests.support.locks

JSON: by migration, the tables that were there before and the locks on them that keep others from
reading or writing. A migration without a transaction of its own is left out: it keeps none.
"""

from __future__ import annotations

import json

import django

HOUSE = {"auctions", "chat", "games", "lobby"}
# Whoever only reads or writes rows keeps nobody out.
TAKEN = """
SELECT relname, mode FROM pg_locks JOIN pg_class ON pg_class.oid = relation
WHERE pid = pg_backend_pid() AND relkind = 'r' AND relname = ANY(%s)
  AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
"""


def main() -> None:
    django.setup()
    from django.db import connection, transaction
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    executor.recorder.ensure_schema()
    state = executor.loader.project_state([])
    taken = {}
    for migration, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes()):
        before = connection.introspection.table_names()
        if not migration.atomic:
            executor.apply_migration(state, migration)
            continue
        with transaction.atomic(), connection.cursor() as cursor:
            state = executor.apply_migration(state, migration)
            cursor.execute(TAKEN, [before])
            if migration.app_label in HOUSE:
                taken[f"{migration.app_label}/{migration.name}"] = sorted(cursor.fetchall())
    print(json.dumps(taken, indent=1))  # noqa: T201  (whoever started it reads this)


if __name__ == "__main__":
    main()
