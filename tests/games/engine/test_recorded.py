"""Recorded games replay to the same result, and their records are valid."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.engine import codec, record, verify
from games.engine.base import IllegalAction, TableTitle
from games.engine.dealer import seal_of
from games.services.record import program_of
from tests.games.engine import recording
from tests.games.engine.recording import FOLDER, every, path_of
from tests.games.engine.walks import Life, in_lives, life, trial_of

GAMES = every()
RECORDED = {key: json.loads(path_of(*key).read_text("utf-8")) for key in GAMES}
every_recording = pytest.mark.parametrize(
    "key", [pytest.param(key, id=":".join(key)) for key in GAMES]
)


def lines_of(raw: dict[str, Any]) -> list[record.Line]:
    return codec.build(raw["lines"], list[record.Line])


def as_json(value: Any) -> Any:
    return json.loads(codec.encode(value))


def engine_of(key: tuple[str, str]) -> Any:
    return recording.engine_of(GAMES[key].title, RECORDED[key])


def only_recorded(found: Any, raw: Any) -> Any:
    """Return `found` without fields that the recording lacks: views may gain some."""
    if isinstance(found, dict) and isinstance(raw, dict):
        return {
            name: only_recorded(value, raw[name]) for name, value in found.items() if name in raw
        }
    if isinstance(found, list) and isinstance(raw, list) and len(found) == len(raw):
        return [only_recorded(*pair) for pair in zip(found, raw, strict=True)]
    return found


def recorded(key: tuple[str, str]) -> dict[str, Any]:
    raw = RECORDED[key]
    return build(GAMES[key].title, engine_of(key), lines_of(raw), raw["secret"])


def build(title: TableTitle, engine: Any, lines: list[record.Line], secret: str) -> dict[str, Any]:
    """Return the record of a match as it is downloaded."""
    started = len(engine.setup.seats)
    last = 1 + max([line.seat or 0 for line in lines] + [started - 1])
    joins = sum(line.action["action"] == "join" for line in lines)
    seats = [
        record.SeatName(seat=seat, name=f"Player {seat}", joined=seat >= started)
        for seat in range(max(last, started + joins))
    ]
    built = record.build(
        title,
        engine=engine,
        name="A table",
        seats=seats,
        seal=seal_of(secret),
        secret=secret,
        lines=lines,
    )
    copied: dict[str, Any] = as_json(built)
    return copied


def test_a_new_field_of_a_view_is_ignored_and_a_missing_one_is_reported() -> None:
    raw = {"hand": [{"id": "w1"}], "phase": "vote"}
    gained = {"hand": [{"id": "w1", "text": "tea"}], "phase": "vote", "seconds": 3}
    assert only_recorded(gained, raw) == raw
    for lost in ({"phase": "vote"}, {**gained, "hand": []}, {**gained, "phase": "play"}):
        assert only_recorded(lost, raw) != raw


def test_the_files_are_exactly_the_listed_games() -> None:
    files = {(path.parent.name, path.stem) for path in FOLDER.glob("*/*.json")}
    assert files == set(GAMES)


@every_recording
def test_a_recording_replays_to_the_same_result(key: tuple[str, str]) -> None:
    raw, engine = RECORDED[key], engine_of(key)
    *_, last = record.replay(engine, lines_of(raw))
    state = last.step.state
    assert only_recorded(as_json(engine.view(state, None)), raw["final"]) == raw["final"]
    assert only_recorded(as_json(engine.outcome(state)), raw["outcome"]) == raw["outcome"]
    assert raw["outcome"]["reason"] == GAMES[key].reason


@every_recording
def test_a_changed_log_does_not_replay(key: tuple[str, str]) -> None:
    raw = json.loads(json.dumps(RECORDED[key]))
    drawing = [line for line in raw["lines"] if line["drawn"]]
    drawing[-1]["drawn"].append(["more", ["w001"]])
    with pytest.raises((ValueError, IllegalAction)):
        list(record.replay(engine_of(key), lines_of(raw)))


@every_recording
def test_the_record_is_verified(key: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(recorded(key)), encoding="utf-8")
    assert GAMES[key].title.check_record(recorded(key)) == []
    done = downloaded(path)
    assert done.returncode == 0, done.stdout
    assert "0 faults" in done.stdout
    if key[0] == "blanks":  # what it does not prove
        assert "sum of the ballots" in " ".join(done.stdout.split())


def test_a_record_of_rules_that_the_site_does_not_have_is_said_to_be_one() -> None:
    key = next(iter(GAMES))
    (fault,) = GAMES[key].title.check_record({**recorded(key), "rules": 99})
    assert "version 99" in fault


def downloaded(record: Path) -> subprocess.CompletedProcess[str]:
    """Run the verifier on this record as a player does: one file, and Python."""
    program = record.with_name("verify.py")
    program.write_text(program_of(verify), encoding="utf-8")
    command = [sys.executable, "-I", str(program), str(record)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def record_of(lived: Life) -> dict[str, Any]:
    return build(lived.trial.title, lived.engine, lived.run.lines, lived.run.secret)


@in_lives("blanks", "interop")
def test_the_record_of_any_match_is_verified(name: str, seed: str) -> None:
    built = record_of(life(name, seed))
    assert trial_of(name).title.check_record(built) == []
    assert verify.check(built)[0] == []


def test_a_file_that_is_no_record_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    for text in ("", "[]", "{}", '{"secret": 3}'):
        path.write_text(text, encoding="utf-8")
        assert verify.main([str(path)]) == 1
    assert verify.main([str(tmp_path / "none.json")]) == 1
    with pytest.raises(SystemExit) as ended:
        verify.main([])
    assert ended.value.code == 2
