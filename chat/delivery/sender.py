"""The sender of what is due in the outbox, for any number of workers at once.

A worker that takes a row first postpones it and commits, then sends it and records the result. If
it crashes in between, the row becomes due again: nothing is lost, and what had already been sent is
sent again under the same name (`Message-ID`, tag).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import QuerySet

from chat.core.clock import now
from chat.core.metrics import Counter
from chat.delivery import mail, push
from chat.delivery.kinds import URGENT, Result
from chat.delivery.outbox import addresses_of
from chat.delivery.preferences import (
    is_wanted,
    note_dead_address,
    note_living_address,
    preferences_by_person,
    quiet_until,
)
from chat.models import Delivery, NoticePreferences, PushDevice
from chat.people import blocks_between, zone_of

AT_ONCE = 100  # rows that a worker takes at once
SECONDS = 40  # within which it begins to send them; the first pause is longer than that can take
PAUSES = tuple(  # after each try
    timedelta(minutes=minutes) for minutes in (2, 10, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60)
)
Fate = Delivery.Fate

DELIVERIES = Counter(
    "ridotto_deliveries", "Notices that were to leave the site, by way and fate.", ("way", "fate")
)


@dataclass
class Lot:
    """The deliveries that one worker has taken."""

    letters: list[mail.Letter] = field(default_factory=list)
    messages: list[Delivery] = field(default_factory=list)
    preferences: dict[int, NoticePreferences] = field(default_factory=dict)


def deliver_due(*, seconds: float) -> None:
    """Send what is due until nothing is left, or the time is up.

    Messages that are already being sent are finished.
    """
    until = time.monotonic() + seconds
    while _deliver_some() and time.monotonic() < until:
        pass


def count_due(*, limit: int) -> int:
    """Return how many deliveries are due, counting no further than `limit`."""
    return _due().order_by()[:limit].count()


def _due() -> QuerySet[Delivery]:
    return Delivery.objects.filter(fate=Fate.WAITS, due_at__lte=now()).order_by("due_at", "pk")


def _deliver_some() -> bool:
    """Take some deliveries and send them. Return False if none was due."""
    with transaction.atomic(durable=True):
        rows = list(_unlocked(_due())[:AT_ONCE])
        if not rows:
            return False
        lot = _take(rows, now())
    until = time.monotonic() + SECONDS
    for letter, result in mail.send_letters(lot.letters, until=until, is_due=_is_due):
        _note(letter.deliveries, result, letter.address)
    messages = _still_waiting(lot.messages)
    for message, result in push.send_messages(messages, lot.preferences, until=until):
        _note([message], result)
    return True


def _is_due(letter: mail.Letter) -> bool:
    """Return True if no delivery in the letter was withdrawn since it was taken."""
    # If one was, the rest of a digest waits for the next try.
    return len(_still_waiting(letter.deliveries)) == len(letter.deliveries)


def _still_waiting(rows: Sequence[Delivery]) -> list[Delivery]:
    """Return those of these deliveries that were not withdrawn or ended."""
    # A move, for example, may have been made while other people's letters were sent.
    waiting = Delivery.objects.filter(pk__in=[row.pk for row in rows], fate=Fate.WAITS)
    kept = set(waiting.values_list("pk", flat=True))
    return [row for row in rows if row.pk in kept]


def _unlocked(rows: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Lock these rows, leaving out those that other workers have locked."""
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(skip_locked=True, of=("self",))
    return rows.select_related("notice__user", "notice__by", "device")


def _take(rows: list[Delivery], at: datetime) -> Lot:
    """Check each row again, postpone it, and return what is to be sent."""
    # Much may have changed since a row was written.
    people = {row.notice.user_id for row in rows}
    lot = Lot(preferences=preferences_by_person(people))
    addresses = addresses_of(people)
    rows += _rest_of_digests(rows, lot, at)
    digests: dict[int, list[Delivery]] = {}
    for row in rows:
        person = row.notice.user_id
        wishes = lot.preferences.get(person)
        if not _may_leave(row, wishes, addresses.get(person), at):
            continue
        row.tries += 1
        row.due_at = at + PAUSES[min(row.tries, len(PAUSES)) - 1]
        if row.way == Delivery.Way.PUSH:
            lot.messages.append(row)
        elif _is_digest(row, wishes):
            digests.setdefault(person, []).append(row)
        else:
            lot.letters.append(mail.Letter(addresses[person], (row,)))
    lot.letters += [
        mail.Letter(addresses[person], tuple(sorted(held, key=lambda row: row.pk)), digest=True)
        for person, held in digests.items()
    ]
    Delivery.objects.bulk_update(rows, ["due_at", "tries", "fate", "ended_at"])
    return lot


