"""The log of a match: append-only, and sufficient to replay the match.

`games.services.log` reads it, whether it is stored in rows or packed.
"""

from __future__ import annotations

from typing import Any

from django.db import models


class LogEntry(models.Model):
    """An accepted action, with its draws and events.

    A row may contain secrets (ballots, hands): no page, list or export shows it raw.
    """

    match = models.ForeignKey(
        "games.Match",
        on_delete=models.CASCADE,
        related_name="log",
        db_index=False,  # `log_in_order` serves as its index
    )
    seq = models.PositiveIntegerField()
    seat = models.PositiveIntegerField(null=True)  # None: the clock or the site acted
    kind = models.CharField(max_length=30)
    action = models.BinaryField()  # this and the next two are encoded
    drawn = models.BinaryField()
    events = models.BinaryField()
    chapter = models.PositiveIntegerField(default=0)
    decision = models.CharField(max_length=60, blank=True)  # the open one after this entry
    # Each viewer's revision after this entry.
    streams: models.JSONField[Any, dict[str, int]] = models.JSONField(default=dict)
    at = models.DateTimeField()
    salt = models.CharField(max_length=64, blank=True)  # of its digest in the chain of the log

    class Meta:
        verbose_name_plural = "log entries"
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="log_in_order")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq} {self.kind}"


class PackedLog(models.Model):
    """The whole log of a match that ended long ago, in place of its rows.

    It may contain secrets like `LogEntry`.
    """

    match = models.OneToOneField(
        "games.Match", primary_key=True, on_delete=models.CASCADE, related_name="packed_log"
    )
    data = models.BinaryField()  # written and read by `games.services.log` only

    def __str__(self) -> str:
        return f"log of {self.match_id}"
