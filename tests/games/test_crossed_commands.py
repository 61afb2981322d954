"""A command of one game sent to a match of another: refused, never a fault."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.registry import games

pytestmark = pytest.mark.django_db

# Commands and questions that only some games have.
OWN = ("act", "auto", "guide", "week", "news", "week/news")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("path", OWN)
@pytest.mark.parametrize("game", list(games()))
def test_a_command_of_another_game_is_refused(
    table: Any, running: Any, game: str, path: str, script: bool
) -> None:
    title, people = games()[game].title, ("ann", "bob", "cem")
    played = hasattr(title, "engines")
    make = running if played else table
    match, (ann, *_others) = make(*people, game=game, least=max(2, title.seats[0]))
    browser = Client()
    browser.force_login(ann)
    headers = {"HX-Request": "true"} if script else {}
    for answer in (
        browser.post(
            f"/m/{match.public_id}/{path}/", {"action": "play", "do": "bid"}, headers=headers
        ),
        browser.get(f"/m/{match.public_id}/{path}/", headers=headers),
    ):
        assert answer.status_code in {200, 204, 302, 404, 405, 422}
    match.refresh_from_db()
    assert match.failures == 0
