"""Trying something out on the database: what is written is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """What is written within it, in a test's transaction, is undone.

    A savepoint and no block of its own: services begin theirs, which refuse to be inner ones.
    """
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
