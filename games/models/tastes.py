"""What the house has learnt of cards from public counts of votes (Blanks 25), for its bots."""

from __future__ import annotations

from django.db import models

from games.models.match import Match
from games.models.packs import Pack


class CardTaste(models.Model):
    """Votes that a white card of this pack got, and could have got, in matches counted so far.

    A card is its text: one that is written anew is another. Its language is that of its pack.
    """

    pack = models.ForeignKey(
        Pack, on_delete=models.CASCADE, related_name="tastes", db_index=False
    )  # `taste_once` begins with it
    text = models.CharField(max_length=200)
    got = models.PositiveIntegerField()
    possible = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pack", "text"], name="taste_once")]

    def __str__(self) -> str:
        return self.text


class CountedMatch(models.Model):
    """A match whose votes are in the table of tastes, or that is none to learn from."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="counted"
    )

    def __str__(self) -> str:
        return f"counted {self.match_id}"


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
