"""Tests that send every game's forms: valid, partly valid and mutated."""

from __future__ import annotations

import random
import secrets

import pytest

from games.registry import games
from tests.fuzz.forms import Offered, forms_in, spoilt
from tests.fuzz.hostility import ODD
from tests.fuzz.routes import ACTION_FIELDS, PLAYERS_RIGHTS
from tests.support.client import Client, guest, match_in
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.nightly

ROUNDS = 60
WORDS = [*(word.decode("utf-8", "replace") for word in ODD), *(a.decode() for a in ACTION_FIELDS)]
STATE = """
from games.models import Match
print(*Match.objects.values_list("status", "failures", "entries").get(public_id={match!r}))
"""


def _table(game: str, people: list[Client]) -> str:
    """Start a match of these people, created with the game's untouched form."""
    path = f"/set/{game}/"
    offered = next(f for f in forms_in(people[0].get(path).text) if dict(f.fixed).get("access"))
    pairs = [pair for pair in offered.fixed if pair[0] not in {"access", "key"}]
    made = people[0].post(path, [*pairs, ("access", "open"), ("key", secrets.token_hex(16))])
    assert made.status == 302, made.text
    match = match_in(made.location)
    for person in people[1:]:
        assert person.post(f"/m/{match}/join/").accepted
    started = people[0].post(f"/m/{match}/start/")
    assert started.accepted, started.text
    return match


def _commands(page: str, match: str) -> list[Offered]:
    """Return the page's commands, except those that would end the match for somebody."""
    ends = tuple(f"/m/{match}/{name}/" for name in (*PLAYERS_RIGHTS, "kick", "link", "bot"))
    return [
        form
        for form in forms_in(page)
        if form.action.startswith(f"/m/{match}/") and not form.action.startswith(ends)
    ]


@pytest.mark.parametrize("game", list(games()))
def test_malformed_forms_of_a_game_are_refused_without_a_fault(
    site: EmbeddedSite, game: str
) -> None:
    chance = random.Random(f"spoilt {game}")
    people = [guest(site.url) for _ in range(max(3, games()[game].title.seats[0]))]
    match = _table(game, people)
    accepted = 0
    for number in range(ROUNDS):
        for person in people:
            for form in _commands(person.get(f"/m/{match}/").text, match):
                pairs = form.filled(chance)
                for _time in range(0 if number % 5 == 4 else chance.randrange(3)):
                    pairs = spoilt(pairs, WORDS, chance)
                answer = person.post(form.action, [*pairs, ("key", secrets.token_hex(8))])
                assert answer.status < 500, (form.action, pairs, answer.text)
                assert answer.code not in {"fault", "stalled"}, (pairs, answer.text)
                accepted += answer.accepted
    status, failures, _entries = site.shell(STATE.format(match=match)).split()
    assert accepted
    assert (status, failures) in {("running", "0"), ("finished", "0")}
    if hasattr(games()[game].title, "engines"):
        assert "agrees with" in site.manage("replay", match)
