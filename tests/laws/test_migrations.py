"""The law that migrations are regenerated until 1.0 (`make migrations`)."""

from __future__ import annotations

from collections import Counter

from django.db.migrations.loader import MigrationLoader

from tests.laws.source import APPS

MOST = 8


def test_each_app_has_one_initial_migration() -> None:
    own = {key: found for key, found in MigrationLoader(None).disk_migrations.items()
           if key[0] in APPS}  # fmt: skip
    assert len(own) <= MOST
    initial = Counter(app for (app, _name), found in own.items() if found.initial)
    assert initial == dict.fromkeys({app for app, _name in own}, 1)
