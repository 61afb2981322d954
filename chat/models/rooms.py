"""Rooms and messages, and each person's allowance and read marks."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

MAX_TEXT = 500  # characters of a message


class Room(models.Model):
    """A chat room. Nobody can write in it while it is closed."""

    key = models.CharField(_("key"), max_length=80, unique=True)  # `lobby`, `table-…`, `watch-…`
    closed = models.BooleanField(_("closed"), default=False)  # by a moderator
    host_closed = models.BooleanField(_("closed by the host"), default=False)
    # Seconds that each person waits between two messages.
    slow_seconds = models.PositiveSmallIntegerField(_("slow mode"), default=0)

    shown_name = ""  # for texts, where `chat.messages.rooms.places_of` has been asked for it

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        constraints = [models.CheckConstraint(name="room_has_key", condition=~Q(key=""))]

    def __str__(self) -> str:
        return self.shown_name or self.key


class Message(models.Model):
    """A chat message. If it is removed, only moderators can still read its text."""

    class Remover(models.TextChoices):
        AUTHOR = "author", _("the author")
        MODERATOR = "moderator", _("a moderator")
        HOST = "host", _("the host")

    room = models.ForeignKey(
        Room,
        on_delete=models.CASCADE,
        related_name="messages",
        db_index=False,  # an index below begins with it
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="messages",
        db_index=False,  # the unique key below begins with it
    )
    text = models.CharField(_("text"), max_length=MAX_TEXT)
    key = models.CharField(max_length=64)  # the sender's idempotency key, for retries
    at = models.DateTimeField(_("time"))
    removed_at = models.DateTimeField(_("removed at"), null=True)
    removed_by = models.CharField(_("removed by"), max_length=9, choices=Remover, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [
            models.Index(fields=["room", "id"], name="message_in_room"),
            models.Index(fields=["at"], name="message_by_age"),
            models.Index(
                fields=["room", "id"],
                name="message_removed",
                condition=Q(removed_at__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["author", "key"], name="message_sent_once"),
            models.CheckConstraint(name="message_has_text", condition=~Q(text="")),
            models.CheckConstraint(
                name="message_removed_by_somebody",
                condition=Q(removed_at__isnull=True, removed_by="")
                | (Q(removed_at__isnull=False) & ~Q(removed_by="")),
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]


class Allowance(models.Model):
    """The allowance of a person: when they may next send five messages at once.

    The row is also the lock that makes one person's messages follow one another.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    full_at = models.DateTimeField()  # when the allowance is full again

    def __str__(self) -> str:
        return f"{self.user_id} {self.full_at}"


class ReadMark(models.Model):
    """The last message of a room that a person has seen, by id."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="+")
    message_id = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "room"], name="one_mark_a_room")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.room_id} {self.message_id}"
