"""People at a table agree to pause its clock: for days at slow pace, for minutes live."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from chat.core import clock
from chat.core.clock import now
from chat.models import Notice
from games.models import Match
from games.services.interruption import LONGEST, agree_to_pause, recount_pause_votes
from games.services.scheduler import run_due
from games.services.seats import leave
from games.views.commands import moment_of
from tests.games.table_kit import put
from tests.games.test_playing import seat_of
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db
SLOW = {"pace": "slow", "pace_hours": 12}
FIVE_DAYS = timedelta(days=5)


def agree(match: Match, user: Any, until: Any) -> None:
    agree_to_pause(user=user, public_id=match.public_id, until=until)
    match.refresh_from_db()


def pause_notices(user: Any) -> list[str]:
    rows = Notice.objects.filter(user=user, kind="pause").order_by("pk")
    return list(rows.values_list("text", flat=True))


def paused(example: Any) -> tuple[Any, list[Any], Any]:
    """Return a match whose clock is paused for five days from now."""
    match, people = example("ann", "bob", **SLOW)
    until = now() + FIVE_DAYS
    for user in people:
        agree(match, user, until)
    return match, people, until


def test_the_clock_pauses_once_everybody_agrees(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob", bots=1, **SLOW)
    due, until = match.deadline, now() + FIVE_DAYS
    agree(match, ann, until)
    assert (match.deadline, match.pause_votes) == (due, [seat_of(match, ann)])
    before = now()
    agree(match, bob, until)
    assert (match.paused_until, match.pause_asked, match.pause_votes) == (until, None, [])
    left = match.deadline - until
    assert due - now() <= left <= due - before
    assert match.due_at <= match.paused_until


def test_a_different_day_is_a_new_proposal(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    agree(match, ann, now() + FIVE_DAYS)
    agree(match, bob, now() + timedelta(days=3))
    assert (match.paused_until, match.pause_votes) == (None, [seat_of(match, bob)])
    agree(match, ann, match.pause_asked)
    assert match.paused_until is not None


def test_an_agreement_can_be_withdrawn(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    until = now() + FIVE_DAYS
    agree(match, ann, until)
    agree(match, ann, None)
    assert (match.pause_asked, match.pause_votes) == (None, [])
    agree(match, bob, until)
    assert match.paused_until is None


def test_any_player_can_end_the_pause_and_the_remaining_time_continues(example: Any) -> None:
    match, (_ann, bob), _until = paused(example)
    due = match.deadline - FIVE_DAYS
    clock.move(timedelta(days=2).total_seconds())
    agree(match, bob, None)
    assert match.paused_until is None
    assert abs(match.deadline - due - timedelta(days=2)) < timedelta(minutes=1)


def test_moves_during_a_pause_get_their_time_afterwards(example: Any) -> None:
    match, people, until = paused(example)
    for user in people:
        put(match, user)
    match.refresh_from_db()
    assert match.deadline == until + timedelta(hours=12)


@pytest.mark.both
def test_a_pause_ends_automatically_and_pages_are_updated(example: Any) -> None:
    match, (ann, _bob), until = paused(example)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.paused_until == until
    version, due = match.version, match.deadline
    clock.move(FIVE_DAYS.total_seconds() + 1)
    run_due(match.pk)
    match.refresh_from_db()
    assert (match.paused_until, match.deadline, match.due_at) == (None, due, due)
    assert match.version > version
    assert match.decision_id
    assert pause_notices(ann) == []
    assert not match.seats.filter(user=ann, missed__gt=0).exists()


def test_the_departure_of_the_last_dissenter_completes_the_agreement(example: Any) -> None:
    match, (ann, bob, cem) = example("ann", "bob", "cem", **SLOW)
    until = now() + FIVE_DAYS
    for user in (ann, bob):
        agree(match, user, until)
    leave(user=cem, public_id=match.public_id)
    recount_pause_votes(public_id=match.public_id)
    match.refresh_from_db()
    assert match.paused_until == until


def test_a_refusal_ends_the_proposal_and_its_proposer_is_notified(example: Any) -> None:
    match, (ann, bob, cem) = example("ann", "bob", "cem", **SLOW)
    until = now() + FIVE_DAYS
    for user in (ann, bob):
        agree(match, user, until)
    agree(match, cem, None)
    assert (match.pause_asked, match.pause_votes) == (None, [])
    assert any("cem does not want to pause" in text for text in pause_notices(ann))


def test_unauthorized_users_are_refused_and_change_nothing(
    example: Any, running: Any, person: Any
) -> None:
    match, (ann, _bob) = example("ann", "bob", **SLOW)
    until = now() + FIVE_DAYS
    assert code_of(agree, match, person("eve"), until) == "cannot_pause"
    for wrong in (now(), now() - FIVE_DAYS, now() + LONGEST["slow"] + timedelta(minutes=1)):
        assert code_of(agree, match, ann, wrong) == "bad_pause"
    match.refresh_from_db()
    assert (match.pause_asked, match.paused_until) == (None, None)
    live, (cem, _dan) = running("cem", "dan")
    for wrong in (until, now() + timedelta(minutes=16)):
        assert code_of(agree, live, cem, wrong) == "bad_pause"


@pytest.mark.parametrize("text", ["soon", "2026-13-01", "2026-12-01T", "\u0663", "0" * 5000])
def test_an_invalid_day_is_refused(text: str) -> None:
    assert code_of(moment_of, text) == "bad_pause"


def test_a_day_begins_in_the_time_zone_of_its_proposer() -> None:
    with timezone.override("Asia/Tokyo"):
        until = moment_of("2026-12-03")
    assert until is not None
    assert until.isoformat() == "2026-12-03T00:00:00+09:00"
    assert moment_of(until.isoformat()) == until
    assert moment_of("") is None


@pytest.mark.parametrize("text", ["0001-01-01", "9999-12-31", "9999-12-31T23:59:59-12:00"])
def test_a_day_far_away_is_refused(example: Any, text: str) -> None:
    match, (ann, _bob) = example("ann", "bob", **SLOW)
    assert code_of(agree, match, ann, moment_of(text)) == "bad_pause"


def test_a_proposal_is_sent_in_each_players_time_zone(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    bob.time_zone = "Asia/Tokyo"
    bob.save()
    until = (now() + FIVE_DAYS).replace(hour=0, minute=0, second=0, microsecond=0)
    agree(match, ann, until)
    assert pause_notices(ann) == []
    (proposal,) = pause_notices(bob)
    assert all(part in proposal for part in ("ann", "to pause", "A table", "until", "09:00"))
    agree(match, bob, until)
    (paused_text,) = pause_notices(ann)
    assert all(part in paused_text for part in ("A table", "is paused until"))
    assert ":00" not in paused_text
    agree(match, bob, None)
    assert all(part in pause_notices(ann)[-1] for part in ("bob", "ended the pause", "A table"))


def test_pages_show_the_proposal_and_the_pause(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    address = f"/m/{match.public_id}/"

    def page(user: Any) -> str:
        browser = client_for(user)
        return browser.get(address).content.decode()

    assert 'id="pause-form"' in page(ann)
    browser = client_for(ann)
    day = (timezone.localtime(now()) + FIVE_DAYS).date().isoformat()
    browser.post(f"{address}pause/", {"until": day})
    assert "wants to pause" in page(bob)
    assert "Agree to the pause" in page(bob)
    assert "Withdraw proposal" in page(ann)
    match.refresh_from_db()
    agree(match, bob, match.pause_asked)
    for user in (ann, bob):
        assert page(user).count("clock is paused until ") == 2  # the phase, the menu
        assert "End the pause" in page(user)


def page_text(user: Any, match: Match) -> str:
    return client_for(user).get(f"/m/{match.public_id}/").content.decode()


def ask(user: Any, match: Match, **fields: str) -> Any:
    answer = client_for(user).post(f"/m/{match.public_id}/pause/", fields)
    match.refresh_from_db()
    return answer


@pytest.mark.parametrize("game", ["blanks", "merchants", "interop"])
def test_a_live_match_of_any_table_game_pauses_when_everybody_agrees(
    running: Any, game: str
) -> None:
    match, (ann, bob, cem) = running("ann", "bob", "cem", game=game, least=3)
    assert "End the pause" not in page_text(ann, match)
    due = match.deadline
    ask(ann, match, minutes="15")
    assert "Agree to the pause" in page_text(bob, match)
    assert "Agree to the pause" not in page_text(ann, match)
    for user in (bob, cem):
        ask(user, match, until=match.pause_asked.isoformat())
    assert match.paused_until is not None
    assert match.deadline - due > timedelta(minutes=14)
    for user in (ann, bob, cem):
        assert "The clock is paused until" in page_text(user, match)
        assert "clock is-paused" in page_text(user, match)
        assert "End the pause" in page_text(user, match)


@pytest.mark.parametrize("minutes", ["16", "0", "-1", "many", "1e3", "\u0663"])
def test_a_live_pause_lasts_at_most_fifteen_minutes(running: Any, minutes: str) -> None:
    match, (ann, _bob) = running("ann", "bob")
    assert ask(ann, match, minutes=minutes).status_code == 422
    assert (match.pause_asked, match.paused_until) == (None, None)


def test_nobody_waits_for_the_agreement_of_a_player_who_is_away(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    match.seats.filter(user=bob).update(away=True)
    ask(ann, match, minutes="5")
    assert match.paused_until is not None


def test_bots_rest_while_a_live_match_is_paused(example: Any) -> None:
    match, (ann,) = example("ann", bots=2)
    ask(ann, match, minutes="10")
    moments = [text for text in match.bots_due.values() if text]
    assert moments
    assert min(moments) > (now() + timedelta(minutes=9)).isoformat()
    put(match, ann)
    match.refresh_from_db()
    run_due(match.pk)
    assert not any(text and text < now().isoformat() for text in match.bots_due.values())
    ask(ann, match, until="")
    assert match.paused_until is None
    assert (
        min(text for text in match.bots_due.values() if text)
        < (now() + timedelta(minutes=1)).isoformat()
    )


@pytest.mark.parametrize(("access", "paused"), [("invite", True), ("open", False)])
def test_the_host_alone_may_pause_a_table_of_friends(
    example: Any, access: str, paused: bool
) -> None:
    match, (bob, cem) = example("bob", "cem", host_pauses=True)
    match.access = access
    match.save()
    ask(cem, match, minutes="5")
    assert match.paused_until is None
    ask(bob, match, minutes="10")
    assert (match.paused_until is not None) == paused


def test_a_proposal_that_nobody_answered_is_not_shown_any_more(running: Any) -> None:
    match, (ann, bob) = running("ann", "bob")
    ask(ann, match, minutes="5")
    clock.move(301)
    assert "Agree to the pause" not in page_text(bob, match)
