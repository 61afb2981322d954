"""What a match of Venice was started with."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models import Match


class Week(models.Model):
    """The fixed part of a started match; `bots_at` and `bots_from` tell how far its bots are.

    `players`: the number of seats, bots included. `seed`: the line-up seed, public (rules 5.1).
    `bots_at`: the auction the bots bid for next (7: none any more), `bots_from`: the first seat
    number that has not bid for it yet.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="week"
    )
    players = models.PositiveIntegerField()
    cap = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    bots_at = models.PositiveSmallIntegerField(default=0)
    bots_from = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="week_players", condition=Q(players__gte=2, players__lte=100_000)
            ),
            models.CheckConstraint(name="week_cap", condition=Q(cap__gte=20, cap__lte=500)),
            models.CheckConstraint(name="week_bots_at", condition=Q(bots_at__lte=7)),
        ]

    def __str__(self) -> str:
        return f"week of {self.match_id}"
