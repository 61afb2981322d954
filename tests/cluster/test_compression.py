"""PostgreSQL compresses the snapshots of matches with lz4 where it can."""

from __future__ import annotations

import pytest
from django.db import connection


@pytest.mark.django_db
def test_snapshots_are_compressed_with_lz4_if_available() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"
        )
        offered = cursor.fetchone() == (True,)
        cursor.execute(
            "SELECT attcompression::text FROM pg_attribute"
            " WHERE attrelid = 'games_match'::regclass AND attname = 'snapshot'"
        )
        assert cursor.fetchone() == ("l" if offered else "",)
