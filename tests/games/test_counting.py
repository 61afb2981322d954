"""Metrics of matches for the operator."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from prometheus_client import REGISTRY

from chat.core import log_context
from chat.core.clock import now
from config.operations import metrics
from config.operations.logs import JsonLine
from games.models import Match, TaskFailure
from games.refusals import HouseCode
from games.services import play, scheduler
from tests.games.test_due import put_due
from tests.games.test_playing import answer
from tests.support.refusals import code_of


def _actions(result: str, by: str = "person") -> float:
    labels = {"game": "blanks", "by": by, "result": result}
    return REGISTRY.get_sample_value("ridotto_actions_total", labels) or 0.0


@pytest.mark.django_db(transaction=True)
def test_an_action_is_counted_by_its_game_and_result(running: Any, person: Any) -> None:
    match, _people = running("ann", "ben", "cem")
    asked = match.seats.get(index=match.asked[0])
    accepted, refused = _actions("accepted"), _actions("not_a_player")
    raw = answer(match, asked.index)
    play.act(user=asked.user, public_id=match.public_id, raw=raw, key="one")
    assert _actions("accepted") == accepted + 1
    stranger = person("dan")
    assert (
        code_of(play.act, user=stranger, public_id=match.public_id, raw=raw, key="another")
        == HouseCode.NOT_A_PLAYER
    )
    assert _actions("not_a_player") == refused + 1


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_late_stuck_and_failed_matches_are_counted(running: Any) -> None:
    late, _people = running("ann", "ben")
    stuck, _others = running("cem", "dan")
    an_hour_ago = now() - timedelta(hours=1)
    Match.objects.filter(pk=late.pk).update(deadline=an_hour_ago, due_at=an_hour_ago)
    Match.objects.filter(pk=stuck.pk).update(status=Match.Status.STALLED, due_at=None)
    TaskFailure.objects.create(name="games.tasks.sweep", kind="ValueError", at=now())
    told = {
        (sample.name, *sample.labels.values()): sample.value
        for family in metrics.OfHouse().collect()
        for sample in family.samples
    }
    assert told["ridotto_deadlines_overdue",] == 1
    assert 3600 <= told["ridotto_deadlines_late_seconds",] < 3700
    assert told["ridotto_bots_overdue",] == 0
    assert told["ridotto_matches_running", "blanks"] == 1
    assert told["ridotto_matches_stalled", "blanks"] == 1
    assert told["ridotto_task_failures_kept", "games.tasks.sweep"] == 1
    assert told["ridotto_database_connections",] >= 1


@pytest.mark.django_db(transaction=True)
def test_actions_of_clock_and_bots_are_counted_separately(running: Any) -> None:
    match, _people = running("ann", "ben")
    before = _actions("accepted", by="clock")
    put_due(match, since=1)
    scheduler.work(seconds=1.0)
    assert _actions("accepted", by="clock") > before


@pytest.mark.django_db(transaction=True)
def test_the_log_line_of_an_action_reveals_nothing_about_it(
    running: Any, caplog: pytest.LogCaptureFixture
) -> None:
    match, _people = running("ann", "ben")
    asked = match.seats.get(index=match.asked[0])
    raw = answer(match, asked.index)
    log_context.begin()
    with caplog.at_level(logging.INFO, logger="ridotto.actions"):
        play.act(user=asked.user, public_id=match.public_id, raw=raw, key="one")
    (record,) = [record for record in caplog.records if record.name == "ridotto.actions"]
    line = json.loads(JsonLine().format(record))
    del line["at"], line["entry"]
    assert line == {
        "level": "INFO",
        "logger": "ridotto.actions",
        "message": "action",
        "game": "blanks",
        "by": "person",
        "match": match.public_id,
        "seat": asked.index,
    }
