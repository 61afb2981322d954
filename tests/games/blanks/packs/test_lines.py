"""Packs written as lines, their exports, and merging (Blanks 5, 20)."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.blanks.packs.reading.cleaning import identity
from games.blanks.packs.reading.export import as_csv, as_json, as_object
from games.blanks.packs.reading.lines import Draft, line_of, lines_of, parse_lines
from games.blanks.packs.reading.preview import Preview
from games.blanks.packs.reading.reader import read
from games.blanks.packs.reading.values import Pack, PackBlack, PackWhite, merge


def written(black: str, white: str = "", **fields: Any) -> Draft:
    return Draft(**{"name": "Harbour", "black": black, "white": white, **fields})


def test_a_line_is_a_card_and_its_blanks_give_its_pick() -> None:
    found = parse_lines(written("First ____, then _.\r\n\r\nWhat helps?", "a goose."))
    assert found.faults == ()
    assert [(card.text, card.pick, card.draw) for card in found.black] == [
        ("First ____, then ____.", 2, 1),
        ("What helps?", 1, 0),
    ]
    assert [card.text for card in found.white] == ["a goose"]


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("What helps? | pick 2", ("What helps?", 2, 1)),
        ("What helps?|PICK 3 , draw 0", ("What helps?", 3, 0)),
        ("What helps? | draw 3", ("What helps?", 1, 3)),
        ("Either | or, pick one?", ("Either | or, pick one?", 1, 0)),
        ("A | pick 1 | pick 2", ("A | pick 1", 2, 1)),
    ],
)
def test_a_black_line_can_set_pick_and_draw(line: str, card: tuple[str, int, int]) -> None:
    found = parse_lines(written(line))
    assert [(one.text, one.pick, one.draw) for one in found.black] == [card]


def test_faults_of_lines_name_the_line_and_the_colour() -> None:
    draft = written("\nA fine ____.\n_ _ _ _ one\nWho knows? | draw 9", "a rope\n\nA rope.\na ____")
    found = [(fault.place, fault.code) for fault in parse_lines(draft).faults]
    assert found == [
        ("black line 3", "bad_pick"),
        ("black line 4", "bad_draw"),
        ("white line 3", "duplicate_card"),
        ("white line 4", "blank_in_white"),
    ]
    assert [line.text for line in lines_of(draft) if line.place == "white line 3"] == ["A rope."]


def test_a_draft_with_far_too_many_lines_is_refused() -> None:
    found = parse_lines(written("", "\n".join(f"card {number}" for number in range(20_000))))
    assert [fault.code for fault in found.faults] == ["too_many_cards"]


def test_capitals_are_lowered_unless_they_are_kept() -> None:
    kept = parse_lines(written("", "A hat\nThe cat", keep_capitals=True))
    assert [card.text for card in kept.white] == ["A hat", "The cat"]
    assert [card.text for card in parse_lines(written("", "A hat")).white] == ["a hat"]


# --- What is written is read back the same


_TRICKY = st.text("ab_A '\"=+-@,;|\t&#x41;lt<>.…?-[]blank\\\u200b\u200dé🦆pick1 ", max_size=20)
_PACKS = st.builds(
    lambda black, white: {"black": black, "white": white},
    st.lists(
        st.fixed_dictionaries(
            {
                "text": st.builds(" ".join, st.lists(_TRICKY | st.just("____"), max_size=3)),
                "pick": st.integers(1, 3),
                "draw": st.integers(0, 3),
            }
        ),
        max_size=4,
    ),
    st.lists(st.fixed_dictionaries({"text": _TRICKY}), max_size=4),
)
Card = tuple[str, ...] | tuple[str, int, int]


def cards(pack: Pack | Preview) -> list[Card]:
    return [
        *((card.text, card.pick, card.draw) for card in pack.black),
        *((card.text,) for card in pack.white),
    ]


def _read_back(text: str, filename: str) -> Preview:
    found = read(text.encode(), filename, keep_capitals=True)
    assert isinstance(found, Preview), (found, text)
    assert found.faults == (), text
    return found


@given(_PACKS)
def test_every_export_is_read_back_the_same(raw: dict[str, Any]) -> None:
    data = json.dumps({"format": "blanks-pack", "version": 1, "name": "My &amp;lt; pack", **raw})
    found = read(data.encode(), keep_capitals=True)
    if not isinstance(found, Preview) or not cards(found):
        return
    pack = found.pack()
    assert _read_back(as_json(pack), "p.json").pack() == pack
    assert cards(_read_back(as_csv(pack), "p.csv")) == cards(pack)
    other = _read_back(as_object(pack), "p.json")
    assert (other.name, cards(other)) == (pack.name, cards(pack))
    # And as the lines of the editor, with their ids.
    ids = {identity("black", card.text): card.id for card in pack.black}
    ids |= {identity("white", card.text): card.id for card in pack.white}
    black, white = ("\n".join(map(line_of, some)) for some in (pack.black, pack.white))
    draft = written(black, white, name="My &amp;lt; pack", keep_capitals=True)
    assert parse_lines(draft, ids=ids).pack() == pack


def test_csv_holds_no_formulas() -> None:
    texts = ["=1+1", "+1", "-it's", "@home", "'-x", "'tis", "a hat"]
    white = tuple(PackWhite(id=f"w{n}", text=text) for n, text in enumerate(texts))
    text = as_csv(Pack(name="Harbour", white=white))
    rows = list(csv.reader(StringIO(text)))
    assert not [row for row in rows if row[1][:1] in ("=", "+", "-", "@")]
    assert [card.text for card in _read_back(text, "p.csv").white] == texts


@pytest.mark.parametrize("write", [as_json, as_csv, as_object])
def test_blanks_side_by_side_stay_two(write: Callable[[Pack], str]) -> None:
    black = (PackBlack(id="b001", text="I like ________.", pick=2, draw=1),)
    found = _read_back(write(Pack(name="Harbour", black=black)), "p.csv")
    assert cards(found) == [("I like ________.", 2, 1)]


def test_other_programs_get_the_short_blank() -> None:
    black = (PackBlack(id="b001", text="First ____, then ____.", pick=2, draw=1),)
    raw = json.loads(as_object(Pack(name="Harbour", black=black)))
    assert raw["black"] == [{"text": "First _, then _.", "pick": 2}]


# --- Merging


def test_each_card_exists_once_when_packs_are_merged() -> None:
    one = Pack(
        name="One",
        black=(PackBlack(id="b1", text="First ____, then ____.", pick=2, draw=1),),
        white=(PackWhite(id="w1", text="a goose in charge"),),
    )
    other = Pack(
        name="Other",
        slug="other",
        black=(
            PackBlack(id="x", text="FIRST ____ then ____", pick=2, draw=1),
            PackBlack(id="y", text="First, then?", pick=1, draw=0),
        ),
        white=(PackWhite(id="y", text="A goose in charge!"), PackWhite(id="z", text="tea")),
    )
    content = merge([one, other])
    assert [card.text for card in content.black] == ["First ____, then ____.", "First, then?"]
    assert [(card.text, card.pack, card.card) for card in content.white] == [
        ("a goose in charge", "", "w1"),
        ("tea", "other", "z"),
    ]
    blacks, whites = ({card.id for card in pile} for pile in (content.black, content.white))
    assert len(blacks | whites) == 4
