"""Seats of matches."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Seat(models.Model):
    """A seat of a match, with a person or a bot. A number is never given out again.

    The row of a player who left is kept, since the result names them. A player who comes back gets
    a new seat.
    """

    class Status(models.TextChoices):
        SEATED = "seated", _("seated")
        LEFT = "left", _("left")
        KICKED = "kicked", _("kicked")

    match = models.ForeignKey(
        "games.Match",
        on_delete=models.CASCADE,
        related_name="seats",
        db_index=False,  # `seat_number_once` serves as its index
    )
    index = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        db_index=False,  # `seats_of_user` serves as its index
    )
    bot = models.CharField(max_length=30, blank=True)  # the name of a house bot
    # The user is a bot account. It counts as a bot in everything but deadlines.
    program = models.BooleanField(default=False)
    name = models.CharField(max_length=40, blank=True)
    hue = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status, default=Status.SEATED)
    missed = models.PositiveIntegerField(default=0)  # decisions in a row
    away = models.BooleanField(default=False)
    stand_in = models.CharField(max_length=30, blank=True)  # the bot that plays for the person
    # When this seat passes by itself: the title's `preferences_type`.
    auto: models.JSONField[dict[str, object], dict[str, object]] = models.JSONField(default=dict)
    guided = models.BooleanField(default=False)  # hints are shown
    # The entries of the log between which the site last played for an absent player; no end while
    # it still does. Kept until the player has read what it played.
    absent_from = models.PositiveIntegerField(null=True)
    absent_to = models.PositiveIntegerField(null=True)
    joined_at = models.DateTimeField()
    rank = models.PositiveIntegerField(null=True)
    score = models.IntegerField(null=True)
    winner = models.BooleanField(default=False)

    class Meta:
        ordering = ["match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_number_once"),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(status="seated"), name="one_seat_a_user"
            ),
            models.CheckConstraint(name="seat_hue", condition=Q(hue__lt=12)),
        ]
        indexes = [
            models.Index(fields=["user", "status"], name="seats_of_user"),
            models.Index(fields=["user", "-id"], name="seats_of_user_lately"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.match_id}"

    @property
    def is_bot(self) -> bool:
        """True if no person plays here: a house bot or a bot account does."""
        return bool(self.bot) or self.program

    @property
    def shown_name(self) -> str:
        """The name as everybody may see it now; deleted accounts have none."""
        if self.user is not None:
            return str(self.user.table_name)
        return self.name or str(_("a deleted user"))
