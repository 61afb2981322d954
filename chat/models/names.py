"""What people were called before."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class FormerName(models.Model):
    """A name that somebody was called by, which records of moderation may name them by.

    It is shown to nobody but them, and goes with the account, when it is taken out of records.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_names"
    )
    name = models.CharField(max_length=60)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="former_name_once")]

    def __str__(self) -> str:
        return self.name
