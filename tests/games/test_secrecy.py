"""Law 4 on whole pages: change what a viewer may not know, and every byte it is sent stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engines import choices
from games.engines.dealer import Dealer, Seeded
from games.live.frame import draw_anew
from games.live.snapshot import MatchSnapshot, snapshot_of
from games.live.viewing import TableViewing
from games.models import Match
from games.rules import engine_of, state_of
from games.services.due import run_due
from games.services.play import act

pytestmark = pytest.mark.django_db

PARTS = ("phase", "board", "players", "seat", "log")


def page_bytes(snapshot: MatchSnapshot, user: Any) -> str:
    viewing = TableViewing(snapshot.match.public_id, user, _snapshot=snapshot)
    return "".join(draw_anew(viewing, part) for part in PARTS)


def scrambled(snapshot: MatchSnapshot, seat: int | None, seed: str) -> MatchSnapshot:
    other = MatchSnapshot(match=snapshot.match, seats=snapshot.seats)
    chance = Dealer(seed, 1)
    other.__dict__["state"] = snapshot.engine.scramble(snapshot.state, seat, chance)
    other.__dict__["told"] = tuple(replace(told, written={}) for told in snapshot.told)
    return other


def some_action(match: Match, people: list[Any], chance: Seeded) -> None:
    """Somebody does something legal; if nobody asked is a person, the bots go on."""
    state, engine = state_of(match), engine_of(match)
    run_due(match.pk)
    match.refresh_from_db()
    if match.over:
        return
    state = state_of(match)
    seats = {match.seats.get(user=user).index: user for user in people}
    able = [index for index in seats if engine.choices(state, index)]
    index = able[chance.below(len(able))]
    raw = choices.sample_any(engine.choices(state, index), chance)
    assert raw is not None
    act(user=seats[index], public_id=match.public_id, raw=raw, key="")


@pytest.mark.parametrize("seed", ["one", "two"])
def test_no_byte_of_a_page_depends_on_what_its_viewer_may_not_know(
    running: Any, person: Any, seed: str
) -> None:
    match, people = running("ann", "bob", "cem", bots=1, options={"target_score": 4})
    watcher, chance = person("watcher"), Seeded(seed)
    compared = changed = 0
    for step in range(90):
        snapshot = snapshot_of(match.public_id)
        assert snapshot is not None
        for viewer in (*people, watcher):
            seat = snapshot.seat_of(viewer)
            other = scrambled(snapshot, seat, f"{seed}{step}")
            changed += other.state != snapshot.state
            assert page_bytes(snapshot, viewer) == page_bytes(other, viewer)
            compared += 1
        match.refresh_from_db()
        if match.over:
            break
        some_action(match, people, chance)
        match.refresh_from_db()
    assert compared > 60
    assert changed > compared / 2, "scrambling changed too little to prove anything"
