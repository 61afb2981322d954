"""Due matches and failed tasks, for moderators and operators."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class TaskFailure(models.Model):
    """A task that ended with an error. `kind` is the error's type, never its message."""

    name = models.CharField(_("task"), max_length=100)
    kind = models.CharField(_("kind of error"), max_length=100)
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"


class SweepPulse(models.Model):
    """The last sweep, and the process that sweeps in place of the workers: one row."""

    at = models.DateTimeField()
    scheduled_at = models.DateTimeField(null=True)  # the last one that the schedule sent
    by = models.CharField(max_length=32, blank=True)  # "" for a worker

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"swept at {self.at}"


class Deadline(Match):
    """A running match, listed by the time at which the scheduler has work in it."""

    class Meta:
        proxy = True
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")
        default_permissions = ("view",)
