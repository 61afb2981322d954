"""Models of moderation: reports, mutes, blocked words, acts and appeals."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from chat.models.rooms import MAX_TEXT, Message, Room

MAX_REASON = 300


class Report(models.Model):
    """A request that moderators check a message, or an object of another app."""

    class Decision(models.TextChoices):
        DISMISSED = "dismissed", _("dismissed")
        REMOVED = "removed", _("removed")
        MUTED_HERE = "muted here", _("removed, author muted there")
        MUTED = "muted", _("removed, author muted everywhere")
        SUSPENDED = "suspended", _("removed, author suspended")
        HANDLED = "handled", _("dealt with elsewhere")

    kind = models.CharField(_("kind"), max_length=20)  # a word for the object, such as "message"
    message = models.ForeignKey(
        Message, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    subject = models.CharField(_("subject"), max_length=MAX_REASON)  # names or quotes the object
    subject_id = models.CharField(max_length=60, blank=True)  # of an object of another app
    # The person reported: the author of the message, or the owner of the object.
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    # Where it was seen: a room or its table, and more about the place in words.
    room = models.ForeignKey(Room, on_delete=models.SET_NULL, null=True, related_name="+")
    place = models.CharField(max_length=200, blank=True)
    # The first open report on the same subject, with which this one is decided.
    duplicate_of = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="duplicates",
        db_index=False,  # the index below holds only the few duplicates
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("reporter"),
    )
    reason = models.CharField(_("reason"), max_length=MAX_REASON)
    at = models.DateTimeField(_("time"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decision = models.CharField(_("decision"), max_length=10, choices=Decision, blank=True)
    decision_reason = models.CharField(_("reason for the decision"), max_length=300, blank=True)
    # What the decision did, on one of the reports that were decided together.
    removed = models.BooleanField(default=False)  # False also if it had been removed before
    act = models.ForeignKey(  # the mute or suspension
        "chat.ModeratorAct",
        on_delete=models.PROTECT,
        null=True,
        related_name="reports",
    )
    # When the people concerned are notified. Until then the decision can be undone.
    notify_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [
            models.Index(fields=["-id"], name="report_open", condition=Q(decided_at__isnull=True)),
            models.Index(
                fields=["duplicate_of"],
                name="report_duplicates",
                condition=Q(duplicate_of__isnull=False),
            ),
            models.Index(
                fields=["notify_at"], name="report_to_tell", condition=Q(notify_at__isnull=False)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["message", "reporter"],
                name="message_reported_once",
                condition=Q(message__isnull=False),
            ),
            models.CheckConstraint(
                name="report_decided_or_open",
                condition=Q(decided_at__isnull=True, decision="")
                | (Q(decided_at__isnull=False) & ~Q(decision="")),
            ),
        ]

    def __str__(self) -> str:
        return self.subject[:60]


class ReportLine(models.Model):
    """A message around a reported one, as its reader saw it then."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="lines")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    # The author's name as it was shown, which is removed with their account.
    name = models.CharField(max_length=60, blank=True)
    text = models.CharField(max_length=MAX_TEXT)
    at = models.DateTimeField()
    reported = models.BooleanField(default=False)  # True for the reported message itself

    def __str__(self) -> str:
        return self.text[:60]


class Mute(models.Model):
    """A mute: a person may not write until a time, in one room or everywhere."""

    room = models.ForeignKey(
        Room, on_delete=models.CASCADE, null=True, blank=True, related_name="mutes"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=MAX_REASON)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(_("time"))
    by_host = models.BooleanField(default=False)  # by the table's host: not an act of a moderator
    # The act of a moderator, which all mutes have that are not by a host.
    act = models.ForeignKey(
        "chat.ModeratorAct",
        on_delete=models.PROTECT,
        null=True,
        related_name="mutes",
        db_index=False,  # queried for one mute at a time
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        indexes = [models.Index(fields=["user", "until"], name="mute_of_user")]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class BlockedWord(models.Model):
    """A word that the names of users, tables and card packs must not contain."""

    word = models.CharField(_("word"), max_length=60)
    key = models.CharField(max_length=120, unique=True, editable=False)

    class Meta:
        verbose_name = _("blocked word")
        verbose_name_plural = _("blocked words")
        constraints = [models.CheckConstraint(name="blocked_word_has_key", condition=~Q(key=""))]

    def __str__(self) -> str:
        return self.word


class RecordSealed(Exception):
    """Raised by attempts to change or delete the record of what moderators did."""


class ActQuerySet(models.QuerySet["ModeratorAct"]):
    """A queryset that reads and creates, but refuses to update or delete."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise RecordSealed

    def delete(self) -> NoReturn:
        raise RecordSealed

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RecordSealed

    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RecordSealed


class ModeratorAct(models.Model):
    """An act of a moderator: on what, why and when. It is never changed or deleted."""

    # The database itself refuses a change (migration 0002).

    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    act = models.CharField(_("action"), max_length=40)
    # The target has a kind, an id and a label ("user 12"), so that objects of any app can be
    # targets and the record stays readable when they are gone. No label holds a person's name,
    # which would outlast their account.
    target_kind = models.CharField(_("target type"), max_length=60)
    target_id = models.CharField(_("target ID"), max_length=60)
    target_label = models.CharField(_("target"), max_length=200)
    reason = models.CharField(_("reason"), max_length=MAX_REASON)
    at = models.DateTimeField(_("time"))

    objects = ActQuerySet.as_manager()

    class Meta:
        verbose_name = _("moderator action")
        verbose_name_plural = _("moderator actions")
        base_manager_name = "objects"
        default_permissions = ("view",)
        permissions = [("moderate", "Can act as a moderator")]
        indexes = [
            models.Index(fields=["-at"], name="act_by_time"),
            models.Index(fields=["target_kind", "target_id"], name="act_on_target"),
        ]
        constraints = [
            models.CheckConstraint(name="act_has_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.act}: {self.target_label}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise RecordSealed
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RecordSealed


class ModeratorNote(models.Model):
    """A note about a person that moderators write for each other. It is kept for a year."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(_("note"), max_length=MAX_TEXT)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(_("time"))

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class Appeal(models.Model):
    """A message about an act by the person it binds, and its answer."""

    act = models.OneToOneField(ModeratorAct, on_delete=models.PROTECT, related_name="appeal")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="appeals"
    )
    text = models.CharField(_("appeal"), max_length=MAX_TEXT)
    at = models.DateTimeField(_("time"))
    answer = models.CharField(_("answer"), max_length=MAX_TEXT, blank=True)
    granted = models.BooleanField(_("granted"), null=True)  # True if that ended what bound them
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


class FormerName(models.Model):
    """A former name of a person, which records of moderation may contain.

    It is shown to nobody else. When the account is deleted, it is used to remove the name from the
    records, and then deleted.
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
