"""Delivery of notices beyond the site: preferences, devices and the outbox."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class NoticePreferences(models.Model):
    """The preferences of a person: which notices they are sent, how and when.

    Without a row, a person has the defaults. Hours are whole, in the person's own time zone.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    # By row of `chat.delivery.kinds`, the ways chosen. A row that is missing has the default ways.
    choices: models.JSONField[Any, dict[str, list[str]]] = models.JSONField(default=dict)
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_to = models.PositiveSmallIntegerField(null=True)
    digest_hour = models.PositiveSmallIntegerField(null=True)
    sound = models.BooleanField(default=True)
    vibration = models.BooleanField(default=True)
    # The address that a mail server refused permanently: nothing is sent there until a test
    # arrives.
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


class DeviceQuerySet(models.QuerySet["PushDevice"]):
    def browsers(self) -> DeviceQuerySet:
        return self.exclude(public_key="")

    def hooks(self) -> DeviceQuerySet:
        return self.filter(public_key="")


class PushDevice(models.Model):
    """A browser registered for push, or the webhook of a program: an endpoint and its keys."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.CharField(max_length=1000)
    host = models.CharField(max_length=1000)  # of the endpoint
    public_key = models.CharField(max_length=100, blank=True)  # "" for a webhook
    secret = models.CharField(max_length=43)
    name = models.CharField(max_length=80)
    # The session that registered it, or the topic of a webhook's token. It ends with that.
    session = models.CharField(max_length=32)
    made_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True)  # since when it gets nothing more
    timeouts = models.PositiveSmallIntegerField(default=0)  # since it last accepted a message
    rests_until = models.DateTimeField(null=True)  # after timeouts; nothing is sent before

    objects = DeviceQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint"], name="one_device_a_browser", condition=~Q(public_key="")
            ),
            models.UniqueConstraint(
                fields=["user", "session"], name="one_webhook_a_token", condition=Q(public_key="")
            ),
        ]

    def __str__(self) -> str:
        """Return a name that does not contain the endpoint."""
        # Anybody who knows the endpoint could try to push there.
        return f"device {self.pk} of {self.user_id}"


class Delivery(models.Model):
    """A notice to be sent by one way: a row of the outbox, written with the notice."""

    class Way(models.TextChoices):
        MAIL = "mail", _("E-mail")
        PUSH = "push", _("Push")
        HOOK = "hook", _("Webhook")

    class Fate(models.TextChoices):
        WAITS = "", _("waiting")
        SENT = "sent", _("sent")
        REFUSED = "refused", _("refused")
        GAVE_UP = "gave up", _("given up")
        LATE = "late", _("not sent: too late")
        UNWANTED = "unwanted", _("not sent: no longer needed")

    notice = models.ForeignKey("chat.Notice", on_delete=models.CASCADE, related_name="deliveries")
    way = models.CharField(max_length=4, choices=Way)
    device = models.ForeignKey(
        PushDevice, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    # When it is tried next. A worker postpones it before each try, so that a try interrupted by a
    # crash is repeated.
    due_at = models.DateTimeField()
    until = models.DateTimeField(null=True)  # it is dropped if it has not left by then
    tries = models.PositiveSmallIntegerField(default=0)
    fate = models.CharField(max_length=10, choices=Fate, blank=True, default=Fate.WAITS)
    fault = models.CharField(max_length=30, blank=True, default="")  # why the last try failed
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
                condition=Q(way="mail", device__isnull=True)
                | Q(way__in=["push", "hook"], device__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="delivery_due", condition=Q(fate=""))]

    def __str__(self) -> str:
        return f"delivery {self.pk} of notice {self.notice_id}"
