"""Packs of cards for Blanks: cards, moderation, and how well cards are liked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Pack(models.Model):
    """A named set of cards. Its state decides who may use it (Blanks 21)."""

    class State(models.TextChoices):
        PRIVATE = "private", _("private")
        SUBMITTED = "submitted", _("submitted")
        APPROVED = "approved", _("approved")
        REJECTED = "rejected", _("rejected")
        RETIRED = "retired", _("retired")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=60)
    language = models.CharField(_("language"), max_length=30, default="en")
    description = models.CharField(max_length=500, blank=True)
    author_line = models.CharField(max_length=100, blank=True)
    licence = models.CharField(max_length=100, blank=True)
    min_age = models.PositiveSmallIntegerField(default=13)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("author"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="packs",
    )
    house = models.BooleanField(default=False)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PRIVATE)
    state_reason = models.CharField(_("reason"), max_length=300, blank=True)  # by the moderator
    # Rejected so that not even its author may use it, until a moderator approves it or rejects it
    # without this.
    blocked = models.BooleanField(_("blocked"), default=False)
    created_at = models.DateTimeField(_("made"))
    changed_at = models.DateTimeField(_("changed"))
    submitted_at = models.DateTimeField(_("submitted"), null=True, blank=True)

    class Meta:
        verbose_name = _("card pack")
        verbose_name_plural = _("card packs")
        indexes = [
            models.Index(fields=["state", "name"], name="packs_by_state"),
            models.Index(fields=["-changed_at"], name="packs_by_change"),
        ]
        constraints = [
            models.CheckConstraint(name="pack_age", condition=Q(min_age__lte=18)),
            models.CheckConstraint(
                name="pack_blocked_not_approved", condition=~Q(state="approved", blocked=True)
            ),
            models.CheckConstraint(
                name="pack_submitted_at", condition=~Q(state="submitted", submitted_at=None)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PackCard(models.Model):
    """A card of a pack. A hidden card is not dealt in matches that start later."""

    class Colour(models.TextChoices):
        BLACK = "black", _("black")
        WHITE = "white", _("white")

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="cards")
    colour = models.CharField(_("colour"), max_length=5, choices=Colour)
    place = models.PositiveIntegerField()  # within its colour, from 0
    name = models.TextField()  # the id that its author gave it, or a generated one
    text = models.CharField(_("text"), max_length=250)
    pick = models.PositiveSmallIntegerField(default=0)
    draw = models.PositiveSmallIntegerField(default=0)
    hidden = models.BooleanField(_("hidden"), default=False)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ["pack_id", "colour", "place"]
        constraints = [
            models.UniqueConstraint(fields=["pack", "colour", "place"], name="card_place_once"),
        ]

    def __str__(self) -> str:
        return self.text


class PackBar(models.Model):
    """An author whom moderators have barred from making packs."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pack_bar"
    )
    reason = models.CharField(_("reason"), max_length=300)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("barred author")
        verbose_name_plural = _("barred authors")

    def __str__(self) -> str:
        return f"bar of {self.user_id}"


class CardTaste(models.Model):
    """Votes for a white card of this pack, in the matches counted so far.

    A card is identified by its text, so a reworded card is a new one.
    """

    pack = models.ForeignKey(
        Pack, on_delete=models.CASCADE, related_name="tastes", db_index=False
    )  # `taste_once` serves as its index
    text = models.CharField(max_length=200)
    got = models.PositiveIntegerField()
    possible = models.PositiveIntegerField()  # votes that it could have got

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pack", "text"], name="taste_once")]

    def __str__(self) -> str:
        return self.text


class CountedMatch(models.Model):
    """A match whose votes are included in the tastes, or that gives nothing to learn."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="counted"
    )

    def __str__(self) -> str:
        return f"counted {self.match_id}"
