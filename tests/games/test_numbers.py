"""The statistics page of a match: for readers of its record, without votes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from games.blanks.rules.scoring import numbers
from games.engine.base import Step
from games.engine.record import Replayed
from games.page import html_cache, replay
from games.services.moderation import abort
from games.views import replay as views
from tests.games.test_replay import played
from tests.support.log_in import client_for

__all__ = ["played"]

pytestmark = pytest.mark.django_db
FIGURES = {
    "blanks": ["votes"],
    "interop": ["apps", "owners", "fees"],
    "merchants": ["worth", "luck"],
}


def address(match: Any) -> str:
    return f"/m/{match.public_id}/numbers/"


def forget() -> None:
    html_cache._cache.clear()
    replay._walks.clear()


def cells(page: str, figure: str) -> list[list[str]]:
    """Return the table of a figure, without its header."""
    rest = page[page.index(f'id="figure-{figure}"') :]
    table = rest[rest.index("<tbody>") : rest.index("</tbody>")]
    return [
        [
            re.sub(r"<[^>]+>|\s+", " ", cell).strip()
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row)
        ]
        for row in table.split("<tr")[1:]
    ]


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.deep) if game == "interop" else game for game in FIGURES],
)
def test_a_finished_match_has_statistics(played: Any, game: str) -> None:
    match, (ann, *_others), _seen = played(game)
    browser = client_for(ann)
    assert address(match) in browser.get(f"/m/{match.public_id}/").text
    forget()
    page = browser.get(address(match))
    assert page.status_code == 200
    shown = re.findall(r'id="figure-(\w+)"', page.text)
    assert shown == [figure for figure in FIGURES[game] if figure in shown]
    assert shown[0] == FIGURES[game][0]
    assert page.text.count('class="pic"') == len(shown)
    assert match.secret not in page.text
    for figure in shown:
        rows = cells(page.text, figure)
        assert rows and len({len(row) for row in rows}) == 1


def test_the_table_of_votes_contains_only_public_votes(played: Any) -> None:
    match, (ann, *_others), _seen = played("blanks")
    match.refresh_from_db()
    walk = replay.walk_of(match, ())
    results = walk.at(walk.length).step.state.results
    told = sum(count.votes for result in results if result.voted for count in result.votes)
    rows = cells(client_for(ann).get(address(match)).text, "votes")
    assert sum(int(row[2]) for row in rows) == told


def test_statistics_are_computed_without_ballots(played: Any) -> None:
    match, _people, _seen = played("blanks")
    walk = replay.walk_of(match, ())
    steps = [walk.at(step + 1) for step in range(walk.length)]
    assert numbers([_without_ballots(one) for one in steps]) == numbers(steps) == walk.counted


def _without_ballots(one: Replayed) -> Replayed:
    state = replace(one.step.state, ballots=(), plays=())
    return replace(one, before=None, step=Step(state=state, events=()), drawn=())


def test_matches_without_a_record_have_no_statistics(running: Any) -> None:
    match, (ann, *_others) = running("ann", "bob", "cem", game="merchants", least=3)
    browser = client_for(ann)
    assert browser.get(address(match)).status_code == 404
    abort(match=match, why="agreed")
    assert browser.get(address(match)).status_code == 404
    assert "numbers/" not in browser.get(f"/m/{match.public_id}/").text


def test_statistics_are_visible_to_those_who_see_the_result(played: Any, person: Any) -> None:
    match, (ann, *_others), _seen = played("merchants")
    assert client_for(person("eve")).get(address(match)).status_code == 404
    assert Client().get(address(match)).status_code == 302
    assert client_for(ann).post(address(match)).status_code == 405


@pytest.mark.parametrize("game", ["blanks", "merchants"])
def test_the_statistics_of_a_match_are_computed_once(
    played: Any, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, *_others), _seen = played(game)
    browser = client_for(ann)
    forget()
    drawn, draw = [], views._render_numbers

    def noted(viewing: Any) -> Any:
        drawn.append(game)
        return draw(viewing)

    monkeypatch.setattr(views, "_render_numbers", noted)
    first, again = (browser.get(address(match)).text for _ in range(2))
    assert drawn == [game]
    assert cells(first, FIGURES[game][0]) == cells(again, FIGURES[game][0]) != []
