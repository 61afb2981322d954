"""Tests of form fields for every type of option a game may have."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from django import forms
from msgspec import Meta

from games.engine.base import Value
from games.engine.codec import struct_fields
from games.registry import games
from lobby.tables.forms import field_for
from lobby.tables.lists import duration, options_in_short

Few = Annotated[int, Meta(ge=1, le=3, title="How few", description="One to three.")]


class Made(Value):
    few: Few = 2
    loud: bool = True
    ending: Literal["at_once", "whole_round"] = "whole_round"
    motto: Annotated[str, Meta(max_length=5)] = ""
    worlds: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)] = ("a",)
    days: tuple[Literal["mon", "tue"], ...] = ()


class Odd(Value):
    anything: dict[str, int] = {}


def fields(kind: Any = Made) -> dict[str, forms.Field]:
    choices = {"worlds": [("a", "A"), ("b", "B"), ("c", "C")]}
    return {
        option.name: field_for(option, choices.get(option.name)) for option in struct_fields(kind)
    }


def test_a_field_has_label_hint_bounds_and_default_of_its_option() -> None:
    few = fields()["few"]
    assert (few.label, few.help_text, few.initial) == ("How few", "One to three.", 2)
    assert few.clean("3") == 3
    with pytest.raises(forms.ValidationError):
        few.clean("4")


@pytest.mark.parametrize(
    ("name", "good", "value", "bad"),
    [
        ("loud", "", False, None),
        ("ending", "at_once", "at_once", "never"),
        ("motto", "abcde", "abcde", "abcdef"),
        ("worlds", ["a", "c"], ["a", "c"], ["a", "b", "c"]),
        ("worlds", ["b"], ["b"], ["d"]),
        ("worlds", ["b"], ["b"], []),
        ("days", [], [], ["wed"]),
        ("days", ["tue"], ["tue"], ["mon", "x"]),
    ],
)
def test_every_kind_of_option_has_a_field_that_knows_its_range(
    name: str, good: Any, value: Any, bad: Any
) -> None:
    field = fields()[name]
    assert field.clean(good) == value
    if bad is not None:
        with pytest.raises(forms.ValidationError):
            field.clean(bad)


def test_an_option_without_a_form_field_is_reported_at_the_start() -> None:
    with pytest.raises(TypeError):
        fields(Odd)


def test_lists_name_only_options_that_differ_from_the_default() -> None:
    title = games()["blanks"].title
    assert options_in_short(title, {}) == []
    options = {"target_score": 4, "play_seconds": 43200, "packs": ["house-pack"]}
    assert options_in_short(title, options) == ["Points to win: 4", "Play: 12 h"]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (15, "15 s"),
        (90, "90 s"),
        (60, "1 min"),
        (43200, "12 h"),
        (86400, "1 day"),
        (604800, "7 days"),
    ],
)
def test_durations_use_the_largest_unit_that_fits(seconds: int, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("options", "slow"),
    [
        ({"play_seconds": 1799, "vote_seconds": 60, "break_seconds": 3600}, False),
        ({"play_seconds": 90, "vote_seconds": 1800, "break_seconds": 0}, True),
    ],
)
def test_a_table_is_slow_by_its_decisions_and_not_by_its_breaks(
    options: dict[str, int], slow: bool
) -> None:
    assert games()["blanks"].title.is_slow(options) == slow
