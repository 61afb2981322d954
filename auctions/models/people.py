"""What a person has of auctions outside the house."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_token() -> str:
    """A name for a feed that cannot be guessed: 192 random bits."""
    return secrets.token_urlsafe(24)


class CalendarFeed(models.Model):
    """A private link to the deadlines of one person's matches; a revoked one tells nothing."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="auction_feeds"
    )
    token = models.CharField(max_length=40, unique=True, default=new_token)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(revoked_at__isnull=True), name="one_feed_a_person"
            ),
        ]

    def __str__(self) -> str:
        """Never the token: it opens the feed."""
        return f"feed of {self.user_id}"
