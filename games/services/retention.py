"""Housekeeping: packing old logs, removing stale rows."""

from __future__ import annotations

import logging
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from chat.core.batched_jobs import claimed, delete_some, run_steps
from chat.core.clock import now
from chat.core.internals import table_fields
from chat.core.machine_faults import is_of_machine
from chat.messages.retention import forget_empty_rooms
from chat.models import Room
from games.models import (
    AcceptedKey,
    LogEntry,
    Match,
    MatchSetup,
    PackedLog,
    PasswordTry,
    SharedContent,
)
from games.services import ratings, reliability
from games.services.bot_plans import forget_notes
from games.services.locks import in_turn, lock_first, lock_match
from games.services.log import pack, unpack
from games.services.match_engine import with_content, without_content
from games.services.seats import close_table
from games.topics import rooms_of

log = logging.getLogger(__name__)

TRIES_FOR = timedelta(days=1)
SHARED_FROM = 1000  # bytes of content; less is not worth a row of its own


def forget_keys() -> bool:
    """One step; whether there may be another."""
    if not settings.KEEP_KEYS_DAYS:
        return False
    with in_turn(), transaction.atomic(durable=True):
        ended = now() - timedelta(days=settings.KEEP_KEYS_DAYS)
        old = AcceptedKey.objects.filter(at__lt=ended).order_by("at")
        return claimed("games.keys") and delete_some(old)


def forget_tries() -> bool:
    """One step; whether there may be another."""
    with in_turn(), transaction.atomic(durable=True):
        old = PasswordTry.objects.filter(at__lt=now() - TRIES_FOR)
        return claimed("games.tries") and delete_some(old)


def pack_logs() -> None:
    """Packs matches that have been over for long, one after the other, for a while."""
    failed = set[int]()
    if settings.PACK_LOGS_DAYS:
        run_steps(lambda: _pack_one(failed))


def _pack_one(failed: set[int]) -> bool:
    """One match; whether there was one."""
    pk = None
    try:
        with in_turn(), transaction.atomic(durable=True):
            match = (
                lock_first(_to_pack().exclude(pk__in=failed))
                if claimed("games.services.log")
                else None
            )
            if match is None:
                return False
            pk = match.pk
            _pack(match)
    except Exception as error:
        if pk is None or is_of_machine(error):
            raise
        log.exception("match %s: its log cannot be packed, and stays", pk)
        failed.add(pk)
    return True


def _to_pack() -> QuerySet[Match]:
    """Longest over first. None that runs has `ended_at`."""
    ended = now() - timedelta(days=settings.PACK_LOGS_DAYS)
    return Match.objects.filter(ended_at__lt=ended, log_packed_at=None).order_by("ended_at")


def _pack(match: Match) -> None:
    _pack_log(match)
    _share_content(match)
    forget_notes(match=match)
    forget_empty_rooms(Room.objects.filter(key__in=rooms_of(match.public_id)))
    match.log_packed_at = now()
    match.save(update_fields=["log_packed_at"])


def _pack_log(match: Match) -> None:
    """Rows go only when what replaces them was read again and is the same."""
    rows = list(LogEntry.objects.filter(match=match).order_by("seq"))
    if not rows:
        return
    data = pack(rows)
    if list(map(_told, unpack(match, data))) != list(map(_told, rows)):
        raise ValueError("it would not be read as it was")
    PackedLog.objects.create(match=match, data=data)
    LogEntry.objects.filter(match=match).delete()


def _share_content(match: Match) -> None:
    """A setup goes without its content only if with it it is the same, byte by byte."""
    setup = MatchSetup.objects.filter(match=match, content=None).first()
    if setup is None:  # a table that never began, or a game that has none
        return
    whole = bytes(setup.data)
    setup.data, content = without_content(whole)
    if len(content) < SHARED_FROM:
        return
    digest = sha256(content).digest()
    defaults = {"data": content}
    setup.content, _ = SharedContent.objects.get_or_create(digest=digest, defaults=defaults)
    if with_content(setup.data, bytes(setup.content.data)) == whole:
        setup.save(update_fields=["data", "content"])


def _told(entry: LogEntry) -> list[object]:
    """All that an entry says, to be compared."""
    values = (getattr(entry, field.name) for field in table_fields(LogEntry) if field.name != "id")
    return [bytes(value) if isinstance(value, memoryview) else value for value in values]


# --- House-keeping: old open tables, and what is kept for a time only. ---


OPEN_FOR = timedelta(days=7)


def tidy() -> None:
    """Closes open tables that are seven days old; forgets and packs what is older than it need be;
    counts what has ended for ratings and for how reliably people answer.

    For half a second or so: the schedule comes again.
    """
    _close_old_tables()
    run_steps(forget_keys)
    run_steps(forget_tries)
    pack_logs()
    run_steps(reliability.forget_old)
    run_steps(ratings.count_one)  # these last: should one fail, the rest is done
    run_steps(reliability.count_one)


def _close_old_tables() -> None:
    old = Match.objects.filter(status=Match.Status.OPEN, created_at__lte=now() - OPEN_FOR)
    for public_id in list(old.values_list("public_id", flat=True)[:500]):
        with transaction.atomic():
            match = lock_match(public_id)
            if match.status == Match.Status.OPEN:
                close_table(match=match, reason="expired")
