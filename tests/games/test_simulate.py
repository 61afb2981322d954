"""`manage.py simulate`: bots on all cores, figures with their errors, a record."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.registry import games

QUICK = ["mode=quick"]


def printed(game: str, **options: Any) -> str:
    out = StringIO()
    call_command("simulate", game, stdout=out, **options)
    return out.getvalue()


def without_times(text: str) -> list[str]:
    """Return the lines that are the same on any machine, without CPU times."""
    lines = [line for line in text.splitlines() if " a second, " not in line]
    return [re.sub(r"\d+\.\d\d$", "", line) for line in lines]


def test_any_number_of_processes_plays_the_same_matches() -> None:
    asked: dict[str, Any] = {"matches": 20, "seats": 3, "bots": "house,merchant", "option": QUICK}
    alone, together = (printed("merchants", processes=count, **asked) for count in (1, 2))
    assert without_times(alone) == without_times(together)


def test_wins_are_listed_by_bot_and_by_seat_with_errors_and_costs() -> None:
    text = printed("merchants", matches=9, seats=3, bots="house,merchant,random", option=QUICK)
    lines = [line.split() for line in text.splitlines()]
    rows = {line[0]: line for line in lines if line and line[0] in {"house", "merchant", "random"}}
    assert set(rows) == {"house", "merchant", "random"}
    for _, seats, wins, rate, error, *_, cost in rows.values():
        assert (seats, float(rate)) == ("9", round(100 * int(wins) / 9, 1))
        assert float(error) == round(100 * (int(wins) / 9 * (1 - int(wins) / 9) / 9) ** 0.5, 1)
        assert float(cost) >= 0
    after = text[text.index("by seat:") :].splitlines()[1:4]
    assert [line.split()[:2] for line in after] == [["0", "9"], ["1", "9"], ["2", "9"]]


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("blanks", "random"),
        ("merchants", "house,merchant"),
        ("merchants", "master@2,house,house"),
        ("interop", "house,planner"),
        pytest.param("interop", "master@2,house", marks=pytest.mark.nightly),
        ("venice", "merchant-prince,planner"),
    ],
)
def test_a_chosen_match_is_written_as_a_valid_record(game: str, bots: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    option = {"merchants": QUICK, "interop": ["rounds=6"]}.get(game, [])
    text = printed(game, matches=2, bots=bots, seats=2 + (game == "merchants"), option=option,
                   record=["1", str(path)])  # fmt: skip
    assert str(path) in text
    record = json.loads(path.read_text())
    assert games()[game].title.check_record(record) == []
    out = StringIO()
    call_command("verify", str(path), stdout=out)
    assert "0 faults" in out.getvalue()


@pytest.mark.parametrize(
    "wrong",
    [
        {"record": ["2", "x.json"]},
        {"record": ["first", "x.json"]},
        {"record": ["0", "/no/such/place/x.json"]},
        {"processes": 0},
        {"matches": 0},
    ],
)
def test_invalid_options_give_an_error(wrong: dict[str, Any]) -> None:
    asked = {"matches": 1, "seats": 3, "option": QUICK, **wrong}
    with pytest.raises(CommandError):
        printed("merchants", **asked)
