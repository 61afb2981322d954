"""Retention of keys and logs; a packed log reads like its rows."""

from __future__ import annotations

from io import StringIO
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from auctions.models import Receipt
from chat.core import batched_jobs, clock
from chat.messages.retention import forget_empty_rooms
from chat.messages.rooms import room
from chat.models import Message, Mute, Presence, ReadMark, Room
from games.models import AcceptedKey, LogEntry, Match, MatchSetup, PackedLog, SharedContent
from games.page import snapshot as moments
from games.page.public_view import public_lines
from games.services import log, match_engine, retention
from games.services.log import log_of, newest_entries
from games.services.retention import tidy
from games.topics import rooms_of
from tests.support.matches import TABLES, begun, play

pytestmark = [pytest.mark.django_db, pytest.mark.deep, pytest.mark.usefixtures("unhurried")]

DAY = 24 * 3600


@pytest.fixture
def people(person: Any) -> list[Any]:
    return [person("ann"), person("bob")]


@pytest.fixture
def ended(people: list[Any]) -> Match:
    match: Match = begun(people, "blanks", 1, options={"round_limit": 3})
    play(match)
    assert match.status == "finished"
    return match


def _keys(people: list[Any], match: Match, count: int) -> None:
    for number in range(count):
        key = AcceptedKey.objects.create(
            user=people[0], key=f"old {number}", match=match, at=clock.now()
        )
        Receipt.objects.create(key=key, data=b"{}")


# --- Keys


def test_keys_are_stored_for_seven_days(ended: Match, people: list[Any]) -> None:
    _keys(people, ended, 3)
    clock.move(6.9 * DAY)
    tidy()
    assert AcceptedKey.objects.filter(key__startswith="old").count() == 3
    AcceptedKey.objects.create(user=people[0], key="new", match=ended, at=clock.now())
    clock.move(0.2 * DAY)
    tidy()
    assert list(AcceptedKey.objects.values_list("key", flat=True)) == ["new"]
    assert not Receipt.objects.exists()


