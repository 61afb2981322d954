"""Replays of finished matches: each step shows what its viewer saw then, no more."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import codec
from games.engine.dealer import Seeded
from games.engine.record import keeper_of, replay
from games.models import Match
from games.page import html_cache, replay as past
from games.page.replay import Walk, _walks, walk_of
from games.page.snapshot import CHAPTERS_SHOWN, snapshot_of
from games.registry import games, title_of
from games.services.log import log_of
from games.services.match_engine import engine_of, state_of
from games.services.moderation import abort
from tests.games.test_secrecy import some_action
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db
PLAYED = sorted(slug for slug, game in games().items() if hasattr(game.title, "engines"))
SHORT = {
    "blanks": {"target_score": 1},
    "interop": {"rounds": 6},
    "merchants": {"mode": "quick"},
}
MOST = 600


def views(match: Match) -> dict[int | None, bytes]:
    """Return everybody's current views, in the form for replays."""
    engine, state = engine_of(match), state_of(match)
    past = keeper_of(title_of(match)).past
    seats = [None, *match.seats.values_list("index", flat=True)]
    return {seat: codec.encode(past(engine.view(state, seat))) for seat in seats}


@pytest.fixture
def played(running: Any) -> Any:
    """Return a function that plays a match and collects the views after each entry."""

    def play(game: str) -> tuple[Match, list[Any], dict[int, dict[int | None, bytes]]]:
        match, people = running(
            "ann", "bob", "cem", game=game, least=3, bots=0, options=SHORT.get(game, {})
        )
        seen, chance = {match.entries: views(match)}, Seeded(game)
        for _ in range(MOST):
            if match.over:
                return match, people, seen
            some_action(match, people, chance)
            seen[match.entries] = views(match)
        raise AssertionError("it did not end")

    return play


def address(match: Match, **query: Any) -> str:
    return f"/m/{match.public_id}/replay/?" + "&".join(f"{k}={v}" for k, v in query.items())


@pytest.mark.parametrize("game", PLAYED)
def test_each_step_shows_what_every_seat_saw_then(played: Any, game: str) -> None:
    match, _people, seen = played(game)
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    walk = walk_of(match, snapshot.seats)
    assert walk.length == match.entries
    for step, by_seat in seen.items():
        past = walk.snapshot(step)
        assert {seat: codec.encode(past.view(seat)) for seat in by_seat} == by_seat


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.deep) if game == "interop" else game for game in PLAYED],
)
def test_every_step_has_a_page_with_all_cards(played: Any, game: str) -> None:
    match, (ann, *_others), _seen = played(game)
    browser = client_for(ann)
    for step in {*range(1, match.entries, 7), match.entries}:
        for seat in ("", 0, 1, 2, "all"):
            page = browser.get(address(match, seat=seat, step=step))
            assert page.status_code == 200
            assert f"Step {step} of {match.entries}" in page.text
            assert match.secret not in page.text


# Headings and words for the owner of a hand.
_OWN = r">Your [\w ]+</|Your hand(?: is empty|\")|You drew|you have none|Report a card|fills up"


