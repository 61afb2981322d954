"""Preferences of a player for their own seat, which nobody else sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chat.core import clock
from games.models import Match
from games.page.snapshot import SeatPreferences, snapshot_of
from games.refusals import Refusal
from games.services.play import set_auto, set_guided
from games.services.scheduler import run_due
from games.services.seats import come_back
from tests.games.table_kit import put

pytestmark = pytest.mark.django_db


def streams(match: Match) -> dict[str, int]:
    match.refresh_from_db()
    return {viewer: stream[0] for viewer, stream in match.streams.items()}


@pytest.mark.parametrize("before", [True, False], ids=["before it is asked", "while it is asked"])
def test_a_preference_applies_immediately_after_a_random_delay(
    example: Any, settings: Any, before: bool
) -> None:
    settings.BOT_DELAY_SCALE = 1.0
    match, (ann, bob) = example("ann", "bob")
    steps: list[Callable[[], object]] = [
        lambda: set_auto(user=bob, public_id=match.public_id, names=["lowest"]),
        lambda: put(match, ann),
    ]
    for step in steps if before else reversed(steps):
        step()
    for seconds, decision in ((0, "1.put"), (6, "2.put")):
        clock.move(seconds)
        run_due(match.pk)
        match.refresh_from_db()
        assert match.decision_id == decision


def test_a_withdrawn_preference_applies_immediately(example: Any, settings: Any) -> None:
    settings.BOT_DELAY_SCALE = 1.0
    match, (ann, bob) = example("ann", "bob")
    set_auto(user=bob, public_id=match.public_id, names=["lowest"])
    set_auto(user=bob, public_id=match.public_id, names=[])
    put(match, ann)
    clock.move(6)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.decision_id == "1.put"


def test_preferences_change_nothing_for_others(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    before = streams(match)
    set_auto(user=bob, public_id=match.public_id, names=["lowest"])
    set_guided(user=bob, public_id=match.public_id, on=True)
    assert streams(match) == before
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    own, other = snapshot.seat_of(bob), snapshot.seat_of(ann)
    assert snapshot.preferences_of(own) == SeatPreferences(frozenset({"lowest"}), guided=True)
    assert snapshot.preferences_of(other) == SeatPreferences()


def test_an_unknown_preference_is_refused(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    with pytest.raises(Refusal, match="malformed"):
        set_auto(user=ann, public_id=match.public_id, names=["lowest", "highest"])


def test_a_stranger_cannot_set_preferences(example: Any, person: Any) -> None:
    match, _people = example("ann", "bob")
    with pytest.raises(Refusal, match="not_a_player"):
        set_guided(user=person("cem"), public_id=match.public_id, on=True)


def test_ticked_preferences_are_saved(example: Any, client: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    client.force_login(ann)
    client.post(f"/m/{match.public_id}/auto/", {"auto": ["lowest"]})
    assert match.seats.get(user=ann).auto == {"lowest": True}
    client.post(f"/m/{match.public_id}/auto/", {})
    assert match.seats.get(user=ann).auto == {"lowest": False}


def test_a_first_game_has_hints_until_they_are_hidden(person: Any, client: Any) -> None:
    client.force_login(person("ann"))
    answer = client.post("/play/blanks/", {"guided": "1", "key": "k"}, follow=True)
    where = answer.redirect_chain[-1][0]
    assert 'class="guide panel"' in answer.content.decode()
    client.post(f"{where}guide/", {"on": "0"})
    assert 'class="guide panel"' not in client.get(where).content.decode()


def test_a_returning_player_is_no_longer_away(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob")
    for _ in range(2):
        put(match, ann)
        clock.move(60)
        run_due(match.pk)

    def away() -> bool:
        snapshot = snapshot_of(match.public_id)
        assert snapshot is not None
        return next(one.away for one in snapshot.seats if one.user_id == bob.pk)

    assert away()
    before = streams(match)
    come_back(user=bob, public_id=match.public_id)
    assert not away()
    assert streams(match) != before
