"""Properties of the pages of every game, in all its positions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest

from games.engine.dealer import Dealer
from games.page.snapshot import MatchSnapshot
from tests.games.blanks import positions as blanks
from tests.games.interop import table as interop
from tests.games.merchants.positions import WANTED, position
from tests.games.merchants.table import moment_at as merchants_at
from tests.games.page.page_reader import html, in_state, page

Make = Callable[[], MatchSnapshot]
SCRAMBLED = {"blanks": 5, "interop": 3, "merchants": 3}  # number of scrambles per position


def _of_blanks(name: str) -> MatchSnapshot:
    return blanks.moment_at(blanks.POSITIONS[name]())


def _of_merchants(name: str) -> MatchSnapshot:
    return merchants_at(position(name).table)


POSITIONS: dict[str, Make] = {
    **{f"blanks, {name}": partial(_of_blanks, name) for name in blanks.POSITIONS},
    **{f"interop, {name}": make for name, make in interop.POSITIONS.items()},
    **{f"merchants, {name}": partial(_of_merchants, name) for name in WANTED},
}
# number of seats that view a position, beside the spectator
SEATS = {"blanks": 5, "interop": 3, "merchants": 3}
EVERYWHERE = [
    pytest.param(make, seat, id=f"{name}, {'spectator' if seat is None else f'seat {seat}'}")
    for name, make in POSITIONS.items()
    for seat in (None, *range(SEATS[name.partition(",")[0]]))
]
for_every_viewer = pytest.mark.parametrize(("make", "seat"), EVERYWHERE)


@for_every_viewer
def test_hidden_state_changes_no_byte_of_the_page(make: Make, seat: int | None) -> None:
    snapshot = make()
    before, changed = page(snapshot, seat), False
    for number in range(SCRAMBLED[snapshot.match.game]):
        other = snapshot.engine.scramble(snapshot.state, seat, Dealer("6" * 64, number))
        changed |= other != snapshot.state
        assert page(in_state(snapshot, other), seat) == before
    assert changed or snapshot.match.game != "merchants"


@for_every_viewer
def test_the_board_is_the_same_for_all_viewers(make: Make, seat: int | None) -> None:
    snapshot = make()
    if snapshot.match.status == "running":
        assert html(snapshot, "board", seat) == html(snapshot, "board", None)


@for_every_viewer
def test_ids_are_unique_and_there_are_no_inline_styles_or_scripts(
    make: Make, seat: int | None
) -> None:
    shown = page(make(), seat)
    ids = re.findall(r'\sid="([^"]+)"', shown)
    assert sorted(ids) == sorted(set(ids))
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", shown)


@pytest.mark.parametrize("make", POSITIONS.values(), ids=POSITIONS)
def test_final_moves_are_confirmed_only_by_preference(make: Make) -> None:
    snapshot = make()
    pending = snapshot.engine.pending(snapshot.state)
    for seat in pending.asked if pending else ():
        assert "data-hold" not in html(snapshot, "seat", seat)
        assert "data-hold" in html(snapshot, "seat", seat, asks_twice=True)
