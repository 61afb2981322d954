"""The log of a match: append-only, the truth a match can be replayed from.

`games.services.log` reads it, whether it stands in rows or packed.
"""

from __future__ import annotations

from typing import Any

from django.db import models


class LogEntry(models.Model):
    """One accepted action with what chance gave and what was told.

    `seat` is None when the clock or the house acted. `action`, `drawn` and `events` are encoded.
    `decision`: what was open after it. `streams`: each viewer's revision after it. `salt`: of its
    digest in the chain of the log.
    The row may hold what nobody may read (ballots, hands): no page, list or export shows it raw.
    """

    match = models.ForeignKey(
        "games.Match",
        on_delete=models.CASCADE,
        related_name="log",
        db_index=False,  # `log_in_order` begins with it
    )
    seq = models.PositiveIntegerField()
    seat = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=30)
    action = models.BinaryField()
    drawn = models.BinaryField()
    events = models.BinaryField()
    chapter = models.PositiveIntegerField(default=0)
    decision = models.CharField(max_length=60, blank=True)
    streams: models.JSONField[Any, dict[str, int]] = models.JSONField(default=dict)
    at = models.DateTimeField()
    salt = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name_plural = "log entries"
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="log_in_order")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq} {self.kind}"


class PackedLog(models.Model):
    """The whole log of a match that has been over for long, in place of its rows.

    `data` is made and read by `games.services.log` alone. What is said of `LogEntry` holds for it.
    """

    match = models.OneToOneField(
        "games.Match", primary_key=True, on_delete=models.CASCADE, related_name="packed_log"
    )
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"log of {self.match_id}"
