"""What bots go by beside their views: what they have thought out, and what they were handed."""

from __future__ import annotations

from django.db import models

from games.models.match import Match


class BotPlan(models.Model):
    """What a bot that searches is going to do in one decision; the last one of its seat.

    As secret as a sealed answer: it is in no view, no log and no record.
    """

    # The constraint below serves its look-ups.
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="bot_plans", db_index=False
    )
    seat = models.PositiveIntegerField()
    decision = models.CharField(max_length=60)
    answer = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="plan_once")]

    def __str__(self) -> str:
        return f"plan of seat {self.seat} in {self.match_id}"


class BotNotes(models.Model):
    """What the bots of a match go by beside their views, copied at its start. Never changes.

    It is in no view, no log and no record: what bots did is replayed without it.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="bot_notes"
    )
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"notes for the bots of {self.match_id}"
