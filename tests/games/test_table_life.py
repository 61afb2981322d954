"""The life of a table: hand-over, closing, faults, deleted accounts.

Blanks 2, 3, 11, 12.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import (
    DataError,
    IntegrityError,
    InternalError,
    OperationalError,
    ProgrammingError,
)
from django.utils import timezone

from chat.core import clock
from games.blanks.page import PAGES
from games.engine import codec
from games.engine.base import Event
from games.models import Match, Seat
from games.page.log import log_for
from games.page.match_page import open_match
from games.page.snapshot import snapshot_of
from games.services import moderation, seats as seating, tables
from games.services.failures import PAUSE
from games.services.play import act
from games.services.record import record_of
from games.services.scheduler import run_due
from games.services.seats import away_seats, walk_out
from games.tasks import put_clocks_right, sweep
from lobby.accounts.services import delete_account
from tests.games.table_kit import join, notices, page_of
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


# --- Owner


def put_away(match: Match, *users: Any) -> None:
    """Make these players away by the game's own rule."""
    from msgspec.structs import replace

    from games.blanks.rules.state import Status
    from games.services.match_engine import state_of

    match.refresh_from_db()
    state = state_of(match)
    seats = {seat.index for seat in match.seats.filter(user__in=users)}
    players = tuple(
        replace(p, status=Status.AWAY, hand=p.hand) if p.seat in seats else p for p in state.players
    )
    match.snapshot = codec.encode(replace(state, players=players))
    match.save(update_fields=["snapshot"])


def test_the_earliest_present_player_becomes_owner(running: Any) -> None:
    match, (ann, bob, cem, _dee) = running("ann", "bob", "cem", "dee")
    put_away(match, bob)
    assert away_seats(match) == {1}
    seating.leave(user=ann, public_id=match.public_id)
    match.refresh_from_db()
    assert match.owner == cem
    (text,) = notices(cem, "owner")
    assert all(part in text for part in ("the host", "A table"))


def test_if_all_are_away_the_earliest_seat_becomes_owner(running: Any) -> None:
    match, (ann, bob, cem) = running("ann", "bob", "cem", bots=1)
    put_away(match, bob, cem)
    seating.leave(user=ann, public_id=match.public_id)
    match.refresh_from_db()
    assert match.owner == bob


def test_an_absent_owner_stays_owner(running: Any) -> None:
    match, (ann, bob, _cem) = running("ann", "bob", "cem")
    put_away(match, ann)
    seating.leave(user=bob, public_id=match.public_id)
    match.refresh_from_db()
    assert match.owner == ann


def test_a_table_without_people_has_no_owner(running: Any) -> None:
    match, (ann,) = running("ann", bots=3)
    seating.leave(user=ann, public_id=match.public_id)
    match.refresh_from_db()
    assert match.owner is None


def test_the_next_person_to_join_owns_a_table_without_an_owner(running: Any, person: Any) -> None:
    match, (ann,) = running("ann", bots=3, most=6, late_join=True, bot_accounts=True)
    seating.leave(user=ann, public_id=match.public_id)
    robot, bea, cyd = person("robot", is_bot=True), person("bea"), person("cyd")
    for user, owner in ((robot, None), (bea, bea), (cyd, bea)):
        assert join(user, match) == ""
        match.refresh_from_db()
        assert match.owner == owner
    assert len(notices(bea, "owner")) == 1
    kinds = [
        event.kind
        for entry in match.log.order_by("seq")
        for event in codec.decode(bytes(entry.events), tuple[Event, ...])
    ]
    assert [kind for kind in kinds if kind in ("joined", "owner")] == [
        "joined", "joined", "owner", "joined"
    ]  # fmt: skip


def test_the_log_names_the_new_owner(running: Any) -> None:
    match, (ann, _bob, _cem) = running("ann", "bob", "cem")
    seating.leave(user=ann, public_id=match.public_id)
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    mine, others = (log_for(snapshot, seat, PAGES.sentence) for seat in (1, 2))
    assert mine.count('class="log-owner') == others.count('class="log-owner') == 1
    assert re.search(r">You</b> are .*\bhost\b", mine)
    assert re.search(r">bob</b> is .*\bhost\b", others)
    entry = match.log.order_by("-seq").first()
    kinds = [event.kind for event in codec.decode(bytes(entry.events), tuple[Event, ...])]
    assert kinds[:2] == ["left", "owner"]


# --- Stalled matches


def test_nobody_joins_a_stalled_match(running: Any, person: Any) -> None:
    match, (ann, _bob) = running("ann", "bob", late_join=True)
    Match.objects.update(status="stalled")
    assert join(person("cem"), match) == "stalled"
    assert code_of(lambda: tables.add_bot(user=ann, public_id=match.public_id)) == "stalled"


def test_a_player_who_leaves_a_stalled_match_is_gone_when_it_resumes(
    running: Any, moderator: Any
) -> None:
    match, (_ann, bob, _cem) = running("ann", "bob", "cem")
    Match.objects.update(status="stalled")
    walk_out(user=bob)
    moderation.resume(moderator=moderator, public_id=match.public_id, reason="mended")
    match.refresh_from_db()
    assert match.status == "running"
    assert sorted(match.asked) == [0, 2]


def test_only_consecutive_failures_stop_a_match(running: Any) -> None:
    match, _people = running("ann", "bob")
    Match.objects.update(failures=2)
    clock.move(3600)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.failures == 0


