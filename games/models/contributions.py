"""Contributions of players to the randomness of a match."""

from __future__ import annotations

from django.db import models

from games.models.match import Match
from games.models.seat import Seat


class Contribution(models.Model):
    """Random text from one player's browser. The ordering is the order of joining."""

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="contribution"
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="contributions")
    # SHA-256 of the text, shown to the table from the time the player sits down.
    commitment = models.CharField(max_length=64)
    # The text itself, which the browser sends at the start; "" if it does not.
    opening = models.CharField(max_length=64, blank=True)

    class Meta:
        default_permissions = ()
        ordering = ["seat_id"]

    def __str__(self) -> str:
        return f"contribution of seat {self.seat_id}"
