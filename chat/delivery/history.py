"""The delivery log of one person: what happened to their latest notices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, gettext_lazy

from chat.core.clock import now
from chat.delivery.kinds import TEST, subject_of
from chat.models import Delivery, Notice, PushDevice
from chat.people import Person

SHOWN = 8  # deliveries in the log
Fate = Delivery.Fate

FAULTS: Mapping[str, str | Promise] = {
    "unreachable": gettext_lazy("the server could not be reached"),
    "timed out": gettext_lazy("the push service did not answer in time"),
    "not accepted": gettext_lazy("it was temporarily rejected"),
    "no such address": gettext_lazy("the mail server says the address doesn't exist"),
    "refused by the server": gettext_lazy("the mail server rejected it"),
    "no such device": gettext_lazy("the browser no longer accepts push messages"),
    "not a public address": gettext_lazy("its push service has no public address"),
}
FAULTS_OF_HOOKS: Mapping[str, str | Promise] = {
    **FAULTS,
    "timed out": gettext_lazy("the server did not answer in time"),
    "no such device": gettext_lazy("the address no longer exists"),
    "not a public address": gettext_lazy("the address is not a public one"),
}


@dataclass(frozen=True)
class Line:
    """A delivery and its present state."""

    at: datetime
    what: str
    way: str
    said: str
    good: bool | None  # True if it was accepted, False if it was not, None if it is not over


def last_deliveries(person: Person) -> list[Line]:
    """Return the latest deliveries with what has become of each so far.

    A test is among them even if it was only shown on the site.
    """
    at = now()
    lines = [_line(row, at) for row in deliveries_of(person)[:SHOWN]]
    tests = Notice.objects.filter(user=person, kind=TEST, on_site=True).order_by("-pk")[:SHOWN]
    lines += [
        Line(one.at, subject_of(TEST), _("Site"), _("Shown under the bell."), good=True)
        for one in tests
    ]
    return sorted(lines, key=lambda line: line.at, reverse=True)[:SHOWN]


def deliveries_of(person: Person) -> QuerySet[Delivery]:
    rows = Delivery.objects.filter(notice__user=person).select_related("notice", "device")
    return rows.order_by("-pk")


def _line(row: Delivery, at: datetime) -> Line:
    return Line(
        at=row.ended_at or row.notice.at,
        what=subject_of(row.notice.kind),
        way=_way(row),
        said=_describe(row, at),
        good=None if row.fate == Fate.WAITS else row.fate == Fate.SENT,
    )


def _way(row: Delivery) -> str:
    if row.device is None:
        return _("E-mail")
    if row.way == Delivery.Way.HOOK:
        return _("Webhook of “%(token)s”") % {"token": row.device.name}
    return row.device.name


def _describe(row: Delivery, at: datetime) -> str:
    """Describe the state of a delivery."""
    # A server that accepted it may still not show it, so nothing more is claimed.
    why = _why(row)
    match row.fate:
        case Fate.SENT if row.way == Delivery.Way.MAIL:
            return _("Accepted by the mail server.")
        case Fate.SENT if row.way == Delivery.Way.HOOK:
            return _("Accepted by the webhook's server.")
        case Fate.SENT:
            return _("Accepted by the push service.")
        case Fate.REFUSED:
            return _("Not delivered: %(why)s.") % {"why": why}
        case Fate.GAVE_UP:
            return _("Not delivered after %(tries)s tries: %(why)s.") % {
                "tries": row.tries,
                "why": why,
            }
        case Fate.LATE:
            return _("Not sent: it was too late.")
        case Fate.UNWANTED:
            return _("Not sent: no longer needed.")
    due = localtime(row.due_at)
    when = {"time": date_format(due, "H:i"), "day": date_format(due, "j F")}
    if row.fault and row.due_at > at:
        text = _("Not delivered yet: %(why)s. The next try is at %(time)s on %(day)s.")
        return text % {"why": why, **when}
    if row.fault:
        return _("Not delivered yet: %(why)s. It is being tried again now.") % {"why": why}
    if row.tries or row.due_at <= at:
        return _("On its way.")
    return _("It will be sent at %(time)s on %(day)s.") % when


def _why(row: Delivery) -> str:
    if row.fault.startswith("answered "):
        status = {"status": row.fault.partition(" ")[2]}
        if row.way == Delivery.Way.HOOK:
            return _("the webhook's server answered %(status)s") % status
        return _("the push service answered %(status)s") % status
    faults = FAULTS_OF_HOOKS if row.way == Delivery.Way.HOOK else FAULTS
    return str(faults.get(row.fault, row.fault))


def last_of(hook: PushDevice) -> Line | None:
    """Return the latest delivery to a webhook with what has become of it."""
    rows = Delivery.objects.filter(device=hook).select_related("notice", "device")
    latest = rows.order_by("-pk").first()
    return _line(latest, now()) if latest is not None else None
