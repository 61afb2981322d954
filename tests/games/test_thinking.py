"""Searching bots: asked ahead by id, given worlds, and never waited for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from chat.core import clock
from games import tasks
from games.engine import codec
from games.engine.dealer import Dealer
from games.engine.rollout import Search
from games.models import BotPlan, LogEntry, Match
from games.registry import title_of
from games.services import bot_plans, scheduler
from games.services.deadlines import plan_again
from games.services.match_engine import engine_of, state_of
from games.services.moderation import abort

pytestmark = pytest.mark.django_db

Asked = list[tuple[int, int, str, float]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Return a list to which each search that is handed out is added."""
    made: Asked = []
    monkeypatch.setattr(bot_plans, "hand_out", lambda *one: made.append(one))
    return made


@pytest.fixture
def played(
    running: Any, asked: Asked, settings: Any, django_capture_on_commit_callbacks: Any
) -> tuple[Match, int]:
    """Return a match of Merchant Kings, and the seat of a master who has to act."""
    settings.BOT_DELAY_SCALE = 1.0
    match, _ = running("ann", game="merchants", least=3, most=4, bots=3)
    while match.decision_kind != "market" or not match.seats.get(index=match.asked[0]).bot:
        due_now(match)
    seat = match.seats.get(index=match.asked[0])
    seat.bot = "master"
    seat.save()
    with django_capture_on_commit_callbacks(execute=True):
        plan_again(match=match, seat=seat, at=clock.now())
    return match, seat.index


def due_now(match: Match) -> None:
    """Make the next thing at this match due now, and run it."""
    match.refresh_from_db()
    past = clock.now() - timedelta(seconds=1)
    bots = {seat: at and past.isoformat() for seat, at in match.bots_due.items()}
    if any(bots.values()):
        Match.objects.filter(pk=match.pk).update(bots_due=bots, due_at=past)
    else:
        Match.objects.filter(pk=match.pk).update(deadline=past, due_at=past)
    scheduler.run_table(match.pk)
    match.refresh_from_db()


def think(match: Match, seat: int, decision: str | None = None) -> None:
    tasks.think(match.pk, seat, match.decision_id if decision is None else decision)


def test_a_search_job_has_only_ids_and_the_bots_deadline(
    played: tuple[Match, int], asked: Asked
) -> None:
    match, seat = played
    ((pk, index, decision, seconds),) = asked
    assert (pk, index, decision) == (match.pk, seat, match.decision_id)
    assert 2 + 0.3 <= seconds <= 5 + 0.3


def test_a_plan_is_played_and_deleted_with_the_match(
    played: tuple[Match, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, seat = played
    _with(
        monkeypatch, match, lambda search: {"action": "end_turn", "decision": search.view.decision}
    )
    think(match, seat)
    due_now(match)
    assert _entry(match, seat).kind == "end_turn"
    abort(match=match, why="moderator")
    assert not BotPlan.objects.exists()


def _with(monkeypatch: pytest.MonkeyPatch, match: Match, searcher: Any) -> None:
    monkeypatch.setattr(title_of(match), "searchers", {"master": searcher})


def _entry(match: Match, seat: int) -> LogEntry:
    return LogEntry.objects.filter(match=match, seat=seat).latest("seq")


def _fails(search: Search) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    "searcher",
    [
        pytest.param(_fails, id="it fails"),
        pytest.param(lambda _: None, id="it has nothing to say"),
        pytest.param(lambda _: {"action": "no such"}, id="it cannot be read"),
        pytest.param(lambda _: {"action": "end_turn", "decision": "1.market"}, id="it is refused"),
    ],
)
def test_without_a_playable_plan_it_plays_like_the_house_bot(
    played: tuple[Match, int], monkeypatch: pytest.MonkeyPatch, searcher: Any
) -> None:
    match, seat = played
    before = match.decision_id
    _with(monkeypatch, match, searcher)
    think(match, seat)
    due_now(match)
    assert _entry(match, seat).decision != before
    assert match.status == Match.Status.RUNNING


def test_a_plan_for_another_decision_is_not_used(
    played: tuple[Match, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, seat = played
    _with(monkeypatch, match, lambda _: {"action": "end_turn", "decision": match.decision_id})
    bot_plans.keep_plan(match=match, seat=seat, decision="1.other", answer={"action": "x"})
    assert bot_plans.plan_of(match=match, seat=seat) is None
    think(match, seat, "1.other")
    think(match, (seat + 1) % 4)
    assert bot_plans.plan_of(match=match, seat=seat) is None
    think(match, seat)
    assert bot_plans.plan_of(match=match, seat=seat) is not None


def test_it_receives_worlds_of_its_seat_and_never_the_state(
    played: tuple[Match, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, seat = played
    engine, state = engine_of(match), state_of(match)
    handed: list[bytes] = []
    monkeypatch.setattr("games.services.scheduler.SystemRandomness", _Nought)

    def look(search: Search) -> None:
        handed.append(codec.encode(search.view))
        handed.append(codec.encode(next(search.worlds).state))

    _with(monkeypatch, match, look)
    think(match, seat)
    other = engine.scramble(state, seat, Dealer("7" * 64, 1))
    assert other != state
    Match.objects.filter(pk=match.pk).update(snapshot=codec.encode(other))
    think(match, seat)
    assert handed[:2] == handed[2:]
    assert handed[1] != codec.encode(state)


class _Nought:
    def below(self, bound: int) -> int:
        return 0


def test_its_time_of_play_does_not_depend_on_its_plan(
    played: tuple[Match, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, seat = played
    _with(monkeypatch, match, lambda _: {"action": "end_turn", "decision": match.decision_id})
    before = (match.bots_due, match.due_at)
    think(match, seat)
    match.refresh_from_db()
    assert (match.bots_due, match.due_at) == before


def test_slow_tables_give_more_time_to_think(played: tuple[Match, int], settings: Any) -> None:
    match, _ = played
    settings.SEARCH_MS, settings.SEARCH_SLOW_MS = 20, 700
    assert bot_plans.budget_of(match) == 0.02
    match.settings = replace(match.settings, pace="slow")
    assert bot_plans.budget_of(match) == 0.7
