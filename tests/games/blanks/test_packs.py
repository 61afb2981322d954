"""Packs (rules 20)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.blanks.rules.packs import (
    Draft,
    Pack,
    PackBlack,
    PackWhite,
    merge,
    parse_csv,
    parse_json,
    parse_lines,
)
from games.blanks.rules.packs.formats import line_of, lines_of
from games.blanks.rules.packs.model import MESSAGES, clean, document, key

BASE = {
    "format": "blanks-pack",
    "version": 1,
    "name": "My pack",
    "black": [{"text": "First ____, then ____."}],
    "white": [{"text": "a goose in charge"}],
}


# Zero width space, Hangul filler, Braille blank, soft hyphen, word joiner, grapheme joiner, tag
UNSEEN = ("\u200b", "\u3164", "\u2800", "\u00ad", "\u2060", "\u034f", "\U000e0020", "\u200b \u3164")


def codes(change: dict[str, Any], blocked: tuple[str, ...] = ()) -> list[str]:
    parsed = parse_json(json.dumps({**BASE, **change}).encode(), blocked=blocked)
    assert (parsed.pack is None) == bool(parsed.faults)
    assert all(fault.message == MESSAGES[fault.code] for fault in parsed.faults)
    return [fault.code for fault in parsed.faults]


def test_20_defaults() -> None:
    pack = parse_json(json.dumps(BASE).encode()).pack
    assert pack == Pack(
        name="My pack",
        black=(PackBlack(id="b001", text="First ____, then ____.", pick=2, draw=1),),
        white=(PackWhite(id="w001", text="a goose in charge"),),
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, []),
        ({"format": "other"}, ["bad_format"]),
        ({"version": 2}, ["bad_format"]),
        ({"version": True}, ["bad_format"]),
        ({"blank": "__"}, ["bad_format"]),
        ({"blank": "____"}, []),
        ({"black": {}}, ["bad_format"]),
        ({"name": "ab"}, ["bad_name"]),
        ({"name": 3}, ["bad_name"]),
        ({"name": "x" * 61}, ["bad_name"]),
        ({"language": "english!"}, ["bad_language"]),
        ({"language": "pt-BR"}, []),
        ({"min_age": 19}, ["bad_age"]),
        ({"min_age": 0}, []),
        ({"min_age": True}, ["bad_age"]),
        ({"min_age": 12.5}, ["bad_age"]),
        ({"description": "x" * 501}, ["bad_length"]),
        ({"author": "x" * 101}, ["bad_length"]),
        ({"licence": 3}, ["bad_type"]),
        ({"black": [], "white": []}, ["empty_pack"]),
        ({"black": []}, []),
        ({"white": []}, []),
        ({"white": [3]}, ["bad_type"]),
        ({"white": [{}]}, ["no_text"]),
        ({"white": [{"text": "  "}]}, ["no_text"]),
        ({"white": [{"text": "."}]}, ["no_text"]),
        *[({"white": [{"text": text}]}, ["no_text"]) for text in UNSEEN],
        *[({"black": [{"text": text * 5}]}, ["no_text"]) for text in UNSEEN],
        *[({"name": text * 3}, ["bad_name"]) for text in UNSEEN],
        ({"white": [{"text": 3}]}, ["bad_type"]),
        ({"white": [{"text": "x" * 101}]}, ["bad_length"]),
        ({"white": [{"text": "x" * 100 + "."}]}, []),
        ({"black": [{"text": "Why?"}]}, ["bad_length"]),
        ({"white": [{"text": "a\u202eb"}]}, ["bad_characters"]),
        ({"white": [{"text": "a\u0007b"}]}, ["bad_characters"]),
        ({"white": [{"text": "a\ue000b"}]}, ["bad_characters"]),
        ({"white": [{"text": "a\ud800b"}]}, ["bad_characters"]),
        ({"black": [{"text": "So __ it is"}]}, ["bad_blank"]),
        ({"black": [{"text": "So ___ it is"}]}, []),
        ({"white": [{"text": "so ____"}]}, ["blank_in_white"]),
        ({"black": [{"text": "What now?", "pick": 3}]}, []),
        ({"black": [{"text": "What now?", "pick": 4}]}, ["bad_pick"]),
        ({"black": [{"text": "What now?", "pick": True}]}, ["bad_pick"]),
        ({"black": [{"text": "____ ____ ____ ____"}]}, ["bad_pick"]),
        ({"black": [{"text": "So ____ it is", "pick": 2}]}, ["pick_mismatch"]),
        ({"black": [{"text": "So ____ it is", "draw": 3}]}, []),
        ({"black": [{"text": "So ____ it is", "draw": 4}]}, ["bad_draw"]),
        ({"white": [{"text": "a Goose"}, {"text": "A  goose!"}]}, ["duplicate_card"]),
        ({"white": [{"text": "🦆"}, {"text": "🦢"}]}, []),
        ({"white": [{"text": "🦆"}, {"text": "🦆"}]}, ["duplicate_card"]),
        ({"white": [{"text": "a", "id": "x"}, {"text": "b", "id": "x"}]}, ["duplicate_id"]),
        ({"white": [{"text": "a", "id": "\ud800"}]}, ["bad_characters"]),
        ({"white": [{"text": "a", "id": 3}]}, ["bad_type"]),
        ({"white": [{"text": "bad wolf"}]}, ["blocked_word"]),
        ({"white": [{"text": "wolf\u0007"}]}, ["bad_characters", "blocked_word"]),
        ({"white": [{"text": "a WOLF!"}]}, ["blocked_word"]),
        ({"white": [{"text": "wolfram"}]}, []),
        ({"colour": "red"}, []),
        ({"name": "x", "language": "1", "min_age": 99, "black": [{"text": "a_b"}]},
         ["bad_name", "bad_language", "bad_age", "bad_length", "bad_blank"]),
    ],
)  # fmt: skip
def test_20_every_fault_has_its_code(change: dict[str, Any], expected: list[str]) -> None:
    assert codes(change, blocked=("wolf", "")) == expected


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b" " * (512 * 1024 + 1), "too_big"),
        (b"\xff\xfe", "not_utf8"),
        (b"{", "bad_json"),
        (b"[" * 100_000, "bad_json"),
        (b'{"format": NaN}', "bad_json"),
        (b'{"version": ' + b"1" * 5000 + b"}", "bad_json"),
        (b"[]", "bad_format"),
        (b"3", "bad_format"),
    ],
)
def test_20_unreadable_data_ends_the_check(data: bytes, code: str) -> None:
    assert [fault.code for fault in parse_json(data).faults] == [code]


@pytest.mark.parametrize(
    ("lines", "blamed"),
    [
        (['{"white": [', '  {"text": "a"}', "", '  {"text": "b"}', "]}"], 2),
        (['{"white": [', '  {"text": "a"},', '  {"text": "b"},', "]}"], 3),
        (['{"name": "A pack"', '"white": []}'], 1),
        (['{"name": "A pack",', "}"], 1),
        (['{"name": "A pack",', '"white": [}'], 2),
    ],
)
def test_20_a_missing_or_extra_comma_is_reported_at_its_line(lines: list[str], blamed: int) -> None:
    (fault,) = parse_json("\n".join(lines).encode()).faults
    assert (fault.code, fault.place) == ("bad_json", f"line {blamed}")


def test_20_at_most_a_hundred_faults_are_reported() -> None:
    cards = [{"text": f"card {number}"} for number in range(2001)]
    assert codes({"white": cards}) == ["too_many_cards"]
    assert codes({"black": [{"text": f"What of {n}?"} for n in range(501)]}) == ["too_many_cards"]
    assert len(codes({"white": [{} for _ in range(300)]})) == 100


def test_20_each_change_gives_a_notice() -> None:
    raw = {"white": [{"text": "cafe\u0301"}, {"text": " a  b\n"}, {"text": "a stop."}]}
    raw["black"] = [{"text": "So _______ it is."}]
    parsed = parse_json(json.dumps({**BASE, **raw}).encode())
    assert [(n.place, n.code) for n in parsed.notices] == [
        ("black[0]", "underscores"),
        ("white[0]", "unicode"),
        ("white[1]", "spaces"),
        ("white[2]", "full_stop"),
    ]


CSV = "type,text,pick,draw\r\nblack,First ____,,\r\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CSV, []),
        ("\ufeff" + CSV, []),
        (CSV + 'white,"a ""big"" goose, really",,\r\n', []),
        (CSV + 'white,"two\nlines",,\n\nwhite,last,,', []),
        (CSV + "black,Why oh why?,3,0\n", []),
        ("text,type\n", [("line 1", "bad_csv")]),
        ("", [("line 1", "bad_csv")]),
        (CSV + "white,a goose\n", [("line 3", "bad_csv")]),
        (CSV + 'white,"a goose\n', [("line 3", "bad_csv")]),
        (CSV + "pink,a goose,,\n", [("line 3", "bad_type")]),
        (CSV + "white,a goose,1,\n", [("line 3", "bad_pick")]),
        (CSV + "white,a goose,,0\n", [("line 3", "bad_draw")]),
        (CSV + "black,Why oh why?,one,x\n", [("line 3", "bad_pick"), ("line 3", "bad_draw")]),
        (CSV + 'white,"a\n\nb",,\nwhite,,,\n', [("line 6", "no_text")]),
    ],
)
def test_20_csv(text: str, expected: list[tuple[str, str]]) -> None:
    parsed = parse_csv(text.encode(), "My pack", "en", 13)
    assert [(fault.place, fault.code) for fault in parsed.faults] == expected


@given(st.binary(max_size=200))
def test_20_no_bytes_crash_the_parser(data: bytes) -> None:
    assert parse_json(data).faults
    assert parse_csv(data, "My pack").faults


@given(st.text(max_size=60), st.booleans())
def test_20_cleaning_is_idempotent(text: str, white: bool) -> None:
    once, _ = clean(text, white=white)
    assert clean(once, white=white) == (once, ())


@given(st.text(alphabet="a. _\t\u0301\u2003.", max_size=12))
def test_20_cleaning_is_idempotent_for_tricky_texts(text: str) -> None:
    once, _ = clean(text, white=True)
    assert clean(once, white=True) == (once, ())
    assert key(text.upper()) == key(text.upper().casefold())


card_text = st.text(st.characters(codec="utf-8", categories=["Ll", "Nd"]), min_size=6, max_size=20)


@given(st.lists(card_text, min_size=1, max_size=8))
def test_20_an_accepted_pack_survives_download_and_upload(texts: list[str]) -> None:
    raw = {**BASE, "white": [{"text": text} for text in texts], "black": []}
    pack = parse_json(json.dumps(raw).encode()).pack
    if pack is not None:
        assert parse_json(json.dumps(document(pack)).encode()).pack == pack


def test_5_each_card_exists_once_when_packs_are_merged() -> None:
    parsed = parse_json(json.dumps(BASE).encode()).pack
    assert parsed is not None
    other = Pack(
        name="Other",
        slug="other",
        black=(PackBlack(id="x", text="FIRST ____ then ____", pick=2, draw=1),),
        white=(PackWhite(id="y", text="A goose in charge!"), PackWhite(id="z", text="tea")),
    )
    content = merge([parsed, other])
    assert [card.text for card in content.black] == ["First ____, then ____."]
    assert [(card.text, card.pack, card.card) for card in content.white] == [
        ("a goose in charge", "", "w001"),
        ("tea", "other", "z"),
    ]
    blacks, whites = ({card.id for card in pile} for pile in (content.black, content.white))
    assert len(blacks | whites) == 3


def written(black: str, white: str = "", **fields: Any) -> Draft:
    return Draft(**{"name": "Harbour", "black": black, "white": white, **fields})


def test_20_a_line_is_a_card_and_its_blanks_give_its_pick() -> None:
    parsed = parse_lines(written("First ____, then ____.\r\n\r\nWhat helps?", "a goose."))
    assert parsed.faults == ()
    assert parsed.pack is not None
    assert [(card.text, card.pick, card.draw) for card in parsed.pack.black] == [
        ("First ____, then ____.", 2, 1),
        ("What helps?", 1, 0),
    ]
    assert [card.text for card in parsed.pack.white] == ["a goose"]


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
def test_20_a_black_line_can_set_pick_and_draw(line: str, card: tuple[str, int, int]) -> None:
    pack = parse_lines(written(line)).pack
    assert pack is not None
    assert [(one.text, one.pick, one.draw) for one in pack.black] == [card]


def test_20_faults_of_lines_name_the_line_and_the_colour() -> None:
    draft = written("\nA fine ____.\nbad __ one\nWho knows? | pick 9", "a rope\n\nA rope.\na ____")
    found = [(fault.place, fault.code) for fault in parse_lines(draft).faults]
    assert found == [
        ("black line 3", "bad_blank"),
        ("black line 4", "bad_pick"),
        ("white line 3", "duplicate_card"),
        ("white line 4", "blank_in_white"),
    ]
    assert [line.text for line in lines_of(draft) if line.place == "white line 3"] == ["A rope."]


def test_20_a_draft_has_the_size_limit_of_a_file() -> None:
    assert [fault.code for fault in parse_lines(written("é" * 262_145)).faults] == ["too_big"]


@given(
    st.lists(
        st.tuples(
            st.text("abc_| .,?pickdraw 0123", min_size=5, max_size=40),
            st.integers(1, 3),
            st.integers(0, 3),
        ),
        max_size=4,
    ),
    st.lists(st.text("xyz| .pick12", min_size=1, max_size=30), max_size=4),
)
def test_20_a_pack_written_as_lines_is_parsed_unchanged(
    black: list[tuple[str, int, int]], white: list[str]
) -> None:
    cards = {
        "black": [{"text": text, "pick": pick, "draw": draw} for text, pick, draw in black],
        "white": [{"text": text} for text in white],
    }
    pack = parse_json(json.dumps({**BASE, **cards}).encode()).pack
    if pack is None:
        return
    ids = {("black", key(card.text)): card.id for card in pack.black}
    ids |= {("white", key(card.text)): card.id for card in pack.white}
    lines = ["\n".join(map(line_of, cards)) for cards in (pack.black, pack.white)]
    again = parse_lines(written(*lines, name=pack.name), ids=ids)
    assert again.pack == pack
    assert again.notices == ()
