"""The locks of a match and its idempotency keys; a retry is announced again."""

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

# --- Whom a retry of an accepted command tells of the match, since nobody may have heard of it.


def tell_again(*, user: Any, match: Match, key: str) -> None:
    """Lets everybody look anew who may have missed something of this match."""
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
    """Of a crowd at the table only the one who acted: for the others hardly anything waits."""
    people = set(match.invitations.order_by("-pk").values_list("user_id", flat=True)[:CROWD])
    if not is_crowd(match):
        people |= set(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    return people | {user.pk}


def _topics_of(person: int) -> tuple[str, str]:
    return topics.of_person(person), f"user.{person}"


LOOKS_EVERY = 0.1  # seconds: SQLite's longest sleep while it waits
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
    """On SQLite one thread after the other, in the order of coming; elsewhere nothing.

    SQLite has one writer at a time and lets the others sleep and try again: unlucky ones for
    seconds. Taken before a transaction begins, never inside one: who holds the turn could wait for
    that one to end. So the transaction within it is durable, which refuses to be an inner one.
    Raises `Refusal("busy")` for whoever would wait longer than `patience` seconds (-1: never).
    """
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
    """On SQLite a pause between transactions of one who writes on and on; elsewhere nothing.

    `held`: how long the last one took, in seconds. Who waits for the one writer looks whether it is
    free every tenth of a second, and would hardly ever find it so.
    """
    if connection.vendor == "sqlite":
        time.sleep(min(held, LOOKS_EVERY))


def lock_match(public_id: str) -> Match:
    """The match's row, locked until the transaction ends. Raises `Refusal("no_such_table")`."""
    match = _match.first(name=public_id)
    if match is None:
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    return match


def lock_due(pk: int) -> Match | None:
    """The row if nobody else has it just now; None otherwise (the sweep comes again)."""
    return lock_first(Match.objects.filter(pk=pk))


def lock_first(rows: QuerySet[Match]) -> Match | None:
    """The first of these that nobody else has just now, locked until the transaction ends."""
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(skip_locked=True, of=("self",))
    return rows.first()


def accepted(*, user: Any, key: str, match: Match) -> bool:
    """Whether a command with this key was carried out here before: then it is told again.

    Ask it under the lock. Raises `Refusal("malformed")` if it was carried out at another table: no
    page of ours sends a key twice, and saying "done" would be wrong.
    """
    if not key:
        return False
    used = _used.first(user=user.pk, key=key)
    if used is not None and used[0] != match.pk:
        raise Refusal(HouseCode.MALFORMED)
    if used is not None:
        tell_again(user=user, match=match, key=key)
    return used is not None


def accept(*, user: Any, key: str, match: Match, at: datetime | None = None) -> None:
    """Uses the key up. Refused commands never get here, so their keys stay good.

    Raises `Refusal("busy")` if the same key is being used up at another table at this very moment:
    then nothing has changed here, and trying again tells what became of it.
    """
    if not key:
        return
    try:
        AcceptedKey.objects.create(user=user, key=key, match=match, at=at or now())
    except IntegrityError:
        raise Refusal(HouseCode.BUSY) from None


def lock_once(*, public_id: str, user: Any, key: str) -> tuple[Match, datetime | None]:
    """`lock_match`, `accepted` and `accept` together, for what is carried out in one transaction.

    With the match when the command is carried out; None: it was carried out before. Whatever
    refuses the command afterwards takes the key back with all else. Raises what `lock_match`,
    `accepted` and `accept` do.
    """
    match = lock_match(public_id)
    at = now()
    if accepted(user=user, key=key, match=match):
        return match, None
    accept(user=user, key=key, match=match, at=at)
    return match, at


def clean_key(key: str) -> str:
    """A key as stored. Raises `Refusal("malformed")` for one that nobody's page sends."""
    if len(key) > 64 or not key.isascii() or not key.isprintable():
        raise Refusal(HouseCode.MALFORMED)
    return key
