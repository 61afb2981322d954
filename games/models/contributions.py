"""What players add to the chance of a match."""

from __future__ import annotations

from django.db import models

from games.models.match import Match
from games.models.seat import Seat


class Contribution(models.Model):
    """A random text of one player's browser. In the order of their seats' keys: that of joining.

    `commitment`: its SHA-256, shown to the table from when they sat down. `opening`: the text
    itself, which their browser sends at the start; "" where it did not.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="contribution"
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="contributions")
    commitment = models.CharField(max_length=64)
    opening = models.CharField(max_length=64, blank=True)

    class Meta:
        default_permissions = ()
        ordering = ["seat_id"]

    def __str__(self) -> str:
        return f"contribution of seat {self.seat_id}"
