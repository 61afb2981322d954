"""Reliability: decisions that count, outages that do not, and minimums at tables."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from chat.core import clock
from chat.core.clock import now
from games.models import (
    HousePulse,
    LogEntry,
    Match,
    MatchReliability,
    MatchToCount,
    MissedDecision,
    Outage,
    Reliability,
)
from games.services import retention
from games.services.reliability import (
    SETTLED,
    answers_are_taken,
    count_one,
    forget_old,
    forget_reliability,
    recount,
)
from games.services.retention import tidy
from games.services.scheduler import run_due
from games.services.seats import kick, leave
from tests.games.table_kit import invite, join, put
from tests.support.matches import play
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db
SHORT: dict[str, dict[str, Any]] = {
    "blanks": {"target_score": 1},
    "interop": {"rounds": 6},
    "merchants": {"mode": "quick"},
}


def shares(match: Match) -> dict[str, tuple[int, int]]:
    """Return the answered and missed decisions that a match counted, by name."""
    rows = MatchReliability.objects.filter(match=match)
    return {
        name: (answered, missed)
        for name, answered, missed in rows.values_list("user__username", "answered", "missed")
    }


def times_out(match: Match, after: float = 1) -> None:
    """Process the deadline, this many seconds after it."""
    match.refresh_from_db()
    assert match.deadline is not None
    clock.move((match.deadline - now()).total_seconds() + after)
    run_due(match.pk)
    match.refresh_from_db()


def ends(match: Match, status: str = "finished") -> None:
    """End the match as the rules would, whatever its state."""
    at = now()
    Match.objects.filter(pk=match.pk).update(status=status, ended_at=at, asked=[], due_at=None)
    MatchToCount.objects.get_or_create(match=match, defaults={"ended_at": at})
    match.refresh_from_db()


def counted_later() -> bool:
    clock.move(SETTLED.total_seconds() + 1)
    return count_one()


def knows(user: Any, answered: int, missed: int, pace: str = "live") -> None:
    month = now().date().replace(day=1)
    Reliability.objects.create(user=user, pace=pace, month=month, answered=answered, missed=missed)


# --- Real matches


@pytest.mark.parametrize("game", SHORT)
def test_a_punctual_player_misses_nothing(running: Any, game: str) -> None:
    match, _people = running("ann", "bob", "cem", game=game, least=3, options=SHORT[game])
    play(match)
    tidy()
    assert shares(match) == {}
    clock.move(SETTLED.total_seconds() + 1)
    tidy()
    tidy()
    found = shares(match)
    assert found.keys() == {"ann", "bob", "cem"}
    assert all(answered > 0 and missed == 0 for answered, missed in found.values())
    assert Reliability.objects.get(user__username="ann").answered == found["ann"][0]
    assert not MatchToCount.objects.exists()
    assert recount().same


@pytest.mark.parametrize("game", ["merchants", "interop", "blanks"])
def test_a_passed_deadline_counts_as_missed(running: Any, game: str) -> None:
    match, _people = running("ann", "bob", "cem", game=game, least=3, options=SHORT[game])
    late = {seat.user.username for seat in match.seats.filter(index__in=match.asked)}
    times_out(match)
    play(match)
    assert counted_later()
    assert {name for name, (_a, missed) in shares(match).items() if missed} == late


def test_automatic_moves_of_an_absence_count_up_to_five(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    put(match, ann)
    times_out(match)  # bob
    assert MissedDecision.objects.get(match=match).seat == match.seats.get(user=bob).index
    put(match, ann)
    times_out(match)  # and is away from here on
    put(match, ann)
    run_due(match.pk)
    kinds = MissedDecision.objects.filter(match=match).order_by("pk")
    assert [*kinds.values_list("kind", flat=True)] == ["late", "late", "played"]
    ends(match)
    assert counted_later()
    assert shares(match) == {"ann": (3, 0), "bob": (0, 3)}


def test_a_bots_moves_for_a_leaver_do_not_count(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob", bots=1)
    put(match, ann)
    leave(user=bob, public_id=match.public_id)
    for _ in range(3):
        clock.move(100)
        run_due(match.pk)
    ends(match)
    assert counted_later()
    assert shares(match)["bob"] == (0, 1)


@pytest.mark.parametrize("status", ["aborted", "stalled"])
def test_a_stopped_match_does_not_count(example: Any, status: str) -> None:
    match, (ann, _bob) = example("ann", "bob")
    put(match, ann)
    times_out(match)
    ends(match, status)
    assert counted_later()
    assert not MatchReliability.objects.exists()
    assert not MissedDecision.objects.exists()
    assert not counted_later()


def test_matches_against_bots_do_not_count(example: Any) -> None:
    match, (ann,) = example("ann", bots=1)
    put(match, ann)
    ends(match)
    assert counted_later()
    assert not MatchReliability.objects.exists()


def test_guests_are_not_counted(table: Any, person: Any) -> None:
    from games.services.start import start

    match, (ann,) = table("ann", game="example")
    join(person("guest", is_guest=True), match)
    start(user=ann, public_id=match.public_id)
    put(match, ann)
    ends(match)
    assert counted_later()
    assert shares(match) == {"ann": (1, 0)}


def test_a_removed_player_is_credited_only_with_their_answers(running: Any) -> None:
    match, (ann, bob, cem) = running("ann", "bob", "cem", kick_in_play=True)
    assert cem
    kick(user=ann, public_id=match.public_id, index=match.seats.get(user=bob).index)
    ends(match)
    assert counted_later()
    assert shares(match)["bob"] == (0, 0)


# --- Outages


def test_an_outage_over_a_deadline_blames_nobody(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    answers_are_taken()
    put(match, ann)
    match.refresh_from_db()
    clock.move((match.deadline - now()).total_seconds() - 1)
    answers_are_taken()  # the last heartbeat of the web process
    clock.move(30)
    run_due(match.pk)  # the clock resumes before the web process
    assert MissedDecision.objects.filter(match=match, kind="late", asked_at__isnull=False).exists()
    answers_are_taken()
    put(match, ann)
    ends(match)
    assert counted_later()
    assert shares(match) == {"ann": (2, 0), "bob": (0, 0)}
    assert recount().same


def test_an_outage_that_has_just_begun_when_the_match_ends_blames_nobody(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    put(match, ann)
    match.refresh_from_db()
    clock.move((match.deadline - now()).total_seconds() - 1)
    # the last heartbeat of the web process, which is down when the deadline passes
    answers_are_taken()
    clock.move(2)
    run_due(match.pk)
    ends(match)
    assert not count_one()  # nobody can know yet
    assert counted_later()
    assert shares(match)["bob"] == (0, 0)
    assert recount().same


def test_the_clock_blames_nobody_during_an_outage(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    answers_are_taken()
    put(match, ann)
    times_out(match)
    ends(match)
    assert counted_later()
    assert shares(match)["bob"] == (0, 0)


def test_a_deadline_is_missed_if_the_site_was_up(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    put(match, ann)
    match.refresh_from_db()
    while now() < match.deadline:
        answers_are_taken()
        clock.move(10)
    answers_are_taken()
    run_due(match.pk)
    ends(match)
    assert counted_later()
    assert shares(match)["bob"] == (0, 1)
    assert not Outage.objects.exists()


def test_a_late_clock_counts_as_an_outage(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    put(match, ann)
    times_out(match, after=3600)
    ends(match)
    assert counted_later()
    assert shares(match)["bob"] == (0, 0)


@pytest.mark.both
def test_many_web_processes_report_one_outage(db: None) -> None:
    for _ in range(3):
        answers_are_taken()
    clock.move(60)
    for _ in range(3):
        answers_are_taken()
    clock.move(-600)  # the site's clock was set back
    answers_are_taken()
    assert (HousePulse.objects.count(), Outage.objects.count()) == (1, 1)
    assert abs(HousePulse.objects.get().at - now()) < timedelta(seconds=5)


# --- Stored counts


@pytest.fixture
def missed(example: Any) -> tuple[Match, list[Any]]:
    """Return a counted match of two, the second of whom missed the only deadline."""
    match, people = example("ann", "bob")
    put(match, people[0])
    times_out(match)
    ends(match)
    assert counted_later()
    return match, people


@pytest.mark.both
def test_a_recount_is_identical_even_from_a_packed_log(missed: Any, settings: Any) -> None:
    match, _people = missed
    settings.PACK_LOGS_DAYS = 1
    clock.move(2 * 86400)
    retention.pack_logs()
    assert not LogEntry.objects.filter(match=match).exists()
    said = StringIO()
    call_command("reliability", stdout=said)
    assert re.search(r"\b1 matches of 2 people\b.*: the same\b", said.getvalue())


@pytest.mark.both
def test_a_recount_detects_and_corrects_manual_changes(missed: Any) -> None:
    match, (ann, bob) = missed
    right = shares(match)
    MatchReliability.objects.filter(user=bob).update(missed=0)
    Reliability.objects.filter(user=ann).delete()
    with pytest.raises(SystemExit):
        call_command("reliability", stdout=StringIO())
    assert recount(write=True).wrong_matches == 1
    assert recount().same
    assert shares(match) == right
    assert Reliability.objects.get(user=ann).answered == 1


@pytest.mark.usefixtures("missed")
def test_old_misses_are_deleted() -> None:
    clock.move(120 * 86400)
    assert not forget_old()
    kept = (Reliability, MatchReliability, MissedDecision, Outage)
    assert not any(model._default_manager.exists() for model in kept)


def test_the_counts_of_a_deleted_account_are_deleted(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    put(match, ann)
    ends(match)
    assert counted_later()
    forget_reliability(user=ann)
    assert {*Reliability.objects.values_list("user", flat=True)} == {bob.pk}
    assert recount().same


# --- Minimums


def test_a_table_can_require_reliable_players(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", reliable=90)
    knows(ann, 0, 100)  # the owner's own reliability does not matter
    sure, late, new = person("sure"), person("late"), person("new")
    knows(sure, 90, 10)
    knows(late, 89, 11)
    knows(late, 100, 0, pace="slow")
    knows(new, 0, 19)
    assert join(late, match) == "not_reliable"
    assert [join(one, match) for one in (sure, new)] == ["", ""]
    assert invite(ann, match, "late") == ""
    assert join(late, match) == ""


def test_a_table_offers_only_the_listed_shares(table: Any) -> None:
    assert code_of(lambda: table("ann", reliable=91)) == "bad_option"
    assert code_of(lambda: table("bob", game="venice", reliable=90)) == "bad_option"
