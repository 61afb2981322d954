"""Matches that began under rules which the site no longer has."""

from __future__ import annotations

from typing import Any

import pytest

from chat.core.responses import CODE_HEADER
from games.models import Match
from games.services.interruption import agree_to_stop
from games.services.retention import tidy
from tests.games.table_kit import notices, page_of
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def outdated(running: Any) -> tuple[Match, list[Any]]:
    """Return a running match of version 1 of a game whose oldest rules are of version 2."""
    match, people = running("ann", "bob", game="interop", pace="slow")
    _age(match)
    return match, people


def _age(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(engine_version=1)


@pytest.mark.parametrize("status", ["running", "stalled"])
def test_it_is_closed_without_a_result_and_its_players_are_notified(
    outdated: Any, running: Any, status: str
) -> None:
    match, people = outdated
    other, _ = running("cem", "dee", game="interop")
    Match.objects.filter(pk=match.pk).update(status=status)
    tidy()
    tidy()
    match.refresh_from_db()
    other.refresh_from_db()
    assert (match.status, match.outcome, match.due_at) == ("aborted", None, None)
    assert other.status == "running"
    for user in people:
        (text,) = notices(user, "closed")
        assert "closed without a result" in text
        assert "A table" in text
        assert notices(user, "move") == []


def test_rules_newer_than_this_process_are_left_to_newer_ones(running: Any) -> None:
    match, _ = running("ann", "bob", game="interop")
    Match.objects.filter(pk=match.pk).update(engine_version=99)
    tidy()
    match.refresh_from_db()
    assert match.status == "running"


def test_its_page_says_why_it_cannot_be_shown(outdated: Any, person: Any) -> None:
    match, (ann, bob) = outdated
    everybody = ann, bob, person("eve")
    for _when in ("running", "closed"):
        for user in everybody:
            page = page_of(user, match)
            assert page.status_code == 403
            assert "earlier rules" in page.content.decode()
        tidy()


def test_nobody_acts_in_it(outdated: Any) -> None:
    match, people = outdated
    choice = {"action": "end_turn", "decision": match.decision_id}
    for _when in ("running", "closed"):
        answer = client_for(people[0]).post(
            f"/m/{match.public_id}/act/", {**choice, "key": "k"}, headers={"HX-Request": "true"}
        )
        assert answer.headers[CODE_HEADER] == "outdated"
        tidy()


def test_a_finished_one_has_no_page_record_or_replay_but_stays_in_lists(running: Any) -> None:
    match, people = running("ann", "bob", game="interop")
    for user in people:
        agree_to_stop(user=user, public_id=match.public_id, agrees=True)
    Match.objects.filter(pk=match.pk).update(status="finished")
    _age(match)
    browser = client_for(people[0])
    assert page_of(people[0], match).status_code == 403
    for path in ("record.json", "receipt.json", "replay/", "numbers/"):
        assert browser.get(f"/m/{match.public_id}/{path}").status_code == 404
    assert "A table" in browser.get(f"/people/{people[0].username}/").content.decode()
