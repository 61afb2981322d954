"""A break of a match in the database: the clock, coming back, lists (Blanks 12)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from chat.core import clock
from games.models import Match, MissedDecision
from games.services.play import act
from games.services.scheduler import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def in_break(running: Any) -> tuple[Match, list[Any]]:
    """Return a match whose two players slept through a round, and the players."""
    match, people = running("ann", "bob", options={"away_after": 1, "break_seconds": 600})
    clock.move(200)
    run_due(match.pk)
    match.refresh_from_db()
    return match, people


def test_a_break_asks_nobody_until_its_own_deadline(in_break: Any) -> None:
    match, _people = in_break
    assert (match.decision_id, match.decision_kind, match.asked) == ("1.break", "break", [])
    assert match.deadline - match.asked_at == timedelta(seconds=600)


def test_back_ends_it_once_enough_are_there(in_break: Any) -> None:
    match, people = in_break
    for user, phase in zip(people, ("break", "play"), strict=True):
        act(user=user, public_id=match.public_id, raw={"action": "back"}, key="")
        match.refresh_from_db()
        assert match.decision_kind == phase
    assert len(match.asked) == 2


def test_its_deadline_ends_the_match_and_is_missed_by_nobody(in_break: Any) -> None:
    match, _people = in_break
    missed = MissedDecision.objects.filter(match=match).count()
    clock.move(599)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    clock.move(2)
    run_due(match.pk)
    match.refresh_from_db()
    assert (match.status, match.end_reason) == (Match.Status.FINISHED, "too_few_players")
    assert MissedDecision.objects.filter(match=match).count() == missed
