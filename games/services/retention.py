"""Housekeeping: packing old logs, and removing stale rows."""

from __future__ import annotations

import logging
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify_many
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
from games.registry import games
from games.selectors.seats import seated
from games.services import ratings, reliability
from games.services.bot_plans import forget_notes
from games.services.deadlines import forget_turn
from games.services.locks import in_turn, lock_first, lock_match
from games.services.log import pack, unpack
from games.services.match_engine import with_content, without_content
from games.services.seats import close_table
from games.topics import rooms_of

log = logging.getLogger(__name__)

TRIES_FOR = timedelta(days=1)
SHARED_FROM = 1000  # bytes; smaller content is not worth a row of its own


def forget_keys() -> bool:
    """Delete a batch of old idempotency keys. Return True if there may be more."""
    if not settings.KEEP_KEYS_DAYS:
        return False
    with in_turn(), transaction.atomic(durable=True):
        ended = now() - timedelta(days=settings.KEEP_KEYS_DAYS)
        old = AcceptedKey.objects.filter(at__lt=ended).order_by("at")
        return claimed("games.keys") and delete_some(old)


def forget_tries() -> bool:
    """Delete a batch of old password tries. Return True if there may be more."""
    with in_turn(), transaction.atomic(durable=True):
        old = PasswordTry.objects.filter(at__lt=now() - TRIES_FOR)
        return claimed("games.tries") and delete_some(old)


def pack_logs() -> None:
    """Pack matches that ended long ago, one after the other, for a limited time."""
    failed = set[int]()
    if settings.PACK_LOGS_DAYS:
        run_steps(lambda: _pack_one(failed))


def _pack_one(failed: set[int]) -> bool:
    """Pack one match. Return False if none is waiting."""
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
    """Return the matches to pack, earliest end first."""
    ended = now() - timedelta(days=settings.PACK_LOGS_DAYS)
    # A running match has no `ended_at`.
    return Match.objects.filter(ended_at__lt=ended, log_packed_at=None).order_by("ended_at")


def _pack(match: Match) -> None:
    _pack_log(match)
    _share_content(match)
    forget_notes(match=match)
    forget_empty_rooms(Room.objects.filter(key__in=rooms_of(match.public_id)))
    match.log_packed_at = now()
    match.save(update_fields=["log_packed_at"])


def _pack_log(match: Match) -> None:
    """Replace the rows of the log by a packed log."""
    rows = list(LogEntry.objects.filter(match=match).order_by("seq"))
    if not rows:
        return
    data = pack(rows)
    # Rows are deleted only if the packed log gives the same entries again.
    if list(map(_told, unpack(match, data))) != list(map(_told, rows)):
        raise ValueError("it would not be read as it was")
    PackedLog.objects.create(match_id=match.pk, data=data)
    LogEntry.objects.filter(match=match).delete()


def _share_content(match: Match) -> None:
    """Move the setup's content to a row shared by all matches with the same content."""
    setup = MatchSetup.objects.filter(match=match, content=None).first()
    if setup is None:  # the table never began, or its game has no setup
        return
    whole = bytes(setup.data)
    setup.data, content = without_content(whole)
    if len(content) < SHARED_FROM:
        return
    digest = sha256(content).digest()
    defaults = {"data": content}
    setup.content, _ = SharedContent.objects.get_or_create(digest=digest, defaults=defaults)
    # Only if the parts give exactly the same bytes again.
    if with_content(setup.data, bytes(setup.content.data)) == whole:
        setup.save(update_fields=["data", "content"])


def _told(entry: LogEntry) -> list[object]:
    """Return all values of an entry, for comparison."""
    values = (getattr(entry, field.name) for field in table_fields(LogEntry) if field.name != "id")
    return [bytes(value) if isinstance(value, memoryview) else value for value in values]


# --- Periodic housekeeping


OPEN_FOR = timedelta(days=7)


def tidy() -> None:
    """Close old tables and outdated matches, delete and pack, and count ended matches.

    It works for half a second or so and leaves the rest to its next run.
    """
    _close_old_tables()
    _close_outdated_matches()
    run_steps(forget_keys)
    run_steps(forget_tries)
    pack_logs()
    run_steps(reliability.forget_old)
    run_steps(ratings.count_one)  # last: a failure here leaves the rest done
    run_steps(reliability.count_one)


def _close_old_tables() -> None:
    old = Match.objects.filter(status=Match.Status.OPEN, created_at__lte=now() - OPEN_FOR)
    for public_id in list(old.values_list("public_id", flat=True)[:500]):
        with transaction.atomic():
            match = lock_match(public_id)
            if match.status == Match.Status.OPEN:
                close_table(match=match, reason="expired")


def _close_outdated_matches() -> None:
    """Close the matches that began under rules which the site no longer has."""
    for game in games().values():
        versions = getattr(game.title, "engines", ())
        # Not those of newer rules: other processes of the site may be newer than this one.
        old = Match.objects.filter(
            game=game.title.slug,
            status__in=(Match.Status.RUNNING, Match.Status.STALLED),
            engine_version__lt=min(versions, default=0),
        )
        for public_id in list(old.values_list("public_id", flat=True)[:500]):
            with transaction.atomic():
                _close_outdated(lock_match(public_id))


def _close_outdated(match: Match) -> None:
    if match.status not in (Match.Status.RUNNING, Match.Status.STALLED):
        return
    people = seated(match).filter(user__isnull=False)
    for seat in people:
        forget_turn(match, seat)
    close_table(match=match, reason="outdated")
    text = _("“%(table)s” was closed without a result: the rules of the game have changed.")
    told = dict.fromkeys(people.values_list("user", flat=True), text % {"table": match.name})
    url = reverse("games:match", args=[match.public_id])
    notify_many(kind="closed", told=told, url=url, instead_of=url)
