"""Players ask moderators to look at something."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.messages import rooms
from chat.messages.validation import clean_reason
from chat.models import Message, Report
from chat.models.moderation import MAX_REASON
from chat.moderation.names_in_acts import keep_context
from chat.people import Person

MOST_OPEN = 20
MESSAGE = "message"


def report_message(*, reporter: Person, message_id: int, reason: str) -> Report:
    """Reports a message that the reporter may read.

    Refuses: `no_such_message`, `own_message`, `no_reason`, `bad_characters`,
    `already_reported`, `too_many_reports`.
    """
    message = Message.objects.select_related("room").filter(pk=message_id).first()
    if message is None or not _may_see(reporter, message):
        raise Refusal(ChatCode.NO_SUCH_MESSAGE)
    if message.author_id == reporter.pk:
        raise Refusal(ChatCode.OWN_MESSAGE)
    clean = clean_reason(reason)
    if message.reports.filter(reporter=reporter).exists():
        raise Refusal(ChatCode.ALREADY_REPORTED)
    report = Report(
        kind=MESSAGE,
        message=message,
        subject=message.text[:MAX_REASON],
        place=str(message.room),
        reporter=reporter,
        reason=clean,
        at=now(),
    )
    return _file(report)


def _may_see(reporter: Person, message: Message) -> bool:
    """Also in a room that is shown among another's: its reader may read it by itself."""
    return message.removed_at is None and rooms.access(reporter, message.room.key).read


def report_subject(
    *, reporter: Person, kind: str, subject: str, place: str = "", reason: str
) -> Report:
    """Reports a thing of another app: `kind` is a word for it ("card", "user"), `subject` names it.

    Refuses: `no_reason`, `bad_characters`, `already_reported`, `too_many_reports`.
    """
    clean, named = clean_reason(reason), subject[:MAX_REASON]
    opened = Report.objects.filter(decided_at=None, kind=kind, subject=named, reporter=reporter)
    if opened.exists():
        raise Refusal(ChatCode.ALREADY_REPORTED)
    return _file(
        Report(
            kind=kind, subject=named, place=place[:200], reporter=reporter, reason=clean, at=now()
        )
    )


def _file(report: Report) -> Report:
    mine = Report.objects.filter(reporter_id=report.reporter_id, decided_at=None)
    if mine.count() >= MOST_OPEN:
        raise Refusal(ChatCode.TOO_MANY_REPORTS)
    today = Report.objects.filter(reporter_id=report.reporter_id, at__gt=now() - timedelta(days=1))
    if today.count() >= settings.REPORTS_PER_DAY:
        words = _("You have reported a great deal today. Go on tomorrow.")
        raise Refusal(ChatCode.TOO_MANY_REPORTS, words)
    try:
        with transaction.atomic():
            _fold(report)
            report.save(force_insert=True)
            if report.message is not None and report.duplicate_of is None:
                keep_context(report, report.message)
    except IntegrityError:  # the other of two clicks was first
        raise Refusal(ChatCode.ALREADY_REPORTED)
    return report


def open_on_same(report: Report) -> QuerySet[Report]:
    """The open reports on the same thing, the first one first."""
    opened = Report.objects.filter(decided_at=None).order_by("pk")
    if report.message_id is not None:
        return opened.filter(message=report.message_id)
    return opened.filter(message=None, kind=report.kind, subject=report.subject)


def lock_subject(report: Report) -> None:
    """Until the transaction ends nobody else reports this message, or decides about it."""
    if report.message_id is not None:
        Message.objects.select_for_update(no_key=True).filter(pk=report.message_id).first()


def _fold(report: Report) -> None:
    """Puts the report under the one that is open on the same thing, if there is one."""
    lock_subject(report)
    first = open_on_same(report).filter(duplicate_of=None)
    # Locked, and looked at again then: a moderator may be deciding about it.
    report.duplicate_of = first.select_for_update().first()
