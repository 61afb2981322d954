"""Tests of simultaneous requests to create the same table."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import Match
from games.registry import games
from games.services.locks import in_turn
from games.services.tables import TableWish, create_table
from lobby.tables.create import play_against_bots
from tests.lobby.tables_kit import person
from tests.support.patience import PATIENCE
from tests.support.races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def test_simultaneous_requests_with_one_key_create_one_table_and_one_match() -> None:
    ada, title = person("ada"), games()["blanks"].title

    def create() -> str:
        made = create_table(user=ada, game="blanks", wish=TableWish(name="Once"), key="table")
        played = play_against_bots(user=ada, title=title, key="match")
        return f"{made.public_id} {played.public_id}"

    assert len(set(at_once(*[create] * 6))) == 1
    assert Match.objects.count() == 2


def test_a_newcomers_match_is_created_while_the_write_lock_is_held() -> None:
    ada, title = person("ada"), games()["blanks"].title

    def play() -> bool:
        try:
            match = play_against_bots(user=ada, title=title, key="match", guided=True)
            return match.seats.get(user=ada).guided
        finally:
            connection.close()

    # The holder of the write lock may wait for an open transaction, so that one must not wait for
    # the lock.
    with ThreadPoolExecutor(max_workers=1) as pool, in_turn():
        assert pool.submit(play).result(timeout=PATIENCE)