def _is_digest(row: Delivery, wishes: NoticePreferences | None) -> bool:
    wanted = wishes is not None and wishes.digest_hour is not None
    return wanted and row.notice.kind not in URGENT


def _rest_of_digests(rows: Sequence[Delivery], lot: Lot, at: datetime) -> list[Delivery]:
    """Return the other due e-mails of those people in `rows` who want a digest."""
    people = {
        row.notice.user_id
        for row in rows
        if row.way == Delivery.Way.MAIL and _is_digest(row, lot.preferences.get(row.notice.user_id))
    }
    if not people:
        return []
    rest = _due().filter(way=Delivery.Way.MAIL, notice__user__in=people)
    return list(_unlocked(rest.exclude(pk__in=[row.pk for row in rows])))


def _may_leave(
    row: Delivery, wishes: NoticePreferences | None, address: str | None, at: datetime
) -> bool:
    """Return True if it may be sent now; else end it, or postpone it."""
    notice = row.notice
    if row.until is not None and row.until <= at:
        _end(row, Fate.LATE, at)
    elif not _is_still_wanted(row, wishes, address, at):
        _end(row, Fate.UNWANTED, at)
    elif notice.kind not in URGENT and (quiet := quiet_until(wishes, zone_of(notice.user), at)):
        row.due_at = quiet
    else:
        return True
    return False


def _is_still_wanted(
    row: Delivery, wishes: NoticePreferences | None, address: str | None, at: datetime
) -> bool:
    notice, person = row.notice, row.notice.user
    if not person.is_active or (
        (keeps_out := getattr(person, "is_suspended", None)) and keeps_out(at)
    ):
        return False
    if not is_wanted(notice.kind, row.way, wishes):
        return False
    if row.way == Delivery.Way.MAIL and not address:
        return False
    if row.device is not None and row.device.gone_at is not None:
        return False
    if _is_digest(row, wishes) and row.way == Delivery.Way.MAIL and notice.seen_at is not None:
        return False  # a digest contains only what they have not seen yet
    return notice.by is None or not blocks_between(person, notice.by)


def _end(row: Delivery, fate: str, at: datetime) -> None:
    row.fate, row.ended_at = fate, at
    DELIVERIES.labels(row.way, fate).inc()


@transaction.atomic
def _note(rows: Iterable[Delivery], result: Result, address: str = "") -> None:
    """Record the result of a try."""
    # A delivery that was withdrawn meanwhile is not updated.
    at = now()
    for row in rows:
        row.fault = result.fault
        if result.fate != Fate.WAITS:
            _end(row, result.fate, at)
        elif row.tries > len(PAUSES):
            _end(row, Fate.GAVE_UP, at)
        elif result.wait:
            row.due_at = max(row.due_at, at + timedelta(seconds=min(result.wait, 24 * 3600)))
        waiting = Delivery.objects.filter(pk=row.pk, fate=Fate.WAITS)
        waiting.update(fate=row.fate, fault=row.fault, ended_at=row.ended_at, due_at=row.due_at)
        _note_where(row, result, address, at)


def _note_where(row: Delivery, result: Result, address: str, at: datetime) -> None:
    """Record that an address or device is dead, or that an address is alive."""
    if row.device_id is not None and result.gone:
        PushDevice.objects.filter(pk=row.device_id, gone_at=None).update(gone_at=at)
    elif address and result.gone:
        note_dead_address(user=row.notice.user_id, address=address, at=at)
    elif address and result.fate == Fate.SENT:
        note_living_address(user=row.notice.user_id, address=address)