@pytest.mark.both
def test_keys_are_deleted_in_batches(
    ended: Match, people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    AcceptedKey.objects.all().delete()
    _keys(people, ended, 25)
    clock.move(8 * DAY)
    monkeypatch.setattr(batched_jobs, "MOST", 10)
    assert retention.forget_keys()
    assert AcceptedKey.objects.count() == 15
    assert retention.forget_keys()
    assert not retention.forget_keys()
    assert not AcceptedKey.objects.exists()


def test_batches_end_after_a_time_limit_with_a_pause_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moments_of_time, pauses = count(), list[float]()
    time = SimpleNamespace(monotonic=lambda: next(moments_of_time) / 100, sleep=pauses.append)
    monkeypatch.setattr(batched_jobs, "time", time)
    monkeypatch.setattr(batched_jobs, "STINT", 0.25)
    batched_jobs.run_steps(lambda: True)
    assert 5 < len(pauses) < 15
    assert pauses == pytest.approx([0.01] * len(pauses))


# --- Logs


def _shown(match: Match, people: list[Any]) -> dict[str, Any]:
    """Return everything that is made from a match's log and its setup."""
    moments._snapshots.clear()
    match_engine._engine.cache_clear()
    browsers = {"ann": Client(), "nobody": Client()}
    browsers["ann"].force_login(people[0])
    pages: dict[str, Any] = {
        f"{name}: {page}": _steady(browser.get(f"/m/{match.public_id}/{page}").content)
        for name, browser in browsers.items()
        for page in ("", "record.json", "news/")
    }
    told = {name: _output_of(name, match) for name in ("replay", "verify")}
    return {**pages, **told, "moderators": public_lines(match.public_id)}


def _steady(page: bytes) -> list[bytes]:
    """Return the page's lines without times and tokens."""
    own = (b"csrf", b"data-now=")
    return [line for line in page.splitlines() if not any(word in line.lower() for word in own)]


def _output_of(command: str, match: Match) -> str:
    said = StringIO()
    call_command(command, match.public_id, stdout=said)
    return said.getvalue()


@pytest.mark.both
@pytest.mark.parametrize("game", TABLES)
def test_everything_computed_from_a_log_is_the_same_after_packing(
    people: list[Any], game: str
) -> None:
    match = begun(people, game, TABLES[game])
    play(match)
    clock.move(40 * DAY)
    rows, newest = log_of(match), newest_entries(match, 7)
    before = _shown(match, people)
    retention.pack_logs()
    assert not LogEntry.objects.filter(match=match).exists()
    assert _shown(match, people) == before
    assert len(before["ann: record.json"]) > len(rows)
    assert len(before["moderators"]) > 5
    assert list(map(retention._told, log_of(match))) == list(map(retention._told, rows))
    assert [entry.seq for entry in newest_entries(match, 7)] == [entry.seq for entry in newest]
    assert len(newest_entries(match, 10_000)) == len(rows)
    assert (MatchSetup.objects.get(match=match).content is not None) == (game == "blanks")


def test_a_log_is_packed_long_after_the_end(ended: Match, people: list[Any], settings: Any) -> None:
    running = begun(people, "merchants", 1)
    play(running, entries=5)
    stalled = begun(people, "interop", 1)
    Match.objects.filter(pk=stalled.pk).update(status="stalled")
    clock.move(29 * DAY)
    tidy()
    assert not PackedLog.objects.exists()
    clock.move(2 * DAY)
    settings.PACK_LOGS_DAYS = 0
    tidy()
    assert not PackedLog.objects.exists()
    settings.PACK_LOGS_DAYS = 30
    tidy()
    assert [packed.match_id for packed in PackedLog.objects.all()] == [ended.pk]
    assert {entry.match_id for entry in LogEntry.objects.all()} == {running.pk, stalled.pk}
    tidy()
    assert PackedLog.objects.count() == 1


def test_a_table_that_never_began_has_no_log_to_pack(people: list[Any]) -> None:
    match = begun(people, "blanks", 1)
    LogEntry.objects.filter(match=match).delete()
    Match.objects.filter(pk=match.pk).update(status="aborted", ended_at=clock.now(), entries=0)
    clock.move(40 * DAY)
    tidy()
    match.refresh_from_db()
    assert match.log_packed_at is not None
    assert log_of(match) == []


def test_a_log_that_does_not_survive_packing_stays_and_blocks_no_other(
    ended: Match, people: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    other = begun(people, "blanks", 1, options={"round_limit": 3})
    play(other)

    def otherwise(match: Match, data: bytes) -> list[LogEntry]:
        return log.unpack(match, data)[match.pk == ended.pk :]

    clock.move(40 * DAY)
    with monkeypatch.context() as within:
        within.setattr(retention, "unpack", otherwise)
        tidy()
    assert f"match {ended.pk}: its log cannot be packed" in caplog.text
    assert {entry.match_id for entry in LogEntry.objects.all()} == {ended.pk}
    assert [packed.match_id for packed in PackedLog.objects.all()] == [other.pk]
    tidy()
    assert not LogEntry.objects.exists()


@pytest.mark.both
def test_a_process_killed_while_packing_changes_nothing(
    ended: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed(*_given: Any, **_named: Any) -> None:
        raise Killed

    clock.move(40 * DAY)
    count = LogEntry.objects.count()
    with monkeypatch.context() as within:
        within.setattr(Match, "save", killed)  # the last write of the step
        with pytest.raises(Killed):
            retention.pack_logs()
    assert LogEntry.objects.count() == count
    assert not PackedLog.objects.exists()
    retention.pack_logs()
    assert not LogEntry.objects.exists()


def test_a_log_of_an_unknown_format_is_refused(ended: Match, monkeypatch: Any) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(log, "_FORMAT", 3)
        data = log.pack(log_of(ended))
    with pytest.raises(ValueError, match="packed in form 3"):
        log.unpack(ended, data)


# --- Setups


@pytest.mark.both
def test_equal_content_of_matches_is_stored_once(people: list[Any]) -> None:
    matches = [begun(people, "blanks", 1, options={"round_limit": 3}) for _ in range(2)]
    for match in matches:
        play(match)
    before = {match.pk: bytes(match.setup.data) for match in matches}
    clock.move(40 * DAY)
    retention.pack_logs()
    assert SharedContent.objects.count() == 1
    for setup in MatchSetup.objects.select_related("match"):
        assert len(setup.data) < 1000 < len(before[setup.match_id])
        assert match_engine.setup_data(setup.match.public_id) == before[setup.match_id]


def test_different_content_is_stored_separately(ended: Match, people: list[Any]) -> None:
    other = begun(people, "blanks", 1, options={"round_limit": 3})
    play(other)
    setup = MatchSetup.objects.get(match=other)
    rest, content = match_engine.without_content(bytes(setup.data))
    setup.data = match_engine.with_content(rest, content.replace(b"the", b"eht"))
    setup.save()
    clock.move(40 * DAY)
    retention.pack_logs()
    assert SharedContent.objects.count() == 2
    assert match_engine.setup_data(other.public_id) == bytes(setup.data)


def test_a_setup_that_does_not_survive_packing_stays_whole(
    ended: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bytes(ended.setup.data)
    monkeypatch.setattr(retention, "with_content", lambda rest, content: rest + content)
    clock.move(40 * DAY)
    retention.pack_logs()
    setup = MatchSetup.objects.get(match=ended)
    assert (bytes(setup.data), setup.content) == (before, None)
    assert PackedLog.objects.filter(match=ended).exists()


# --- Rooms


def _rooms(match: Match) -> list[Room]:
    return [room(key) for key in rooms_of(match.public_id)]


def test_empty_rooms_are_deleted_with_the_log(ended: Match, people: list[Any]) -> None:
    running = begun(people, "merchants", 1)
    players, _watchers = _rooms(ended)
    _rooms(running)
    Message.objects.create(room=players, author=people[0], text="well", key="k", at=clock.now())
    ReadMark.objects.create(user=people[1], room=players, message_id=1)
    clock.move(40 * DAY)
    retention.pack_logs()
    kept = {players.key, *rooms_of(running.public_id)}
    assert set(Room.objects.values_list("key", flat=True)) == kept
    assert ReadMark.objects.count() == 1


def test_a_page_recreates_the_room_of_an_old_match(ended: Match, people: list[Any]) -> None:
    _rooms(ended)
    clock.move(40 * DAY)
    before = _shown(ended, people)
    retention.pack_logs()
    assert not Room.objects.exists()
    assert _shown(ended, people) == before
    assert Room.objects.count() == 2


def test_rooms_with_anything_to_remember_stay(people: list[Any]) -> None:
    kept = [room(f"table-{name}") for name in ("closed", "muted", "visited", "said")]
    Room.objects.filter(key="table-closed").update(closed=True)
    Mute.objects.create(
        room=kept[1], user=people[0], until=clock.now(), reason="loud", at=clock.now()
    )
    Presence.objects.create(user=people[0], room=kept[2].key, channel="c", seen_at=clock.now())
    Message.objects.create(room=kept[3], author=people[0], text="well", key="k", at=clock.now())
    room("table-empty")
    forget_empty_rooms(Room.objects.all())
    assert {one.key for one in kept} == set(Room.objects.values_list("key", flat=True))
