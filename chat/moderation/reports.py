"""Reports, by which players ask moderators to check something."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.messages import rooms
from chat.messages.validation import clean_reason
from chat.models import Message, Report
from chat.models.moderation import MAX_REASON
from chat.moderation.names_in_acts import keep_context
from chat.people import Person

MOST_OPEN = 20  # open reports by one person
MESSAGE = "message"


def report_message(*, reporter: Person, message_id: int, reason: str) -> Report:
    """Report a message that the reporter may read.

    Raise `Refusal`: `no_such_message`, `own_message`, `no_reason`, `bad_characters`,
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
        about=message.author,
        room=message.room,
        reporter=reporter,
        reason=clean,
        at=now(),
    )
    return _file(report)


def _may_see(reporter: Person, message: Message) -> bool:
    """Return True if the reporter may read the message, in its own room."""
    # A room that is shown among another has access rules of its own.
    return message.removed_at is None and rooms.access(reporter, message.room.key).read


def report_subject(
    *,
    reporter: Person,
    kind: str,
    subject: str,
    subject_id: str = "",
    about: Person | None = None,
    room_key: str = "",
    place: str = "",
    reason: str,
) -> Report:
    """Report an object of another app.

    `kind` is a word for it ("card", "user"), `subject` names it, `about` owns it; `room_key` is of
    the room or table where it was seen, and `place` says more about that.
    Raise `Refusal`: `no_reason`, `bad_characters`, `already_reported`, `too_many_reports`.
    """
    clean, named = clean_reason(reason), subject[:MAX_REASON]
    opened = Report.objects.filter(decided_at=None, kind=kind, subject=named, reporter=reporter)
    if opened.exists():
        raise Refusal(ChatCode.ALREADY_REPORTED)
    return _file(
        Report(
            kind=kind,
            subject=named,
            subject_id=subject_id,
            about=about,
            room=rooms.room(room_key) if room_key else None,
            place=place[:200],
            reporter=reporter,
            reason=clean,
            at=now(),
        )
    )


def _file(report: Report) -> Report:
    mine = Report.objects.filter(reporter_id=report.reporter_id, decided_at=None)
    if mine.count() >= MOST_OPEN:
        raise Refusal(ChatCode.TOO_MANY_REPORTS)
    today = Report.objects.filter(reporter_id=report.reporter_id, at__gt=now() - timedelta(days=1))
    if today.count() >= settings.REPORTS_PER_DAY:
        words = _("You have reached today's limit of reports. Try again tomorrow.")
        raise Refusal(ChatCode.TOO_MANY_REPORTS, words)
    try:
        with transaction.atomic():
            _fold(report)
            report.save(force_insert=True)
            if report.message is not None and report.duplicate_of is None:
                keep_context(report, report.message)
    except IntegrityError:  # the other of two clicks was faster
        raise Refusal(ChatCode.ALREADY_REPORTED)
    return report


def open_on_same(report: Report) -> QuerySet[Report]:
    """Return the open reports on the same subject, oldest first."""
    return on_same(report).filter(decided_at=None).order_by("pk")


def on_same(report: Report) -> QuerySet[Report]:
    """Return all reports on the same subject, itself among them."""
    if report.message_id is not None:
        return Report.objects.filter(message=report.message_id)
    return Report.objects.filter(message=None, kind=report.kind, subject=report.subject)


def number_of_reports(field: str) -> Coalesce:
    """Return an expression for how many reports name a row in this field."""
    # One count for each row that is shown; a join would count all reports before it shows any row.
    rows = Report.objects.filter(**{field: OuterRef("pk")}).order_by().values(field)
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


def lock_subject(report: Report) -> None:
    """Lock a reported message until the transaction ends.

    Meanwhile nobody else can report it, or decide about it.
    """
    if report.message_id is not None:
        Message.objects.select_for_update(no_key=True).filter(pk=report.message_id).first()


def _fold(report: Report) -> None:
    """Make the report a duplicate of the one open on the same subject, if any."""
    lock_subject(report)
    first = open_on_same(report).filter(duplicate_of=None)
    # Locked and read again, since a moderator may be deciding about it.
    report.duplicate_of = first.select_for_update().first()
