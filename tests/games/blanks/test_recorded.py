"""Records of Blanks: what they omit, and which forgeries are found (rules 14.6)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.blanks.title import BLANKS
from games.engine import codec, record, verify
from tests.games.engine.test_recorded import build, record_of, recorded
from tests.games.engine.walks import LIVES, Life, in_lives, life

TARGET = ("blanks", "target_score")


@in_lives("blanks")
def test_14_6_the_record_contains_no_ballot_and_no_handle(name: str, seed: str) -> None:
    lived = life(name, seed)
    text = json.dumps(record_of(lived))
    for state in lived.states:
        for laid in state.plays:
            assert not laid.handle or laid.handle not in text
    for entry in record_of(lived)["entries"]:
        if entry["action"]["action"] == "vote":
            assert entry["action"] == {"action": "vote"}
        assert all(draw["kind"] != "token" for draw in entry["drawn"])
    for part in record_of(lived)["rounds"]:
        assert all(("votes" in play) != play["withdrawn"] for play in part["plays"])


def test_14_6_the_record_does_not_depend_on_who_cast_which_vote() -> None:
    # The votes are swapped so that the counts stay the same.
    lived = next(life(*one) for one in LIVES if one[0] == "blanks-4" and _swappable(life(*one)))
    place, other = _swappable(lived)[0]
    lines = list(lived.run.lines)
    first, second = lines[place], lines[other]
    lines[place] = codec.build({**codec.plain(first), "action": second.action}, record.Line)
    lines[other] = codec.build({**codec.plain(second), "action": first.action}, record.Line)
    assert build(BLANKS, lived.engine, lines, lived.run.secret) == record_of(lived)


def _swappable(lived: Life) -> list[tuple[int, int]]:
    """Return pairs of votes in a round that can be swapped.

    They are for different plays, and neither voter is an author of the two.
    """
    found = []
    votes = [(i, line) for i, line in enumerate(lived.run.lines) if line.action["action"] == "vote"]
    for i, a in votes:
        for j, b in votes:
            if i < j and a.action["round"] == b.action["round"]:
                laid = {p.handle: p.seat for p in lived.states[i - 1].plays}
                authors = {laid.get(a.action["handle"]), laid.get(b.action["handle"])}
                if len(authors) == 2 and None not in authors and not authors & {a.seat, b.seat}:
                    found.append((i, j))
    return found


def _bend(built: dict[str, Any], what: str) -> None:
    """Forge one thing in the record of a game that was played to its target."""
    drawing = next(e for e in built["entries"][1:] if e["drawn"])
    play = next(e for e in built["entries"] if e["action"]["action"] == "play")
    part = next(p for p in built["rounds"] if p["voted"])
    match what:
        case "seal":
            built["seal"] = "0" * 64
        case "out":
            built["entries"][0]["drawn"][1]["out"].reverse()
        case "pool":
            built["entries"][0]["drawn"][1]["of"].pop()
        case "place":
            drawing["drawn"][0]["place"] = "1.0"
        case "card":
            play["action"]["cards"] = ["w050"]
        case "points":
            part["points"] = [3]
        case "votes":
            part["plays"][0]["votes"] = 4
        case "outcome":
            built["outcome"]["standings"][0]["score"] += 1
        case "cut":
            built["entries"].pop()
        case "unread":
            del built["content"]["white"]


@pytest.mark.parametrize("what", ["out", "pool", "place", "seal"])
def test_14_6_forged_randomness_is_detected_by_the_verifier(what: str) -> None:
    built = recorded(TARGET)
    _bend(built, what)
    assert verify.check(built)[0]


@pytest.mark.parametrize(
    "what", ["pool", "place", "card", "points", "votes", "outcome", "cut", "unread"]
)
def test_14_6_forged_moves_or_results_are_detected_by_a_replay(what: str) -> None:
    built = recorded(TARGET)
    _bend(built, what)
    assert BLANKS.check_record(built)


def test_14_6_most_pools_are_listed_once() -> None:
    draws = [draw for entry in recorded(TARGET)["entries"] for draw in entry["drawn"]]
    whites = [draw for draw in draws if draw["name"] == "white"]
    assert sum(draw["of"] != "rest" for draw in whites) < len(whites) / 3
