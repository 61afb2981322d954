"""The sender of what is due in the outbox, for any number of workers at once.

A worker that takes a row first postpones it and commits, then sends it and records the result. If
it crashes in between, the row becomes due again: nothing is lost, and what had already been sent is
sent again under the same name (`Message-ID`, tag).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from django.db import connection, transaction
from django.db.models import F, QuerySet

from chat.core.clock import now
from chat.core.metrics import Counter
from chat.delivery import mail, push, webhooks
from chat.delivery.kinds import HOOK, MAIL, PUSH, URGENT, Result
from chat.delivery.outbox import addresses_of
from chat.delivery.preferences import (
    is_wanted,
    note_dead_address,
    note_living_address,
    preferences_by_person,
    quiet_until,
)
from chat.models import Delivery, NoticePreferences
from chat.people import blocks_between, is_suspended, zone_of

AT_ONCE = 100  # e-mails that a worker takes at once
SECONDS = 40  # within which it begins to send them; the first pause is longer than that can take
PAUSES = tuple(  # after each try
    timedelta(minutes=minutes) for minutes in (2, 10, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60)
)
TOGETHER = 10  # push messages to one host that a worker takes at once
POLL = 1.0  # seconds between two checks for more messages while it waits for answers
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


def send_letters() -> None:
    """Send the e-mails that are due, until none is left."""
    while (lot := _take(_due(MAIL)[:AT_ONCE])) is not None:
        until = time.monotonic() + SECONDS
        for letter, result in mail.send_letters(lot.letters, until=until, is_due=_is_due):
            _note(letter.deliveries, result, letter.address)


def send_messages(way: str = PUSH) -> None:
    """Send the messages that are due, one at a time to each host, until none is left."""
    # They are taken only when a thread is free, so that none waits for other people's slow hosts.
    sending: dict[Future[list[Result]], tuple[str, list[Delivery]]] = {}
    with ThreadPoolExecutor(push.AT_ONCE) as threads:
        while True:
            while len(sending) < push.AT_ONCE:
                busy = [host for host, _rows in sending.values()]
                due = _due(way).exclude(device__host__in=busy)
                host = due.values_list("device__host", flat=True).first()
                if host is None or not (lot := _take(due.filter(device__host=host)[:TOGETHER])):
                    break
                if lot.messages:
                    messages = [_message(row, lot) for row in lot.messages]
                    future = threads.submit(push.send_in_turn, messages)
                    sending[future] = host, lot.messages
            if not sending:
                return
            for future in wait(sending, timeout=POLL, return_when=FIRST_COMPLETED).done:
                (_host, rows), results = sending.pop(future), future.result()
                for row, result in zip(rows, results, strict=False):
                    _note([row], result)
                _give_back(rows[len(results) :])


def _message(row: Delivery, lot: Lot) -> push.Outgoing:
    return webhooks.Event(row) if row.way == HOOK else push.Message.of(row, lot.preferences)


SENDERS: dict[str, Callable[[], None]] = {
    MAIL: send_letters,
    PUSH: send_messages,
    HOOK: partial(send_messages, HOOK),
}


def count_due(*, limit: int) -> int:
    """Return how many deliveries are due, counting no further than `limit`."""
    return Delivery.objects.filter(fate=Fate.WAITS, due_at__lte=now())[:limit].count()


def _due(way: str) -> QuerySet[Delivery]:
    due = Delivery.objects.filter(way=way, fate=Fate.WAITS, due_at__lte=now())
    return due.order_by("due_at", "pk")


def _take(due: QuerySet[Delivery]) -> Lot | None:
    """Take these deliveries. Return None if there are none."""
    with transaction.atomic(durable=True):
        rows = list(_unlocked(due))
        return _postpone(rows, now()) if rows else None


def _give_back(rows: Sequence[Delivery]) -> None:
    """Let deliveries be taken again at once, as they were not tried."""
    waiting = Delivery.objects.filter(pk__in=[row.pk for row in rows], fate=Fate.WAITS)
    if rows:
        waiting.update(due_at=now(), tries=F("tries") - 1)


def _is_due(letter: mail.Letter) -> bool:
    """Return True if no delivery in the letter was withdrawn since it was taken."""
    # A move, for example, may have been made while other people's letters were sent. If one was
    # withdrawn, the rest of a digest waits for the next try.
    keys = [row.pk for row in letter.deliveries]
    return Delivery.objects.filter(pk__in=keys, fate=Fate.WAITS).count() == len(keys)


def _unlocked(rows: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Lock these rows, leaving out those that other workers have locked."""
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(skip_locked=True, of=("self",))
    return rows.select_related("notice__user", "notice__by", "device")


def _postpone(rows: list[Delivery], at: datetime) -> Lot:
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
        if row.device is not None:
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
        if row.way == MAIL and _is_digest(row, lot.preferences.get(row.notice.user_id))
    }
    if not people:
        return []
    rest = _due(MAIL).filter(notice__user__in=people)
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
    elif _rests(row) and (quiet := quiet_until(wishes, zone_of(notice.user), at)):
        row.due_at = quiet
    elif row.device is not None and (rest := row.device.rests_until) and rest > at:
        row.due_at = rest
    else:
        return True
    return False


def _rests(row: Delivery) -> bool:
    """Return True if quiet hours hold it back."""
    return row.notice.kind not in URGENT and row.way != HOOK


def _is_still_wanted(
    row: Delivery, wishes: NoticePreferences | None, address: str | None, at: datetime
) -> bool:
    notice, person = row.notice, row.notice.user
    if not person.is_active or is_suspended(person, at):
        return False
    if not is_wanted(notice.kind, row.way, wishes):
        return False
    if row.way == MAIL and not address:
        return False
    if row.device is not None and row.device.gone_at is not None:
        return False
    if _is_digest(row, wishes) and row.way == MAIL and notice.seen_at is not None:
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
    """Record what the result says about the address or device."""
    if row.device is not None:
        push.note_result(row.device, result, at)
    elif address and result.gone:
        note_dead_address(user=row.notice.user_id, address=address, at=at)
    elif address and result.fate == Fate.SENT:
        note_living_address(user=row.notice.user_id, address=address)
