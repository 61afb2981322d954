"""A break of a match in the database: the clock, coming back, lists (Blanks 12)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from chat.core import clock
from chat.models import Notice
from games.models import Match, MissedDecision
from games.services.play import act
from games.services.scheduler import run_due
from tests.support.log_in import client_for

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


def break_notices(user: Any) -> list[str]:
    rows = Notice.objects.filter(user=user, kind="pause", seen_at=None)
    return list(rows.values_list("text", flat=True))


def test_players_who_are_away_are_notified_of_the_break_until_it_ends(in_break: Any) -> None:
    match, people = in_break
    for user in people:
        (text,) = break_notices(user)
        assert all(part in text for part in ("A table", "waits for you until", "Come back"))
    for user in people:
        act(user=user, public_id=match.public_id, raw={"action": "back"}, key="")
    assert [break_notices(user) for user in people] == [[], []]


def test_the_page_says_for_whom_the_table_waits_and_offers_the_way_back(in_break: Any) -> None:
    match, (ann, _bob) = in_break
    page = client_for(ann).get(f"/m/{match.public_id}/").content.decode()
    assert "The table is waiting for you" in page
    assert 'id="back-form"' in page
    assert "data-deadline" in page
    act(user=ann, public_id=match.public_id, raw={"action": "back"}, key="")
    page = client_for(ann).get(f"/m/{match.public_id}/").content.decode()
    assert "waiting for bob to come back" in page
