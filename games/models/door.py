"""Access to tables: invitations, links, bans, password tries and used keys."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models


def new_token() -> str:
    """Return an unguessable name for a link: 192 random bits."""
    return secrets.token_urlsafe(24)


class Invitation(models.Model):
    """An invitation of a user by the owner of a table.

    It is valid as long as the user may join; a kick ends it.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    # The owner at that time. The invitation stays valid if they leave.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="invitations_made",
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"invitation to {self.match_id}"


class InviteLink(models.Model):
    """A link that gives an invitation to everybody who opens it, until it is revoked."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="links")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"link to {self.match_id}"


class Ban(models.Model):
    """A user who was kicked or removed and may not come back."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="bans")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_bans"
    )
    device = models.CharField(max_length=32, blank=True)  # bans the next guest on it as well
    by_moderator = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="banned_once")]

    def __str__(self) -> str:
        return f"ban from {self.match_id}"


class PasswordTry(models.Model):
    """A wrong password that somebody entered at a table."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="tries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="password_tries"
    )
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["match", "user", "at"], name="tries_of_user")]

    def __str__(self) -> str:
        return f"wrong password at {self.match_id}"


class Admission(models.Model):
    """A user who gave the password of a table to watch it, or opened a link to it.

    A link counts as an invitation until it is revoked.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="admissions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="admissions"
    )
    link = models.ForeignKey(InviteLink, null=True, on_delete=models.CASCADE)
    by_password = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="admitted_once")]

    def __str__(self) -> str:
        return f"admission to {self.match_id}"


class AcceptedKey(models.Model):
    """An idempotency key of an accepted command.

    Repeating the command with this key changes nothing.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="accepted_keys",
        db_index=False,  # `key_once` serves as its index
    )
    key = models.CharField(max_length=64)
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="keys")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="key_once")]
        indexes = [models.Index(fields=["at"], name="key_by_age")]

    def __str__(self) -> str:
        return f"key of {self.user_id}"
