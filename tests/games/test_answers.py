"""Responses to commands: the view, or the position that a live page will reach."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from chat.core.responses import CODE_HEADER
from games.models import Match
from games.page.match_page import open_match
from games.registry import games
from games.views.responses import STREAM_HEADER
from tests.games.contributing_kit import opens
from tests.games.test_playing import answer, seat_of
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db

LIVE = {"HX-Request": "true", "X-Live": "1", "X-Since": "0:0"}


def _post(browser: Client, match: Match, raw: dict[str, Any], key: str) -> Any:
    return browser.post(f"/m/{match.public_id}/act/", {**raw, "key": key}, headers=LIVE)


def _turn(match: Match, people: list[Any]) -> tuple[Any, int, dict[str, Any]]:
    """Return a person who has to act, their seat, and a legal action."""
    match.refresh_from_db()
    seat = match.asked[0]
    user = next(user for user in people if seat_of(match, user) == seat)
    return user, seat, answer(match, seat)


def test_a_page_with_a_socket_learns_the_revision_that_the_socket_will_send(
    running: Any,
) -> None:
    match, people = running("ann", "bob", "cem")
    user, seat, raw = _turn(match, people)
    page = open_match(user, match.public_id, {})
    page.whole()
    done = _post(client_for(user), match, raw, "k1")
    assert (done.status_code, done.content) == (204, b"")
    stream = done.headers[STREAM_HEADER]
    match.refresh_from_db()
    assert stream == f"{seat}:{match.streams[str(seat)][0]}"
    assert stream in re.findall(r'data-revision="([^"]*)"', page.news(page.topics))


def test_a_retry_gets_the_same_response(running: Any) -> None:
    match, people = running("ann", "bob", "cem")
    user, _seat, raw = _turn(match, people)
    browser = client_for(user)
    first, again = _post(browser, match, raw, "k1"), _post(browser, match, raw, "k1")
    assert first.headers[STREAM_HEADER] == again.headers[STREAM_HEADER]
    match.refresh_from_db()
    assert match.entries == 2


def test_a_refusal_updates_the_page_with_or_without_a_socket(running: Any) -> None:
    match, people = running("ann", "bob", "cem")
    user, _seat, _raw = _turn(match, people)
    refused = _post(client_for(user), match, {"action": "play", "cards": ["nobody's"]}, "k1")
    assert refused.status_code == 200
    assert refused.headers[CODE_HEADER]
    assert STREAM_HEADER not in refused.headers
    assert 'id="m-seat"' in refused.content.decode()


# --- Crossing updates


def _place(user: Any, match: Match) -> tuple[str, int]:
    """Return the stream and the number that all fragments of a player's page carry."""
    parts = re.findall(
        r'data-revision="(\w+):(\d+)"', open_match(user, match.public_id, {}).whole()
    )
    ((stream, number),) = set(parts)
    return stream, int(number)


@pytest.mark.parametrize("game", list(games()))
def test_fragments_from_before_the_start_are_older_than_those_after_it(
    starts: Any, game: str
) -> None:
    # A response may be rendered while another person's reveal starts the match, and arrive after
    # the update of the start. If it counted as newer, the page would show the waiting match for
    # good.
    match, people = starts("ann", "bob", "cem", game=game)
    waited = [_place(user, match) for user in people]
    opens(people[0], match)
    opened = [_place(user, match) for user in people]
    for user in people[1:]:
        opens(user, match)
    assert match.status == "running"
    begun = [_place(user, match) for user in people]
    for before, between, after in zip(waited, opened, begun, strict=True):
        assert before[0] == between[0] == "t"
        assert before[1] < between[1] < after[1]
