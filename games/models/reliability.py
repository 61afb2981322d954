"""Reliability: decisions that people answered in time or missed, and outages."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.match import Match


class MissedDecision(models.Model):
    """A decision that a seat did not answer itself."""

    class Kind(models.TextChoices):
        LATE = "late"  # its deadline passed
        PLAYED = "played"  # the site answered for a player who was away
        LEFT = "left"  # the player left the match by choice

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="missed_decisions")
    seq = models.PositiveIntegerField()  # the entry of the log that shows it
    seat = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    # For `LATE`: when the decision came up, or None if the site itself was late and the player is
    # not to blame.
    asked_at = models.DateTimeField(null=True)
    due = models.DateTimeField(null=True)  # for `LATE`: the deadline
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq}: seat {self.seat} {self.kind}"


class MatchToCount(models.Model):
    """An ended match whose decisions are still to be counted."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="to_count"
    )
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id} to count"


class MatchReliability(models.Model):
    """The decisions that a player answered and missed in a counted match."""

    match = models.ForeignKey(
        Match,
        on_delete=models.CASCADE,
        related_name="reliability_counted",
        db_index=False,  # the constraint below serves as its index
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    pace = models.CharField(max_length=4, choices=Match.Pace)
    month = models.DateField(db_index=True)  # when the match ended: the month's first day, in UTC
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="match_reliability_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.match_id}"


class Reliability(models.Model):
    """The sum of a player's `MatchReliability` by pace and month."""

    # The constraint below serves as its index.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    pace = models.CharField(max_length=4, choices=Match.Pace)
    month = models.DateField(db_index=True)
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "pace", "month"], name="reliability_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.pace} pace in {self.month:%Y-%m}"


class HousePulse(models.Model):
    """The last time that any web process reported that it takes answers: one row."""

    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"taking answers at {self.at}"


class Outage(models.Model):
    """A time in which no web process took answers."""

    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"down from {self.since} to {self.until}"