def test_a_machine_fault_does_not_count_as_a_rules_fault(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, _bob) = running("ann", "bob")

    def away(*_given: Any, **_named: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as broken:
        broken.setattr("games.services.play._act", away)
        broken.setattr("games.services.scheduler.advance", away)
        Match.objects.update(due_at=clock.now(), deadline=clock.now())
        for _ in range(4):
            assert (
                code_of(lambda: act(user=ann, public_id=match.public_id, raw={}, key="")) == "busy"
            )
            run_due(match.pk)
    match.refresh_from_db()
    assert (match.status, match.failures) == ("running", 0)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.entries > 1


@pytest.mark.parametrize("kind", [IntegrityError, ProgrammingError, DataError, InternalError])
def test_a_bug_around_the_rules_stops_no_match_and_its_traceback_is_logged(
    running: Any, monkeypatch: pytest.MonkeyPatch, caplog: Any, kind: type[Exception]
) -> None:
    match, (ann, _bob) = running("ann", "bob")

    def wrong(*_given: Any, **_named: Any) -> None:
        raise kind("ours") from psycopg.errors.InFailedSqlTransaction()

    Match.objects.update(due_at=clock.now(), deadline=clock.now())
    with monkeypatch.context() as broken:
        broken.setattr("games.services.play._act", wrong)
        broken.setattr("games.services.advance.write_step", wrong)
        assert code_of(lambda: act(user=ann, public_id=match.public_id, raw={}, key="")) == "fault"
        for _ in range(4):
            clock.move(PAUSE.total_seconds())
            run_due(match.pk)
    match.refresh_from_db()
    assert (match.status, match.failures, match.fault) == ("running", 0, kind.__name__)
    assert [record.exc_info is not None for record in caplog.records] == [True] * 5
    run_due(match.pk)
    match.refresh_from_db()
    assert match.entries == 1, "the clock tries again, but not at once"
    clock.move(PAUSE.total_seconds())
    run_due(match.pk)
    match.refresh_from_db()
    assert match.entries > 1


@pytest.mark.parametrize("where", ["transition.applied", "show.Views.of", "scoring.outcome"])
def test_the_third_error_of_the_rules_stops_the_match(
    running: Any, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    match, _people = running("ann", "bob")

    def wrong(*_given: Any) -> None:
        raise LookupError("rules")

    monkeypatch.setattr(f"games.blanks.rules.engine.{where}", wrong)
    Match.objects.update(due_at=clock.now(), deadline=clock.now())
    for failures in (1, 2, 3):
        run_due(match.pk)
        match.refresh_from_db()
        assert match.failures == failures
    assert (match.status, match.fault) == ("stalled", "LookupError")


def test_setting_the_clock_back_does_not_delay_people(running: Any) -> None:
    match, _people = running("ann", "bob", bots=1)
    match.refresh_from_db()
    due_in, time_to_answer = match.due_at - clock.now(), match.deadline - match.asked_at
    clock.move(-3600)
    put_clocks_right()
    match.refresh_from_db()
    assert match.deadline - match.asked_at == time_to_answer
    assert match.asked_at <= clock.now()
    assert match.due_at is not None
    assert match.due_at - clock.now() <= time_to_answer
    assert due_in <= time_to_answer
    clock.move(time_to_answer.total_seconds() + 1)
    sweep()
    match.refresh_from_db()
    assert match.entries > 1


def test_a_match_of_a_removed_game_delays_no_other(running: Any) -> None:
    lost, _people = running("ann", "bob")
    match, _others = running("cem", "dan")
    past = clock.now() - timedelta(hours=1)
    Match.objects.update(due_at=clock.now(), deadline=clock.now())
    Match.objects.filter(pk=lost.pk).update(game="whist", due_at=past)
    sweep()
    match.refresh_from_db()
    assert match.entries > 1


def test_a_stalled_match_is_resumed_by_a_command(running: Any) -> None:
    match, _people = running("ann", "bob")
    Match.objects.update(status="stalled", failures=3, fault="ZeroDivisionError", due_at=None)
    call_command("resume", match.public_id)
    match.refresh_from_db()
    assert (match.status, match.failures) == ("running", 0)


# --- Deleted accounts


def test_a_deleted_account_has_no_name_in_results_and_records(running: Any) -> None:
    match, (ann, bob, _cem) = running("ann", "bob", "cem")
    assert "bob" in str(page_of(ann, match).content)
    delete_account(user=bob)
    assert not Seat.objects.filter(name="bob").exists()
    match.refresh_from_db()
    assert match.seats.get(index=1).status == "left"
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    assert "bob" not in log_for(snapshot, 0, PAGES.sentence)
    for user in list(match.seats.filter(status="seated")):
        walk_out(user=user.user)
    match.refresh_from_db()
    assert record_of(match)["seats"][1]["name"] == "a deleted user"


def test_a_new_name_is_shown_in_finished_matches(running: Any) -> None:
    match, (_ann, bob) = running("ann", "bob")
    walk_out(user=bob)
    assert _name_at(match, 1) == "bob"
    browser = client_for(bob)
    form = {"display_name": "Roberto", "time_zone": "UTC", "language": "en", "theme": "auto"}
    assert browser.post("/settings/", form).status_code == 302
    assert _name_at(match, 1) == "Roberto"


def _name_at(match: Match, seat: int) -> str:
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    occupant = snapshot.occupant(seat)
    assert occupant is not None
    return occupant.name


def test_a_clock_uses_the_viewers_time_zone(running: Any) -> None:
    match, (ann, _bob) = running("ann", "bob")
    for zone in ("Asia/Tokyo", "America/Lima"):
        with timezone.override(zone):
            shown = open_match(ann, match.public_id, {})["m-phase"].html()
            assert f"{timezone.localtime(match.deadline):%H:%M:%S}</time>" in shown
