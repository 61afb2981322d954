"""Each game with an engine, and the example, can be played through its page."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from chat.core.responses import CODE_HEADER
from games.checks import faults
from games.models import Match
from games.registry import games
from tests.fuzz.forms import Offered, forms_in

POSTS = 12
AT_A_TABLE = [slug for slug, game in games().items() if hasattr(game.title, "engines")]


def test_every_game_of_the_site_is_complete() -> None:
    found = faults()
    assert len(found) == len(settings.RIDOTTO_GAMES)
    assert not any(found.values()), found


def _offered(browser: Client, match: Match) -> list[Offered]:
    """Return the forms with which this player may act."""
    page = browser.get(f"/m/{match.public_id}/")
    assert page.status_code == 200
    act = f"/m/{match.public_id}/act/"
    return [form for form in forms_in(page.content.decode()) if form.action == act]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=() if slug == "example" else pytest.mark.deep)
        for slug in AT_A_TABLE
    ],
)
def test_a_match_can_be_played_with_the_forms_of_the_pages(running: Any, slug: str) -> None:
    chance, least = random.Random(slug), max(2, games()[slug].title.seats[0])
    match, people = running("ann", "bob", "cem", "dee", game=slug, least=least)
    browsers = []
    for user in people:
        browsers.append(Client())
        browsers[-1].force_login(user)
    acted = 0
    for _round in range(POSTS):
        for browser in browsers:
            if offered := _offered(browser, match):
                form = chance.choice(offered)
                answer = browser.post(form.action, _by_name(form.filled(chance)))
                assert answer.status_code < 500, form
                acted += CODE_HEADER not in answer.headers
    match.refresh_from_db()
    assert acted, "whatever the pages offered was refused"
    assert match.entries == acted + 1
    assert match.status in {"running", "finished"}
    assert match.status == "finished" or slug != "example"


def _by_name(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found
