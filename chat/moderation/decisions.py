"""Decisions on reports: they take effect at once, and can be undone for a minute.

The people concerned are notified when that minute is over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.core.hooks import Hook, Registry
from chat.core.refusals import ChatCode, Refusal
from chat.live.announce import announce
from chat.messages.validation import clean_reason
from chat.models import ModeratorAct, Report
from chat.moderation.reports import lock_subject, on_same, open_on_same
from chat.moderation.services import (
    check_moderator,
    mute,
    notify_muted,
    record_act,
    remove_message,
    restore_message,
)
from chat.people import Person, is_gone, is_suspended

UNDO_FOR = timedelta(minutes=1)
AT_ONCE = 100  # reports whose people one run notifies

Decision = Report.Decision
MUTES = {Decision.MUTED, Decision.MUTED_HERE}
UPHOLDS = {Decision.REMOVED, Decision.SUSPENDED, *MUTES}
# What the reporter is told.
_OUTCOMES: dict[str, str | Promise] = {
    Decision.DISMISSED: gettext_lazy(
        "A moderator read your report and found that no rule was broken: %(subject)s"
    ),
    Decision.REMOVED: gettext_lazy("A moderator removed what you reported: %(subject)s"),
    Decision.MUTED_HERE: gettext_lazy(
        "A moderator removed what you reported and muted its author there: %(subject)s"
    ),
    Decision.MUTED: gettext_lazy(
        "A moderator removed what you reported and muted its author: %(subject)s"
    ),
    Decision.SUSPENDED: gettext_lazy(
        "A moderator removed what you reported and suspended its author: %(subject)s"
    ),
    Decision.HANDLED: gettext_lazy("A moderator has dealt with what you reported: %(subject)s"),
}


class Removal(NamedTuple):
    """The ways to remove and restore what reports of a kind are about."""

    possible: Callable[[Report], bool]
    # Both are called with the moderator, the report and the reason. The first returns False if it
    # had been removed before.
    remove: Callable[[Person, Report, str], bool]
    restore: Callable[[Person, Report, str], None]


removals: Registry[Removal] = Registry("chat.moderation.decisions.removals")  # by kind of report
# Suspends a person (`moderator`, `user`, `until`, `reason`) and returns the act.
suspend: Hook[..., ModeratorAct] = Hook("chat.moderation.decisions.suspend")
# By the first word of an act: the function that ends what the act did, with a reason.
Lift = Callable[[Person, ModeratorAct, str], None]
lifts: Registry[Lift] = Registry("chat.moderation.decisions.lifts")


def lift(moderator: Person, act: ModeratorAct, reason: str) -> None:
    """End what an act did, if it is still in force."""
    lifts[act.act.partition(" ")[0]](moderator, act, reason)


def message_removal() -> Removal:
    """Return how reported messages are removed."""

    def possible(report: Report) -> bool:
        return report.message is not None

    def remove(moderator: Person, report: Report, reason: str) -> bool:
        assert report.message is not None
        return remove_message(moderator=moderator, message=report.message, reason=reason)

    def restore(moderator: Person, report: Report, reason: str) -> None:
        assert report.message is not None
        restore_message(moderator=moderator, message=report.message, reason=reason)

    return Removal(possible, remove, restore)


def topic(report: int) -> str:
    """Return the topic for the decision on a report."""
    return f"report.{report}"


def possible_decisions(report: Report) -> list[Decision]:
    """Return the decisions that can be made on a report."""
    found = [Decision.DISMISSED]
    if _is_removable(report):
        found.append(Decision.REMOVED)
    if not is_gone(report.about):
        found += [Decision.MUTED_HERE] if report.room is not None else []
        found.append(Decision.MUTED)
        found += [] if is_suspended(report.about, now()) else [Decision.SUSPENDED]
    return [*found, Decision.HANDLED]


def _is_removable(report: Report) -> bool:
    return report.kind in removals and removals[report.kind].possible(report)


@transaction.atomic
def decide_report(
    *,
    moderator: Person,
    report: Report,
    decision: str,
    reason: str,
    until: datetime | None = None,
) -> None:
    """Close a report with a decision, and all other open reports on the same subject.

    `until`: the end of a mute or suspension; a suspension without one is permanent. The people
    concerned are notified in a minute. Raise `Refusal`: `already_decided`, `bad_decision` (not one
    of `possible_decisions`), `bad_time`, or as `mute` does.
    """
    check_moderator(moderator)
    locked = _locked(report)
    if locked.decided_at is not None:
        raise Refusal(ChatCode.ALREADY_DECIDED)
    if decision not in possible_decisions(locked):
        raise Refusal(ChatCode.BAD_DECISION)
    removed = decision in UPHOLDS and _is_removable(locked)
    removed = removed and removals[locked.kind].remove(moderator, locked, reason)
    act = _bind_author(moderator, locked, decision, reason, until)
    record_act(moderator=moderator, act=f"report {decision}", target=locked, reason=reason)
    together, at = list(open_on_same(locked)), now()
    Report.objects.filter(pk__in=[one.pk for one in together]).update(
        decided_at=at,
        decided_by=moderator,
        decision=decision,
        decision_reason=clean_reason(reason),
        notify_at=at + UNDO_FOR,
    )
    Report.objects.filter(pk=locked.pk).update(removed=removed, act=act)
    announce(*(topic(one.pk) for one in together))


def _locked(report: Report) -> Report:
    lock_subject(report)
    rows = Report.objects.select_for_update(of=("self",))
    return rows.select_related("message", "about", "room", "act").get(pk=report.pk)


def _bind_author(
    moderator: Person, report: Report, decision: str, reason: str, until: datetime | None
) -> ModeratorAct | None:
    """Mute or suspend the author, if that is the decision, and return the act."""
    user = report.about
    if user is None or decision not in {Decision.SUSPENDED, *MUTES}:
        return None
    if decision == Decision.SUSPENDED:
        return suspend(moderator=moderator, user=user, until=until, reason=reason)
    if until is None:
        raise Refusal(ChatCode.BAD_TIME)
    room = report.room if decision == Decision.MUTED_HERE else None
    return mute(
        moderator=moderator, user=user, until=until, reason=reason, room=room, notifies=False
    ).act


def decided_with(report: Report) -> QuerySet[Report]:
    """Return the reports that were closed by the decision on this one, itself among them."""
    return on_same(report).filter(decided_at=report.decided_at)


@transaction.atomic
def undo_decision(*, moderator: Person, report: Report) -> None:
    """Undo a decision and what it did, so that the report is open again.

    Raise `Refusal` with `too_late_to_undo` once the people concerned may have been notified, or as
    the acts that undo it do.
    """
    check_moderator(moderator)
    locked = _locked(report)
    if locked.notify_at is None or locked.notify_at <= now():
        raise Refusal(ChatCode.TOO_LATE_TO_UNDO)
    reason = _("The decision was undone within a minute")
    together = list(decided_with(locked).select_related("message", "act"))
    for one in together:
        if one.removed:
            # Somebody may have restored it already, or hidden it for other reasons.
            with suppress(Refusal), transaction.atomic():
                removals[one.kind].restore(moderator, one, reason)
        if one.act is not None:
            lift(moderator, one.act, reason)
    record_act(moderator=moderator, act=f"undo {locked.decision}", target=locked, reason=reason)
    Report.objects.filter(pk__in=[one.pk for one in together]).update(
        decided_at=None,
        decided_by=None,
        decision="",
        decision_reason="",
        removed=False,
        act=None,
        notify_at=None,
    )
    announce(*(topic(one.pk) for one in together))


def notify_decided() -> None:
    """Notify the people concerned by decisions that can no longer be undone."""
    due = Report.objects.filter(notify_at__lte=now()).order_by("notify_at")
    for pk in list(due.values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            rows = Report.objects.select_for_update(of=("self",), skip_locked=True)
            # Read again: another worker may have been faster.
            report = rows.filter(pk=pk, notify_at__lte=now()).first()
            if report is not None:
                Report.objects.filter(pk=pk).update(notify_at=None)
                _notify_reporter(report)
                _notify_author(report)


def _notify_reporter(report: Report) -> None:
    if report.reporter is not None and not is_gone(report.reporter):
        text = str(_OUTCOMES[report.decision]) % {"subject": report.subject[:120]}
        notify(user=report.reporter, kind="report", text=text)


def _notify_author(report: Report) -> None:
    """Notify the author of a mute, or else of the removal.

    A suspended person reads of it on the page that replaces all others.
    """
    if report.about is None or is_gone(report.about):
        return
    if report.decision in MUTES and report.act is not None:
        for row in report.act.mutes.select_related("user"):
            notify_muted(row)
    elif report.decision == Decision.REMOVED and report.removed:
        text = _("A moderator removed “%(subject)s”. Reason: %(reason)s")
        given = {"subject": report.subject[:120], "reason": report.decision_reason}
        notify(user=report.about, kind="decision", text=text % given, url=reverse("chat:notices"))
