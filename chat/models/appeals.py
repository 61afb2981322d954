"""What somebody says to an act that binds them, and what is answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from chat.models.moderation import ModeratorAct
from chat.models.rooms import MAX_TEXT


class Appeal(models.Model):
    """One message to an act, and one answer; `granted`: what bound them was ended by it."""

    act = models.OneToOneField(ModeratorAct, on_delete=models.PROTECT, related_name="appeal")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="appeals"
    )
    text = models.CharField(_("what they say"), max_length=MAX_TEXT)
    at = models.DateTimeField(_("at"))
    answer = models.CharField(_("answer"), max_length=MAX_TEXT, blank=True)
    granted = models.BooleanField(_("granted"), null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    answered_at = models.DateTimeField(_("answered at"), null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [
            models.Index(fields=["-id"], name="appeal_open", condition=Q(answered_at__isnull=True)),
        ]
        constraints = [
            models.CheckConstraint(
                name="appeal_answered_or_open",
                condition=Q(answered_at__isnull=True, answer="", granted__isnull=True)
                | (Q(answered_at__isnull=False, granted__isnull=False) & ~Q(answer="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"
