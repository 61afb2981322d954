"""Table alerts: people who want to be notified when a table of a game opens."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match


class TableAlert(models.Model):
    """A person's wish to be notified of new tables of a game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="table_alerts",
        db_index=False,  # `alert_once` serves as its index
    )
    game = models.CharField(max_length=30)
    pace = models.CharField(max_length=4, choices=Match.Pace, blank=True)  # "" for any
    # Hours of the person's own time zone; both are set or neither is.
    hour_from = models.PositiveSmallIntegerField(null=True)
    hour_to = models.PositiveSmallIntegerField(null=True)
    told_at = models.DateTimeField(null=True)  # limits how often a person is notified

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="alert_once"),
            models.CheckConstraint(
                name="alert_hours",
                condition=Q(hour_from__isnull=True, hour_to__isnull=True)
                | Q(hour_from__lt=24, hour_to__lt=24),
            ),
        ]
        indexes = [models.Index(fields=["game", "told_at"], name="alerts_of_game")]

    def __str__(self) -> str:
        return f"{self.user_id} looks for {self.game}"
