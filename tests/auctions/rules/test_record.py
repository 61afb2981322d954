"""Rules 5.1: everybody can check a downloaded record offline."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from auctions.rules import verify
from auctions.rules.catalogue import AGENDAS, ASSETS
from auctions.rules.realization import realize
from auctions.rules.record import check_record
from auctions.title import VENICE
from games.engine import codec, verify as house
from games.services.record import program_of
from tests.auctions.rules.random_weeks import played_week, record_of_week
from tests.auctions.rules.test_realizing import holdings


def record(players: int, seed: int) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(codec.encode(record_of_week(played_week(players, seed))))
    return plain


@pytest.mark.parametrize("seed", range(30))
def test_a_record_of_a_played_week_is_valid(seed: int) -> None:
    found = record(2 + seed % 9, seed)
    assert VENICE.check_record(found) == []
    assert verify.check(found) == []


def test_the_common_checker_accepts_its_seal_and_order() -> None:
    assert house.check(record(3, 1)) == ([], 0)


def other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}0"


Change = Callable[[dict[str, Any]], None]


def _set(*path: Any) -> Change:
    def change(found: dict[str, Any]) -> None:
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = other(found[path[-1]])

    change.__name__ = ".".join(map(str, path))
    return change


CHANGES = [
    _set("secret"),
    _set("seal"),
    _set("seed"),
    _set("loans", 0),
    _set("entries", 3, "lots", 0, 1),
    _set("entries", 3, "lots", 0, 0),
    _set("entries", 2, "number"),
    _set("entries", 2, "at"),
    _set("instants", 6),
    _set("entries", 0, "awards", 0, 1),
    _set("entries", 0, "awards", 0, 2),
    _set("entries", 0, "awards", 0, 3),
    _set("standings", 0, "final"),
    _set("standings", 1, "rank"),
    _set("standings", 1, "seat"),
    _set("standings", 2, "interest"),
    _set("outcome", "standings", 0, "score"),
    _set("outcome", "standings", 0, "rank"),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_any_change_is_found(change: Change) -> None:
    found = record(5, 2)
    change(found)
    assert check_record(found)


def test_an_omitted_raised_or_oversized_winning_bid_is_found() -> None:
    found = record(5, 2)
    day = next(k for k, entry in enumerate(found["entries"]) if entry["awards"])
    entry = found["entries"][day]
    winner = next(bid for bid in entry["bids"] if bid[:3] == entry["awards"][0][:3])
    bids = list(entry["bids"])
    for entry["bids"] in ([bid for bid in bids if bid != winner], [*bids, winner]):
        assert check_record(found)
    entry["bids"] = bids
    for place, value in ((1, 99), (0, 99), (2, 0), (3, 999)):
        changed = copy.deepcopy(found)
        bids = changed["entries"][day]["bids"]
        bids[bids.index(winner)][place] = value
        assert check_record(changed)


def test_a_worse_realization_is_found() -> None:
    found = next(
        one
        for one in (record(4, seed) for seed in range(20))
        if any(r["value"] for r in one["realized"])
    )
    best = max(found["realized"], key=lambda one: one["value"])
    best["counts"] = [0] * len(best["counts"])
    assert any("realization" in fault for fault in check_record(found))
    best["value"] = 0
    assert any("realization" in fault for fault in check_record(found))


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.pop("loans"),
        lambda found: found["entries"].pop(),
        lambda found: found.update(entries=5),
        lambda found: found["loans"].clear(),
        lambda found: found["realized"].pop(),
        lambda found: found["seats"].pop(),
        lambda found: found["entries"][0]["bids"].append([0, 0, "x", 1]),
    ],
)
def test_anything_but_a_record_is_reported_as_such(change: Change) -> None:
    found = record(3, 4)
    change(found)
    assert check_record(found)


def test_the_verifiers_catalogue_is_that_of_the_rules() -> None:
    assert {agenda.id: (agenda.value, agenda.cost) for agenda in AGENDAS} == verify.AGENDAS
    assert {asset.id: asset.gives for asset in ASSETS} == verify.ASSETS


def test_the_verifier_knows_the_best_combination() -> None:
    random = Random(12)
    for number in range(150):
        order, counts, resources = holdings(random, random.randint(1, 16), random.randint(3, 30))
        best = realize(order, counts, resources).counts
        realizing = verify.Realizing([agenda.id for agenda in order])
        assert realizing.best(list(counts), list(resources), list(best))
        place = number % len(best)
        for step in (-1, 1):
            changed = [x + step * (k == place) for k, x in enumerate(best)]
            assert not realizing.best(list(counts), list(resources), changed)


def test_the_verifier_needs_only_the_standard_library(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    found = record(6, 5)
    good.write_text(json.dumps(found))
    found["standings"][0]["final"] += 1
    bad.write_text(json.dumps(found))

    program = tmp_path / "verify.py"
    program.write_text(program_of(verify), encoding="utf-8")

    def run(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-I", "-S", str(program), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, done.stdout

    code, said = run(str(good))
    assert code == 0 and "0 faults" in said
    code, said = run(str(bad))
    assert code == 1 and "WRONG  standings" in said
    assert run(str(tmp_path / "none.json"))[0] == 1
    assert run()[0] == 2
