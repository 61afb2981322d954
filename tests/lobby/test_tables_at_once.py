"""The same wish for a table, sent several times at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import Match
from games.registry import games
from games.services.tables import TableWish, create_table
from lobby.tables.create import play_against_bots
from tests.lobby.tables_kit import person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def test_one_key_at_the_same_moment_makes_one_table_and_one_match() -> None:
    ada, title = person("ada"), games()["blanks"].title

    def create(_number: int) -> str:
        try:
            wish = TableWish(name="Once")
            made = create_table(user=ada, game="blanks", wish=wish, key="table")
            played = play_against_bots(user=ada, title=title, key="match")
            return f"{made.public_id} {played.public_id}"
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=6) as pool:
        assert len(set(pool.map(create, range(6)))) == 1
    assert Match.objects.count() == 2
