"""Relations between people: blocks, friendships, notices and presence."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """A block: neither of the two people reads, sees or invites the other."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once"),
            models.CheckConstraint(
                name="nobody_blocks_themselves", condition=~Q(blocker=F("blocked"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Friendship(models.Model):
    """A friendship of two members, or a request for one. There is one row per pair."""

    class State(models.TextChoices):
        ASKED = "asked", _("requested")
        # Also a request held back by a block. Its maker cannot tell either from one that waits.
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FRIENDS = "friends", _("friends")

    # The pair in order of keys, so that it cannot be stored twice.
    low = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    high = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # is one of the two, by whom rows are found
    )
    asked_at = models.DateTimeField()  # of the latest request
    state = models.CharField(max_length=9, choices=State)
    since = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="one_friendship_a_pair"),
            models.CheckConstraint(name="friends_in_order", condition=Q(low__lt=F("high"))),
            models.CheckConstraint(
                name="friendship_asked_by_one_of_them",
                condition=Q(asked_by=F("low")) | Q(asked_by=F("high")),
            ),
            models.CheckConstraint(
                name="friends_since",
                condition=Q(state="friends", since__isnull=False)
                | (~Q(state="friends") & Q(since__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.low_id} and {self.high_id}: {self.state}"

    def other_than(self, person: int) -> int:
        """Return the key of the other person."""
        return self.high_id if person == self.low_id else self.low_id


class Notice(models.Model):
    """A notice for one person: a line of the bell."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # The person who caused it, if any.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,  # only compared among one person's own notices
    )
    kind = models.CharField(max_length=40)
    text = models.CharField(max_length=300)
    url = models.CharField(max_length=300, blank=True)  # a path of this site, or empty
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    # True if the bell shows it: a person may want it by e-mail or push only.
    on_site = models.BooleanField(default=True)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-id"], name="notice_of_user"),
            models.Index(
                fields=["user", "-id"], name="notice_open", condition=Q(seen_at__isnull=True)
            ),
            models.Index(fields=["seen_at"], name="notice_seen"),
            models.Index(
                fields=["at"], name="notice_unseen_by_age", condition=Q(seen_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Presence(models.Model):
    """An open page of a person in a room.

    A crash leaves rows behind. A row that was not refreshed lately does not count, and is deleted
    later.
    """

    channel = models.CharField(max_length=150, unique=True)  # names the page's socket
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=80)
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["room", "seen_at"], name="presence_in_room")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.room}"
