"""Commands and idempotency keys that compete for the lock of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from chat.core.clock import now
from chat.core.internals import table_fields
from games.models import AcceptedKey, LogEntry, Match
from games.refusals import Refusal
from games.services.locks import lock_match, lock_once
from games.services.play import act
from tests.games.test_playing import answer, seat_of
from tests.support.patience import PATIENCE, wait_until
from tests.support.races import at_once
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db(transaction=True)

Taken = tuple[Match, datetime | None]


def acting(match: Match, user: Any, key: str) -> Callable[[], str]:
    """Return a function that acts and returns "done", "told" or a refusal's code.

    "told" means that the action was applied before.
    """
    raw = answer(match, seat_of(match, user))

    def do() -> str:
        try:
            done = act(user=user, public_id=match.public_id, raw=raw, key=key)
        except Refusal as refusal:
            return refusal.code
        return "told" if done is None else "done"

    return do


def taken(match: Match, user: Any) -> Taken:
    with transaction.atomic():
        return lock_once(public_id=match.public_id, user=user, key="k")


@contextmanager
def waited_for(take: Callable[[], object], work: Callable[[], Taken]) -> Iterator[Future[Taken]]:
    """Take a lock within a transaction, and start work that waits for it."""

    def run() -> Taken:
        try:
            return work()
        finally:
            connection.close()

    def waits() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
            )
            return cursor.fetchone() is not None

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        take()
        waiting = pool.submit(run)
        wait_until(waits, what="another connection waits")
        yield waiting


@pytest.mark.both
def test_a_key_sent_concurrently_is_executed_once(running: Any) -> None:
    match, (ann, *_others) = running("ann", "bob", "cem")
    before = LogEntry.objects.count()
    assert Counter(at_once(*[acting(match, ann, "k")] * 4)) == {"done": 1, "told": 3}
    assert LogEntry.objects.count() == before + 1
    assert AcceptedKey.objects.filter(key="k").count() == 1


@pytest.mark.both
def test_a_key_sent_concurrently_to_two_matches_is_accepted_at_one(running: Any) -> None:
    (one, (ann, _bob)), (other, (cem, _dan)) = running("ann", "bob"), running("cem", "dan")
    other.seats.filter(user=cem).update(user=ann)
    before = LogEntry.objects.count()
    works = [acting(match, ann, "k") for match in (one, other)]
    first, second = sorted(at_once(*works))
    assert first in {"busy", "done"}, "on PostgreSQL one waits for the other, and is to ask again"
    assert second == ("done" if first == "busy" else "malformed")
    assert LogEntry.objects.count() == before + 1


@pytest.mark.both
def test_a_missing_match_stores_no_key(running: Any) -> None:
    _match, (ann, _bob) = running("ann", "bob")
    before = AcceptedKey.objects.count()
    command = partial(act, user=ann, public_id="none-such", raw={}, key="k")
    assert code_of(command) == "no_such_table"
    assert AcceptedKey.objects.count() == before


def test_commands_without_a_key_are_all_executed(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    keys, before = AcceptedKey.objects.count(), now()
    for _i in range(2):
        with transaction.atomic():
            held, at = lock_once(public_id=match.public_id, user=ann, key="")
        assert held == match
        assert at is not None and at >= before
    assert AcceptedKey.objects.count() == keys


@pytest.mark.both
def test_an_action_needs_few_queries(running: Any) -> None:
    # The match, the key's use, the key, the seats, the log and the match again.
    match, (ann, _bob) = running("ann", "bob")
    do = acting(match, ann, "k")
    with CaptureQueriesContext(connection) as asked:
        assert do() == "done"
    statements = [one["sql"] for one in asked.captured_queries if "games_" in one["sql"]]
    assert len(statements) == 6, statements


@pytest.mark.both
def test_a_locked_match_has_all_its_fields(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    held, at = taken(match, ann)
    for field in table_fields(Match):
        assert getattr(held, field.attname) == getattr(match, field.attname)
    assert AcceptedKey.objects.get(key="k", user=ann, match=match).at == at


@pytest.mark.both
def test_a_waiting_command_gets_the_current_match_and_keys(running: Any) -> None:
    if connection.vendor == "sqlite":
        return  # one writer at a time
    match, (ann, _bob) = running("ann", "bob")
    held_by_us = partial(lock_match, match.public_id)
    with waited_for(held_by_us, partial(taken, match, ann)) as waiting:
        Match.objects.filter(pk=match.pk).update(version=4711, name="Now")
        let_in = now()
    held, at = waiting.result(PATIENCE)
    assert (held.version, held.name) == (4711, "Now")
    assert at is not None and at >= let_in
    assert AcceptedKey.objects.get(key="k").at == at


@pytest.mark.both
def test_waiting_for_a_deleted_match_stores_no_key(running: Any) -> None:
    if connection.vendor == "sqlite":
        return
    match, (ann, _bob) = running("ann", "bob")
    held_by_us = partial(lock_match, match.public_id)
    with waited_for(held_by_us, partial(taken, match, ann)) as waiting:
        match.delete()
    assert code_of(partial(waiting.result, PATIENCE)) == "no_such_table"
    assert not AcceptedKey.objects.filter(key="k").exists()


@pytest.mark.both
@pytest.mark.parametrize("carried_out", [True, False])
def test_a_waiting_command_gets_the_key_if_the_other_was_refused(
    running: Any, carried_out: bool
) -> None:
    if connection.vendor == "sqlite":
        return
    (one, (ann, _bob)), (other, _others) = running("ann", "bob"), running("cem", "dan")
    with waited_for(partial(taken, one, ann), partial(taken, other, ann)) as waiting:
        transaction.set_rollback(not carried_out)
    if carried_out:
        assert code_of(partial(waiting.result, PATIENCE)) == "busy"
    else:
        held, at = waiting.result(PATIENCE)
        assert held == other
        assert at is not None
    assert AcceptedKey.objects.get(key="k").match == (one if carried_out else other)
