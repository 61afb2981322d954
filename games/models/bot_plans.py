"""Data of bots beside their views: the plans of searches, and notes."""

from __future__ import annotations

from django.db import models

from games.models.match import Match


class BotPlan(models.Model):
    """The action that a searching bot has chosen for one decision of its seat.

    It replaces the seat's previous plan, and is as secret as a sealed answer: it appears in no
    view, no log and no record.
    """

    # The constraint below serves as its index.
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
    """Notes for the bots of a match, copied at its start. They never change.

    They appear in no view, no log and no record: replaying what bots did does not need them.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="bot_notes"
    )
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"notes for the bots of {self.match_id}"
