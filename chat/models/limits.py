"""Counts for limits."""

from __future__ import annotations

from django.db import models


class LimitEntry(models.Model):
    """A row of the lasting cache (`chat/core/cache.py`), which alone uses it.

    The columns are those of Django's database cache. It is a model so that migrations create the
    table wherever a site is upgraded.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "chat_limits"

    def __str__(self) -> str:
        return self.cache_key
