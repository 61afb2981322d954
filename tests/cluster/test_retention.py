"""Two processes never tidy at the same time."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction

from chat.core import batched_jobs, clock
from games.models import AcceptedKey, LogEntry
from games.services import retention
from games.services.retention import tidy
from tests.support.matches import begun, play

DAY = 24 * 3600


@pytest.mark.django_db(transaction=True)
def test_a_second_run_does_nothing_and_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batched_jobs, "STINT", 600.0)  # one run does it all
    people = [get_user_model().objects.create(username=name) for name in ("ann", "bob")]
    match = begun(people, "blanks", 1, options={"round_limit": 3})
    play(match)
    clock.move(40 * DAY)
    found = []

    def second() -> None:
        found.extend([retention.forget_keys(), retention._pack_one(set())])
        connection.close()

    with transaction.atomic():
        assert batched_jobs.claimed("games.keys")
        assert batched_jobs.claimed("games.services.log")
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert found == [False, False]
    assert AcceptedKey.objects.exists()
    tidy()
    assert not AcceptedKey.objects.exists()
    assert not LogEntry.objects.filter(match=match).exists()
