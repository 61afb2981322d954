"""What limits have counted."""

from __future__ import annotations

from django.db import models


class LimitEntry(models.Model):
    """A row of the cache that lasts (`chat/core/cache.py`), which alone reads and writes it.

    The columns are those of Django's cache in a database. It is a model so that migrations make
    the table, wherever the site is brought up to date.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "chat_limits"

    def __str__(self) -> str:
        return self.cache_key
