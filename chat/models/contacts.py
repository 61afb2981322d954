"""What stands between people: blocks, friends, notices, and who is where."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """`blocker` wants nothing to do with `blocked`: neither reads, sees or invites the other."""

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
    """Two members who are friends, or of whom one has asked the other: one row for a pair.

    `low`, `high`: by key, so that a pair cannot be written twice. `asked_at`: when `asked_by` did
    so last. A request that was declined, or that a block keeps back, stays as `declined`, which its
    maker cannot tell from one that waits.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FRIENDS = "friends", _("friends")

    low = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    high = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # is one of the two, by whom it is found
    )
    asked_at = models.DateTimeField()
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
        """The key of the other of the two."""
        return self.high_id if person == self.low_id else self.low_id


class Notice(models.Model):
    """Something to tell one person: a line of the bell. `url` is a path of this site or empty.

    `by`: whose doing it tells of, where that is somebody's. `on_site`: whether the bell shows it; a
    person may want to hear of it by e-mail or push alone.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,  # looked at among one person's own
    )
    kind = models.CharField(max_length=40)
    text = models.CharField(max_length=300)
    url = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
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
    """One open page of a person in a room; `channel` names the page's socket.

    A crash leaves rows behind: what was not refreshed lately does not count and is tidied.
    """

    channel = models.CharField(max_length=150, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=80)
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["room", "seen_at"], name="presence_in_room")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.room}"
