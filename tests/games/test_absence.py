"""A player who returns from being away sees what was done for them; others don't."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chat.core import clock
from games.models import Match
from games.page.context import ViewerContext
from games.page.snapshot import snapshot_of
from games.services.scheduler import run_due
from games.services.seats import come_back, leave
from tests.games.page.page_reader import words
from tests.games.table_kit import put

pytestmark = pytest.mark.django_db


def absence_texts(match: Match, user: Any) -> list[str] | None:
    """Return the sentences about this player's absence, or None if there are none."""
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    absence = ViewerContext(snapshot, user).absence
    return None if absence is None else [words(one) for one in absence]


def time_runs_out(match: Match) -> None:
    clock.move(60)
    run_due(match.pk)


def test_a_missed_decision_is_shown_only_to_its_player(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    put(match, ann)
    assert absence_texts(match, bob) is None
    time_runs_out(match)
    said = absence_texts(match, bob)
    assert said is not None
    assert said[0].startswith("You put down ")
    assert absence_texts(match, ann) is None


def test_an_automatic_move_is_shown_until_its_player_moves(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    put(match, ann)
    time_runs_out(match)
    said = absence_texts(match, bob)
    put(match, bob)  # is back, and has not read it yet
    assert absence_texts(match, bob) == said
    put(match, ann)
    match.refresh_from_db()
    put(match, bob)
    assert match.seats.get(user=bob).absent_from is None


def test_all_moves_of_a_stand_in_bot_are_shown_until_the_return(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    leave(user=bob, public_id=match.public_id)
    put(match, ann)
    run_due(match.pk)
    before = absence_texts(match, bob)
    assert before is not None
    assert before[0].startswith("You put down ")
    come_back(user=bob, public_id=match.public_id)
    put(match, ann)
    assert absence_texts(match, bob) == before


def test_the_player_can_close_the_list_after_the_return(client: Client, example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    leave(user=bob, public_id=match.public_id)
    put(match, ann)
    run_due(match.pk)
    client.force_login(bob)
    page, close = reverse("games:match", args=[match.public_id]), f"/m/{match.public_id}/seen/"
    assert close not in client.get(page).text  # a bot plays: the absence is not over
    client.post(close)
    assert absence_texts(match, bob)
    come_back(user=bob, public_id=match.public_id)
    assert "While you were away" in client.get(page).text
    assert client.get(close).status_code == 405
    client.post(close)
    assert absence_texts(match, bob) is None
    assert "While you were away" not in client.get(page).text
    match.refresh_from_db()
    client.post(close)
    assert match.version == type(match).objects.get(pk=match.pk).version, "nothing is told anew"
