"""How notices leave the site: what a person wants, their devices, and the outbox."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class NoticePreferences(models.Model):
    """Which notices reach a person by which way, and when. Without a row: as for a newcomer.

    `choices` maps rows of `chat.delivery.kinds` to the ways chosen; a row that is missing is as for
    a newcomer. Hours are whole, in the person's own zone. `dead_address` is the one that a mail
    server has refused for good: nothing is sent there until a test arrives.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    choices: models.JSONField[Any, dict[str, list[str]]] = models.JSONField(default=dict)
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_to = models.PositiveSmallIntegerField(null=True)
    digest_hour = models.PositiveSmallIntegerField(null=True)
    sound = models.BooleanField(default=True)
    vibration = models.BooleanField(default=True)
    dead_address = models.EmailField(blank=True, default="")
    dead_since = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                name="hours_of_notices",
                condition=(Q(quiet_from__isnull=True) | Q(quiet_from__lt=24))
                & (Q(quiet_to__isnull=True) | Q(quiet_to__lt=24))
                & (Q(digest_hour__isnull=True) | Q(digest_hour__lt=24)),
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class PushDevice(models.Model):
    """A browser that asked to be pushed to: an address of its maker, and keys to write to it alone.

    `gone_at`: since when its maker says that there is no such browser any more. `session`: a name
    that the session has in which it asked, with which it ends.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.CharField(max_length=1000, unique=True)
    public_key = models.CharField(max_length=100)
    secret = models.CharField(max_length=30)
    name = models.CharField(max_length=80)
    session = models.CharField(max_length=32)
    made_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        """Never the endpoint: whoever has it could try to push there."""
        return f"device {self.pk} of {self.user_id}"


class Delivery(models.Model):
    """A notice that is to go out by one way: a row of the outbox, written with the notice.

    `due_at` is when it is tried next; whoever tries puts it off first, so that what a crash
    interrupts comes up again. `fault` says what went wrong at the last try.
    """

    class Way(models.TextChoices):
        MAIL = "mail", _("E-mail")
        PUSH = "push", _("Push")

    class Fate(models.TextChoices):
        WAITS = "", _("waits")
        SENT = "sent", _("sent")
        REFUSED = "refused", _("refused")
        GAVE_UP = "gave up", _("given up")
        LATE = "late", _("left out: it was too late")
        UNWANTED = "unwanted", _("left out: no longer wanted")

    notice = models.ForeignKey("chat.Notice", on_delete=models.CASCADE, related_name="deliveries")
    way = models.CharField(max_length=4, choices=Way)
    device = models.ForeignKey(
        PushDevice, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    due_at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    fate = models.CharField(max_length=10, choices=Fate, blank=True, default=Fate.WAITS)
    fault = models.CharField(max_length=30, blank=True, default="")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["notice", "way"], name="delivery_once", condition=Q(device__isnull=True)
            ),
            models.UniqueConstraint(fields=["notice", "device"], name="delivery_once_a_device"),
            models.CheckConstraint(
                name="push_has_device",
                condition=Q(way="push", device__isnull=False) | Q(way="mail", device__isnull=True),
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="delivery_due", condition=Q(fate=""))]

    def __str__(self) -> str:
        return f"delivery {self.pk} of notice {self.notice_id}"
