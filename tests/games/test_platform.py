"""Services for every game, tested with an example that needs more than Blanks."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chat.core import clock
from games.models import Match, Seat
from games.page.log import log_for
from games.page.snapshot import snapshot_of
from games.refusals import Refusal
from games.services.interruption import agree_to_stop
from games.services.moderation import remove_player
from games.services.scheduler import run_due
from games.services.seats import come_back, leave
from tests.games.table_kit import put
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def test_a_sealed_answer_changes_no_page_of_others(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    other = match.seats.get(user=bob).index
    streams = {name: stream[0] for name, stream in match.streams.items()}
    put(match, ann)
    match.refresh_from_db()
    assert match.streams[str(other)][0] == streams[str(other)]
    assert match.streams[""][0] == streams[""]
    assert match.version > 1


def test_acting_ends_the_absence(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    put(match, ann)
    clock.move(60)
    run_due(match.pk)
    assert match.seats.get(user=bob).missed == 1
    put(match, bob)
    assert match.seats.get(user=bob).missed == 0


def test_returning_is_refused_to_present_players(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    assert code_of(come_back, user=ann, public_id=match.public_id) == "not_away"


def test_a_bot_takes_a_leavers_seat_and_the_player_can_return(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    leave(user=bob, public_id=match.public_id)
    assert match.seats.get(user=bob).stand_in == "house"
    put(match, ann)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.decision_id == "2.put"
    come_back(user=bob, public_id=match.public_id)
    assert match.seats.get(user=bob).stand_in == ""


def test_a_live_match_is_closed_after_ten_minutes_without_people(example: Any) -> None:
    match, _people = example("ann", "bob", options={"seconds": 4000})
    Seat.objects.filter(match=match).update(missed=1)
    clock.move(4001)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.deserted_at is not None
    Match.objects.filter(pk=match.pk).update(bots_due={}, due_at=match.deserted_at)
    clock.move(601)
    run_due(match.pk)
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("aborted", "aborted")


def log_kinds(match: Match) -> set[str]:
    """Return the kinds of the lines that a spectator's log shows now."""
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    return set(
        re.findall(r'class="log-(\w+)', log_for(snapshot, None, lambda event, _: event.kind))
    )


def test_fading_entries_leave_the_log_and_return_after_the_end(example: Any) -> None:
    match, people = example("ann", "bob")
    for _ in range(2):
        for user in people:
            put(match, user)

    assert not {"begun", "mine"} & log_kinds(match)
    for user in people:
        put(match, user)
    assert "begun" in log_kinds(match)
    assert "mine" in log_kinds(match)


def test_a_leaver_who_acts_again_gets_the_seat_back(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    leave(user=bob, public_id=match.public_id)
    put(match, bob)
    assert match.seats.get(user=bob).stand_in == ""
    put(match, ann)
    match.refresh_from_db()
    assert match.decision_id == "2.put"


def test_a_player_removed_from_a_fixed_roster_is_replaced_for_good(
    example: Any, moderator: Any
) -> None:
    match, (_ann, bob) = example("ann", "bob")
    index = match.seats.get(user=bob).index
    remove_player(moderator=moderator, public_id=match.public_id, index=index, reason="spam")
    seat = match.seats.get(index=index)
    assert (seat.user, seat.bot, seat.shown_name) == (None, "house", "bob")
    with pytest.raises(Refusal, match="not_a_player"):
        come_back(user=bob, public_id=match.public_id)


def test_an_abandoned_live_match_waits_ten_minutes(
    example: Any,
) -> None:
    match, people = example("ann", "bob")
    for user in people:
        leave(user=user, public_id=match.public_id)
    match.refresh_from_db()
    assert match.deserted_at is not None
    come_back(user=people[0], public_id=match.public_id)
    match.refresh_from_db()
    assert match.deserted_at is None


def test_leavers_cannot_vote_on_stopping(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    leave(user=bob, public_id=match.public_id)
    agree_to_stop(user=ann, public_id=match.public_id, agrees=True)
    match.refresh_from_db()
    assert match.status == "aborted"


def test_an_aborted_match_reveals_nothing_reserved_for_finished_ones(example: Any) -> None:
    match, people = example("ann", "bob")
    for user in people:
        put(match, user)
    for user in people:
        agree_to_stop(user=user, public_id=match.public_id, agrees=True)
    kinds = log_kinds(match)
    assert "begun" in kinds
    assert "mine" not in kinds
