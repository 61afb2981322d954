"""Tasks that failed, for moderators and whoever runs the house."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class TaskFailure(models.Model):
    """A task that ended with an error. `kind` is the error's name, never its message."""

    name = models.CharField(_("task"), max_length=100)
    kind = models.CharField(_("kind of error"), max_length=100)
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"
