"""Commands of one game sent to a match of another are refused, without a fault."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.registry import games
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db

# Commands and queries that only some games have.
OWN = ("act", "auto", "guide", "week", "news", "week/news")


@pytest.mark.parametrize("game", list(games()))
def test_a_command_of_another_game_is_refused(table: Any, running: Any, game: str) -> None:
    title, people = games()[game].title, ("ann", "bob", "cem")
    played = hasattr(title, "engines")
    make = running if played else table
    match, (ann, *_others) = make(*people, game=game, least=max(2, title.seats[0]))
    browser = client_for(ann)
    for path, headers in product(OWN, ({}, {"HX-Request": "true"})):
        address = f"/m/{match.public_id}/{path}/"
        for answer in (
            browser.post(address, {"action": "play", "do": "bid"}, headers=headers),
            browser.get(address, headers=headers),
        ):
            assert answer.status_code in {200, 204, 302, 404, 405, 422}, path
    match.refresh_from_db()
    assert match.failures == 0