@pytest.mark.deep
@pytest.mark.parametrize("game", PLAYED)
def test_other_hands_are_not_labelled_as_the_viewers(played: Any, game: str) -> None:
    match, (ann, *_others), _seen = played(game)
    for step in (match.entries // 2, match.entries):
        page = client_for(ann).get(address(match, seat="all", step=step)).text
        hands = page.partition('class="replay-hands"')[2].partition('class="replay-bar"')[0]
        assert hands
        assert not re.findall(_OWN, hands)


@pytest.fixture
def replayed_counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by the number of entries of each replay."""
    counts: list[int] = []

    def count(engine: Any, lines: Any, state: Any) -> Any:
        counts.append(len(lines))
        return replay(engine, lines, state)

    monkeypatch.setattr(past, "replay", count)
    return counts


def test_the_first_and_last_steps_apply_no_needless_actions(
    played: Any, replayed_counts: list[int]
) -> None:
    match, (ann, *_others), seen = played("merchants")
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    walk = walk_of(match, snapshot.seats)
    replayed_counts.clear()
    assert codec.encode(walk.snapshot(walk.length).view(0)) == seen[walk.length][0]
    assert not replayed_counts
    assert [drawn.out for drawn in walk.draws(walk.length)] == [
        drawn.out for drawn in walk.at(walk.length).drawn
    ]
    browser = client_for(ann)
    for step in (1, walk.length):
        _walks.clear()
        replayed_counts.clear()
        assert browser.get(address(match, step=step)).status_code == 200
        assert sum(replayed_counts) == step % walk.length


def test_the_log_of_a_step_ends_at_that_step(played: Any) -> None:
    match, _people, _seen = played("merchants")
    walk = walk_of(match, ())
    last = walk.snapshot(walk.length)
    chapters = {one.chapter for one in last.told}
    assert chapters == {match.chapter - back for back in range(min(CHAPTERS_SHOWN, match.chapter))}
    assert [one.seq for one in last.told] == sorted(one.seq for one in last.told)
    assert last.told[-1].seq == walk.length


@pytest.mark.deep
@pytest.mark.parametrize("stride", [1, 7, 32])
def test_steps_are_the_same_in_any_order_of_requests(
    played: Any, monkeypatch: pytest.MonkeyPatch, replayed_counts: list[int], stride: int
) -> None:
    match, _people, _seen = played("merchants")
    whole = [*walk_of(match, ())._from(0, match.entries)]
    monkeypatch.setattr(past, "STRIDE", stride)
    walk = Walk(match, log_of(match), ())
    order = [*range(match.entries, 0, -5), *range(1, match.entries + 1)]
    for step in order:
        assert walk.at(step) == whole[step - 1]
    replayed_counts.clear()
    walk.at(match.entries)
    assert sum(replayed_counts) <= stride


@pytest.mark.deep
@pytest.mark.parametrize("game", PLAYED)
def test_later_steps_need_no_more_queries_and_few_actions(
    played: Any, game: str, replayed_counts: list[int], django_assert_max_num_queries: Any
) -> None:
    match, (ann, *_others), _seen = played(game)
    browser = client_for(ann)
    steps = (1, match.entries // 2, match.entries - 1, match.entries)
    with CaptureQueriesContext(connection) as first:
        browser.get(address(match, step=1, seat=0))
    most = len(first)
    for step in steps:
        _walks.clear()
        html_cache._cache.clear()
        replayed_counts.clear()
        with django_assert_max_num_queries(most):
            browser.get(address(match, step=step, seat=0))
        assert sum(replayed_counts) <= step
        replayed_counts.clear()
        html_cache._cache.clear()
        browser.get(address(match, step=step, seat=0))
        assert sum(replayed_counts) <= past.STRIDE


@pytest.mark.deep
def test_a_replay_of_blanks_shows_no_ballots_or_handles(played: Any) -> None:
    match, (ann, *_others), _seen = played("blanks")
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    walk, browser = walk_of(match, snapshot.seats), client_for(ann)
    handles = set[str]()
    for step in range(1, walk.length + 1):
        handles |= {laid.handle for laid in walk.at(step).step.state.plays if laid.handle}
    assert handles
    for step in range(1, walk.length + 1):
        for seat in ("", 0, 1, 2, "all"):
            text = browser.get(address(match, seat=seat, step=step)).text
            assert not [handle for handle in handles if handle in text]
            assert "your vote" not in text


def test_a_running_match_has_no_replay(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    assert client_for(ann).get(address(match, step=1)).status_code == 404


@pytest.mark.parametrize("game", PLAYED)
def test_an_aborted_match_has_a_replay_if_its_record_is_open(running: Any, game: str) -> None:
    match, (ann, *_others) = running("ann", "bob", "cem", game=game, least=3)
    abort(match=match, why="agreed")
    browser = client_for(ann)
    opened = browser.get(f"/m/{match.public_id}/record.json").status_code
    assert browser.get(address(match, step=1)).status_code == opened


def test_a_replay_is_visible_to_those_who_see_the_result(played: Any, person: Any) -> None:
    match, (ann, *_others), _seen = played("merchants")
    assert client_for(person("eve")).get(address(match, step=1)).status_code == 404
    assert "replay/" in client_for(ann).get(f"/m/{match.public_id}/").text
    assert Client().get(address(match, step=1)).status_code == 302


ODD = [
    ({"step": "0"}, 200), ({"step": "99999999"}, 200), ({"step": "9" * 4000}, 404),
    ({"step": "\u0663"}, 404), ({"step": "-1"}, 404), ({"step": ""}, 404),
    ({"seat": "17"}, 404), ({"seat": "%00"}, 404), ({"seat": "ALL"}, 404), ({}, 200),
]  # fmt: skip


def test_invalid_steps_and_seats_are_refused(played: Any) -> None:
    match, (ann, *_others), _seen = played("merchants")
    browser = client_for(ann)
    found = [(query, browser.get(address(match, **query)).status_code) for query, _status in ODD]
    assert found == ODD
