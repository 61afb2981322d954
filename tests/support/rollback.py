"""Trial writes to the database that are rolled back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """Roll back what is written within the block, inside a test's transaction."""
    # A savepoint instead of atomic(): services open durable blocks, which must not be nested.
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
