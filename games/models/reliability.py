"""How many decisions people answered in time, and when the house could not take answers."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.match import Match


class MissedDecision(models.Model):
    """A decision that a seat did not answer itself, as of the entry `seq` of the log.

    `LATE`: its deadline, `due`, passed after it was open since `asked_at` (None where the clock
    itself came late, so that nobody is to blame). `PLAYED`: the house answered for somebody who was
    away. `LEFT`: its player left the match by themselves.
    """

    class Kind(models.TextChoices):
        LATE = "late"
        PLAYED = "played"
        LEFT = "left"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="missed_decisions")
    seq = models.PositiveIntegerField()
    seat = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    asked_at = models.DateTimeField(null=True)
    due = models.DateTimeField(null=True)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq}: seat {self.seat} {self.kind}"


class MatchToCount(models.Model):
    """A match that has ended, and whose decisions wait to be counted."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="to_count"
    )
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id} to count"


class MatchReliability(models.Model):
    """What somebody answered in a match that was counted. `month`: its first day, in UTC."""

    match = models.ForeignKey(
        Match,
        on_delete=models.CASCADE,
        related_name="reliability_counted",
        db_index=False,  # the constraint below serves its look-ups
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    pace = models.CharField(max_length=4, choices=Match.Pace)
    month = models.DateField(db_index=True)
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
    """What somebody answered in the matches of a pace that ended in a month: the sum of those."""

    # The constraint below serves its look-ups.
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
    """When a web of the house was last seen to take answers: one row for all webs."""

    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"taking answers at {self.at}"


class Outage(models.Model):
    """A time in which no web of the house took answers."""

    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"down from {self.since} to {self.until}"
