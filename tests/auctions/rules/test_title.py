"""The title of Venice (rules 2, 12): options, presets, simulations."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from auctions.rules.options import VeniceOptions
from auctions.title import VENICE
from games.engine import codec
from games.management.commands import simulate


def test_options_are_those_of_the_rules() -> None:
    usual = VeniceOptions()
    assert (usual.pace, usual.zone, usual.minutes, usual.cap) == ("daily", "Europe/Rome", 10, 200)
    assert usual.company == VENICE.house_bot == "merchant"


@pytest.mark.parametrize(
    "wrong",
    [{"pace": "slow"}, {"minutes": 0}, {"minutes": 1441}, {"cap": 19}, {"cap": 501}, {"zone": ""},
     {"company": "cheats"}],
)  # fmt: skip
def test_options_outside_their_bounds_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec.build(wrong, VeniceOptions)


def test_presets_set_a_daily_and_a_fast_table() -> None:
    paces = [codec.build(preset.options, VeniceOptions).pace for preset in VENICE.presets]
    assert paces[0] == "daily" and "fast" in paces
    for preset in VENICE.presets:
        fewest, most = VENICE.seats
        assert fewest <= preset.table.get("least", fewest) <= preset.table.get("most", most) <= most


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "games", lambda: {"venice": SimpleNamespace(title=VENICE)})


def printed(**options: Any) -> str:
    out = StringIO()
    call_command("simulate", "venice", stdout=out, **options)
    return out.getvalue()


@pytest.mark.usefixtures("house")
def test_the_command_prints_the_figures_of_the_rules() -> None:
    text = printed(matches=20, seats=3, bots="mixed", option=["cap=200"], seed="1")
    for word in ("planner", "10 %", "below 0", "winner", "agendas sold of offered", "a point"):
        assert word in text


@pytest.mark.usefixtures("house")
def test_with_many_seats_the_command_prints_no_line_per_seat() -> None:
    assert "by seat" in printed(matches=1, seats=5, bots="planner,idle")
    assert "by seat" not in printed(matches=1, seats=60, bots="mixed")


@pytest.mark.usefixtures("house")
def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(CommandError, match="over-borrower"):
        printed(bots="cheat")
