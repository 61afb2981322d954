"""A match in the database: actions, the log, keys, the clock."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

from chat.core import clock
from games.blanks.page import PAGES
from games.engine import choices, codec
from games.engine.dealer import Seeded
from games.engine.record import replay
from games.models import LogEntry, Match, MatchSetup, Seat
from games.page import snapshot as moments
from games.page.log import log_for
from games.page.snapshot import prime_cache, snapshot_of
from games.services.match_engine import engine_of, state_of
from games.services.play import act
from games.services.record import lines_of
from games.services.scheduler import run_due
from games.services.seats import join
from games.services.start import start
from games.services.tables import TableWish, add_bot, create_table
from tests.support.matches import play
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def answer(match: Match, seat: int, seed: str = "1") -> dict[str, Any]:
    """Return a legal action of this seat."""
    match.refresh_from_db()
    engine = engine_of(match)
    options = [c for c in engine.choices(state_of(match), seat) if c.action in {"play", "vote"}]
    raw = choices.sample_any(options, Seeded(seed))
    assert raw is not None
    return raw


def seat_of(match: Match, user: Any) -> int:
    return match.seats.get(user=user, status=Seat.Status.SEATED).index


def test_a_key_used_at_another_table_is_refused_and_changes_nothing(running: Any) -> None:
    match, (ann, bob) = running("ann", "bob")
    act(user=ann, public_id=match.public_id, raw=answer(match, seat_of(match, ann)), key="k1")
    wish = TableWish(name="Elsewhere", least=2, most=4)
    other = create_table(user=ann, game="blanks", wish=wish)
    join(user=bob, public_id=other.public_id)
    commands: tuple[Callable[[], object], ...] = (
        lambda: start(user=ann, public_id=other.public_id, key="k1"),
        lambda: add_bot(user=ann, public_id=other.public_id, key="k1"),
        lambda: join(user=ann, public_id=other.public_id, key="k1"),
    )
    for command in commands:
        assert code_of(command) == "malformed"
    start(user=ann, public_id=other.public_id, key="k2")
    raw, before = answer(other, seat_of(other, ann)), LogEntry.objects.count()
    assert code_of(act, user=ann, public_id=other.public_id, raw=raw, key="k1") == "malformed"
    assert LogEntry.objects.count() == before


@pytest.mark.both
def test_a_refused_action_changes_nothing_and_does_not_use_up_its_key(running: Any) -> None:
    match, (ann, *_others) = running("ann", "bob", "cem")
    before = bytes(match.snapshot)
    raw = answer(match, seat_of(match, ann))
    raw["cards"] = [f"not-mine-{number}" for number, _card in enumerate(raw["cards"])]
    assert (
        code_of(act, user=ann, public_id=match.public_id, raw=raw, key="k1") == "card_not_in_hand"
    )
    match.refresh_from_db()
    assert bytes(match.snapshot) == before
    act(user=ann, public_id=match.public_id, raw=answer(match, seat_of(match, ann)), key="k1")
    match.refresh_from_db()
    assert bytes(match.snapshot) != before


def test_a_passed_deadline_plays_once_for_each_pending_seat(running: Any) -> None:
    match, _people = running("ann", "bob", "cem")
    first = match.decision_id
    clock.move(10_000)
    run_due(match.pk)
    match.refresh_from_db()
    assert match.decision_id != first
    entries = LogEntry.objects.filter(match=match, kind="timeout").count()
    run_due(match.pk)
    assert LogEntry.objects.filter(match=match, kind="timeout").count() == entries == 1


def test_what_a_match_is_made_from_is_freed_without_the_collector(running: Any) -> None:
    gc.collect()
    gc.disable()
    try:
        running("ann", "bob")
        assert not [one for one in gc.get_objects() if type(one) is MatchSetup]
    finally:
        gc.enable()


def test_replaying_the_log_gives_the_state(running: Any) -> None:
    match, _people = running("ann", "bob", options={"target_score": 2}, bots=1)
    play(match)
    assert match.seats.filter(rank=1, winner=True).exists()
    last = list(replay(engine_of(match), lines_of(match)))[-1]
    assert codec.encode(last.step.state) == bytes(match.snapshot or b"")


def test_a_viewer_receives_only_permitted_events(running: Any) -> None:
    # Each viewer's stream counts the changes of its own view, not those of the row.
    match, (ann, bob, cem) = running("ann", "bob", "cem")
    raw = answer(match, seat_of(match, ann))
    act(user=ann, public_id=match.public_id, raw=raw, key="")
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    for viewer in (None, seat_of(match, bob), seat_of(match, cem)):
        shown = codec.encode(snapshot.view(viewer)).decode()
        assert not any(f'"{card}"' in shown for card in raw["cards"])


def test_the_cache_equals_the_database_after_a_commit(running: Any) -> None:
    match, people = running("ann", "bob", "cem")
    seats = {seat_of(match, user): user for user in people}
    assert snapshot_of(match.public_id) is not None
    for number in range(40):
        match.refresh_from_db()
        if not match.asked:
            break
        seat = match.asked[0]
        raw = answer(match, seat, f"known {number}")
        written = act(user=seats[seat], public_id=match.public_id, raw=raw, key=f"k{number}")
        assert written is not None
        prime_cache(written)
        known = snapshot_of(match.public_id)
        _forget(match)
        read = snapshot_of(match.public_id)
        assert known is not None
        assert read is not None
        assert known is not read
        assert (known.seats, known.wishes, known.told) == (read.seats, read.wishes, read.told)
        assert known.state == read.state
        assert all(known.view(each) == read.view(each) for each in (None, *seats))
        for each in (None, *seats):
            told = log_for(read, each, PAGES.sentence)
            assert log_for(known, each, PAGES.sentence) == told
        for field in Match._meta.concrete_fields:
            assert getattr(known.match, field.attname) == getattr(read.match, field.attname), field
        prime_cache(written)  # known already: older data do not replace it
        assert snapshot_of(match.public_id) is read


def _forget(match: Match) -> None:
    moments._snapshots.pop(match.public_id, None)
