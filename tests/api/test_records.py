"""Tests of records, steps and checks of finished matches over the API."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import codec, verify
from games.engine.dealer import Seeded
from games.models import Match
from games.page.replay import walk_of
from games.page.snapshot import snapshot_of
from games.registry import games
from games.services.match_engine import engine_of
from games.services.scheduler import run_due
from tests.api.conftest import Bring, Program
from tests.api.test_seats import PLAYED, able, begun, some_answer

pytestmark = pytest.mark.django_db(transaction=True)


def _played(program: Bring, game: str) -> tuple[str, list[Program]]:
    """Play a match to its end and return its id and its people."""
    where, people = begun(program, game, "Ada", "Bob")
    chance, match = Seeded(game), Match.objects.get()
    for _step in range(2000):
        run_due(match.pk)
        match.refresh_from_db()
        if match.over:
            return where, people
        found = able(where, people)
        if found is not None:
            found[0].post(f"tables/{where}/act", some_answer(found[1], chance))
    raise AssertionError("it does not end")


@pytest.mark.deep
@pytest.mark.parametrize("game", PLAYED)
def test_a_record_equals_the_pages_and_verifies(program: Bring, game: str) -> None:
    where, people = _played(program, game)
    match = Match.objects.get()
    page = people[0].client
    page.force_login(people[0].user)
    told = people[0].get(f"tables/{where}/record")
    assert told.json() == page.get(f"/m/{where}/record.json").json()
    faults, draws = verify.check_chance(told.json())
    assert (faults, games()[game].title.check_record(told.json())) == ([], [])
    assert draws > 0
    checks = people[0].get(f"tables/{where}/checks").json()
    assert checks["secret"] == match.first_secret
    assert page.get(checks["verifier"]).status_code == 200
    _steps(where, people[0], match)


def _steps(where: str, ada: Program, match: Match) -> None:
    first = ada.get(f"tables/{where}/steps/1").json()
    seats = [*match.seats.order_by("index").values_list("index", flat=True)]
    mine = match.seats.get(user=ada.user).index
    for step in {1, 2, first["length"] // 2, first["length"]}:
        own = ada.get(f"tables/{where}/steps/{step}").json()
        assert (own["step"], own["seat"]) == (step, mine)
        everybody = ada.get(f"tables/{where}/steps/{step}", seat="all").json()
        assert [one["seat"] for one in everybody["views"]] == seats
        assert everybody["views"][mine]["view"] == own["views"][0]["view"]
        nobody = ada.get(f"tables/{where}/steps/{step}", seat="nobody").json()
        assert nobody["views"][0]["seat"] is None
    past = ada.get(f"tables/{where}/steps/{first['length'] + 1}")
    assert (past.status_code, past.json()["code"]) == (404, "no_such_step")
    assert ada.get(f"tables/{where}/steps/1", seat="99").json()["code"] == "no_such_seat"


def test_a_running_match_has_no_record_or_steps(program: Bring) -> None:
    where, people = begun(program, "interop", "Ada", "Bob")
    for path in ("record", "steps/1"):
        told = people[0].get(f"tables/{where}/{path}")
        assert told.json()["code"] == "not_finished", path
    checks = people[0].get(f"tables/{where}/checks").json()
    assert (checks["secret"], checks["record"]) == (None, None)
    assert checks["receipt"]["seal"] == checks["seal"] == Match.objects.get().seal


def test_steps_are_for_those_who_may_see_the_result(program: Bring) -> None:
    where, _people = begun(program, "interop", "Ada", "Bob")
    Match.objects.update(status="finished", outcome={"reason": "x"}, ended_at="2026-01-01T00:00Z")
    eve = program("Eve")
    for path in ("record", "steps/1", "checks"):
        assert eve.get(f"tables/{where}/{path}").json()["code"] == "not_active", path


@pytest.mark.deep
def test_permanently_secret_facts_are_in_no_step(program: Bring) -> None:
    """Search the steps for the ballots of Blanks.

    They must not appear even with all hands revealed, nor to those who cast them.
    """
    where, people = _played(program, "blanks")
    match = Match.objects.get()
    snapshot = snapshot_of(where)
    assert snapshot is not None
    walk = walk_of(match, snapshot.seats)
    engine: Any = engine_of(match)
    for step in range(1, walk.length + 1, 7):
        told = people[0].get(f"tables/{where}/steps/{step}", seat="all").json()
        for hand in told["views"]:
            then = codec.plain(engine.view(walk.at(step).step.state, hand["seat"]))
            if then != hand["view"]:
                return
    raise AssertionError("a view of a ballot that was cast is shown as it was")
