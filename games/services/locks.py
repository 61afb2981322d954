"""Locks and idempotency keys of matches.

A retried command is not applied again, but its updates are announced again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection
from django.db.models import QuerySet

from chat.core.clock import now
from chat.core.prepared_queries import Prepared
from chat.live.announce import announce_again
from chat.messages.rooms import access_topic
from games import topics
from games.models import AcceptedKey, Match
from games.refusals import HouseCode, Refusal
from games.registry import CROWD, is_crowd

# --- Announcing a retried command again: the first announcement may have been lost


def tell_again(*, user: Any, match: Match, key: str) -> None:
    """Announce this match again to everybody who may have missed an update."""
    announce_again(
        topics.of_match(match.public_id),
        topics.LOBBY,
        access_topic(f"table-{match.public_id}"),
        access_topic(f"watch-{match.public_id}"),
        *(topic for person in _people(user, match) for topic in _topics_of(person)),
        person=user.pk,
        key=key,
    )


def _people(user: Any, match: Match) -> set[int]:
    """Return the people whose own lists may show this match."""
    # In a crowd only the user who acted: hardly any other list changes.
    people = set(match.invitations.order_by("-pk").values_list("user_id", flat=True)[:CROWD])
    if not is_crowd(match):
        people |= set(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    return people | {user.pk}


def _topics_of(person: int) -> tuple[str, str]:
    return topics.of_person(person), f"user.{person}"


LOOKS_EVERY = 0.1  # seconds: the longest sleep of a writer that waits for SQLite
_turn = threading.Lock()
_match = Prepared(
    lambda name: Match.objects.select_for_update(of=("self",)).filter(public_id=name), name=str
)
_used = Prepared(
    lambda user, key: AcceptedKey.objects.filter(user=user, key=key).values_list("match_id"),
    user=int,
    key=str,
)


@contextmanager
def in_turn(patience: float = -1) -> Iterator[None]:
    """Let one thread after the other write on SQLite, in order; elsewhere do nothing.

    `patience`: seconds to wait at most, -1 for no limit. Raise `Refusal("busy")` if that is not
    enough.

    Enter it before a transaction begins, never inside one: a thread that holds the turn could wait
    for that transaction to end. The transaction inside is therefore durable, which Django refuses
    to nest.
    """
    # SQLite has one writer at a time. It makes the others sleep and retry, and an unlucky one can
    # wait for seconds.
    if connection.vendor != "sqlite":
        yield
        return
    if not _turn.acquire(timeout=patience):
        raise Refusal(HouseCode.BUSY)
    try:
        yield
    finally:
        _turn.release()


def let_others_in(held: float) -> None:
    """Pause between the transactions of a long series, on SQLite only.

    `held`: how long the last transaction took, in seconds.
    """
    # Waiting writers check every tenth of a second; without a pause they would hardly ever find
    # the database free.
    if connection.vendor == "sqlite":
        time.sleep(min(held, LOOKS_EVERY))


def lock_match(public_id: str) -> Match:
    """Return the match, its row locked until the transaction ends.

    Raise `Refusal("no_such_table")` if there is none.
    """
    match = _match.first(name=public_id)
    if match is None:
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    return match


def lock_due(pk: int) -> Match | None:
    """Return the match with its row locked, or None if another worker has it.

    The sweep then comes again.
    """
    return lock_first(Match.objects.filter(pk=pk))


def lock_first(rows: QuerySet[Match]) -> Match | None:
    """Return the first of these matches that nobody else has locked, or None.

    Its row is locked until the transaction ends.
    """
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(skip_locked=True, of=("self",))
    return rows.first()


def accepted(*, user: Any, key: str, match: Match) -> bool:
    """Return True if a command with this key was applied before.

    Its updates are then announced again. Call it while holding the lock. Raise
    `Refusal("malformed")` if the key was used at another table.
    """
    if not key:
        return False
    used = _used.first(user=user.pk, key=key)
    # The site's pages never send a key twice, and answering "done" would be wrong.
    if used is not None and used[0] != match.pk:
        raise Refusal(HouseCode.MALFORMED)
    if used is not None:
        tell_again(user=user, match=match, key=key)
    return used is not None


def accept(*, user: Any, key: str, match: Match, at: datetime | None = None) -> None:
    """Use up the key of a command that is accepted.

    Raise `Refusal("busy")` if another table uses up the same key at the same time. Nothing has
    changed here then, and a retry gets the final answer.
    """
    # A refused command never gets here, so its key stays valid.
    if not key:
        return
    try:
        AcceptedKey.objects.create(user=user, key=key, match=match, at=at or now())
    except IntegrityError:
        raise Refusal(HouseCode.BUSY) from None


def lock_once(*, public_id: str, user: Any, key: str) -> tuple[Match, datetime | None]:
    """Lock a match for a command that is applied in one transaction.

    Return the match and the current time, or None as the time if the command was applied before. If
    the command is refused afterwards, the rollback frees its key as well. Raise `Refusal` as
    `lock_match`, `accepted` and `accept` do.
    """
    match = lock_match(public_id)
    at = now()
    if accepted(user=user, key=key, match=match):
        return match, None
    accept(user=user, key=key, match=match, at=at)
    return match, at


def clean_key(key: str) -> str:
    """Return a key as it is stored.

    Raise `Refusal("malformed")` for a key that no page of the site sends.
    """
    if len(key) > 64 or not key.isascii() or not key.isprintable():
        raise Refusal(HouseCode.MALFORMED)
    return key
