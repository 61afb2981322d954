"""Packs of cards for Blanks: what moderators made of them, what the site learnt of the cards."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Pack(models.Model):
    """A named set of cards. Who may use it follows from its state (Blanks 21).

    `blocked`: a moderator has rejected it so that not even its author may use it; stays until one
    approves it or rejects it more mildly. `state_reason`: what the moderator said.
    """

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
    state_reason = models.CharField(_("reason"), max_length=300, blank=True)
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
    """A card of a pack. A hidden one is not dealt in matches that start from then on.

    `place` counts from 0 within its colour; `name` is the id its author gave it, or a made one.
    """

    class Colour(models.TextChoices):
        BLACK = "black", _("black")
        WHITE = "white", _("white")

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="cards")
    colour = models.CharField(_("colour"), max_length=5, choices=Colour)
    place = models.PositiveIntegerField()
    name = models.TextField()
    text = models.CharField(_("text"), max_length=200)
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
