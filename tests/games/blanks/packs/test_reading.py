"""Deck files as people have them, each read as its preview says (Blanks 20.1, 20.3)."""

from __future__ import annotations

import json
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.blanks.packs.reading.preview import Columns, Fault, PackChoice, Preview
from games.blanks.packs.reading.reader import MOST_BYTES, read
from games.blanks.packs.reading.texts import fault_text, notice_text
from tests.games.blanks.packs.conftest import pack_file

Prompt = tuple[str, int]
PROMPTS: list[Prompt] = [("I like ____.", 1), ("First ____, then ____.", 2), ("What now?", 1)]
ANSWERS = ["a hat", "tea, no milk", "Käfer"]
ROWS = [
    ("type", "text", "pick", "draw"),
    ("black", "I like ____.", "", ""),
    ("black", "First ____, then ____.", "", ""),
    ("black", "What now?", "", ""),
    ("white", "a hat", "", ""),
    ("white", "tea, no milk", "", ""),
    ("white", "Käfer", "", ""),
]


def table(delimiter: str = ",", end: str = "\n", rows: list[tuple[str, ...]] | None = None) -> str:
    def cell(text: str) -> str:
        return f'"{text}"' if delimiter in text else text

    return end.join(delimiter.join(map(cell, row)) for row in rows or ROWS) + end


def shown(data: bytes | str, filename: str = "", **choices: Any) -> Preview:
    found = read(data.encode() if isinstance(data, str) else data, filename, **choices)
    assert isinstance(found, Preview), found
    return found


def prompts(found: Preview) -> list[Prompt]:
    return [(card.text, card.pick) for card in found.black]


def answers(found: Preview) -> list[str]:
    return [card.text for card in found.white]


def faults(found: Preview) -> list[tuple[str, str]]:
    return [(fault.place, fault.code) for fault in found.faults]


def stopped(data: bytes | str, filename: str = "") -> Fault:
    found = read(data.encode() if isinstance(data, str) else data, filename)
    assert isinstance(found, Fault), found
    return found


# --- Encodings


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (table().encode(), "utf-8"),
        (table().encode("utf-8-sig"), "utf-8"),
        (table("\t", "\r\n").encode("utf-16"), "utf-16"),
        (b"\xfe\xff" + table(";").encode("utf-16-be"), "utf-16"),
        (table(";", "\r\n").encode("cp1252"), "windows-1252"),
    ],
)
def test_the_encoding_is_found(data: bytes, encoding: str) -> None:
    found = shown(data, "deck.csv")
    assert (found.encoding, prompts(found), answers(found)) == (encoding, PROMPTS, ANSWERS)
    assert found.sample == ("Käfer" if encoding == "windows-1252" else "")


@pytest.mark.parametrize(
    "data",
    [
        table().encode("utf-16-le"),  # no mark
        b"\xff\xfea",
        b"\xff\xfe\x00\xd8\x61\x00",
        b"white,a\x00hat",
        b"white,a h\x81t",
    ],
)
def test_other_bytes_are_no_text(data: bytes) -> None:
    assert stopped(data, "deck.csv").code == "bad_encoding"


# --- Kinds


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04\x14\x00",
        b"%PDF-1.7",
        b"<!DOCTYPE html><p>I like ____.",
        "\n<HTML lang=en>".encode("utf-16"),
        b"-- a dump\n/*!40101 SET NAMES utf8 */;\nCREATE TABLE cards (text varchar(9));",
        b"INSERT INTO cards VALUES ('a hat');",
        b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;",
    ],
)
def test_files_of_other_programs_are_named_with_what_to_do(data: bytes) -> None:
    fault = stopped(data, "deck.csv")
    assert fault.code == "unknown_format"
    assert "CSV" in fault_text(fault)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("// mine\n/* and\nyours */ {white: ['a hat']}", "json"),
        ("[ // cards\n {type: 'a', text: 'a hat'}]", "json"),
        ("[blank] is my hero.", "plain"),
        ("[7] cards", "plain"),
        ("// a comment", "plain"),
        ("<i>a hat</i>", "plain"),
        ("Select a card\nUse it", "plain"),
        ("Text\nFirst, a hat", "table"),
        ("white,a hat", "table"),
        ("white,a hat\nblack;What?\nno type", "table"),
        ("white,a hat\nno type", "plain"),
        ("white is,a hat", "plain"),
    ],
)
def test_the_kind_is_found_from_the_text(data: str, kind: str) -> None:
    assert shown(data).kind == kind


@pytest.mark.parametrize("data", ["", " \n", "\ufeff", ",,\n,,", "[]", '{"black": []}'])
def test_a_file_without_cards_is_refused(data: str) -> None:
    assert stopped(data, "deck.csv").code == "empty_pack"


def test_a_file_over_the_limit_is_not_read() -> None:
    assert stopped(b"[" + b" " * MOST_BYTES).code == "too_big"
    assert shown(b"a hat" + b" " * (MOST_BYTES - 5)).white


# --- Tables


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_delimiter_and_line_end_is_read(delimiter: str, end: str) -> None:
    found = shown(table(delimiter, end))
    assert (found.delimiter, prompts(found), answers(found)) == (delimiter, PROMPTS, ANSWERS)
    assert found.white[-1].place == "line 7"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sep=;\r\n" + table(";", "\r\n"), PROMPTS),
        (" Text ,KIND\nI like ____.,Black\nFirst __.,Prompt\n", ["I like ____.", "First ____."]),
        ("card,kind\nWhat now?, Q \n", ["What now?"]),
        ("card;type;notes\nI like ____.;CALL;old\n", ["I like ____."]),
        ("type,text\nblack;I like, ____.\n", ["I like, ____."]),
        ("\n,,\nblack,I like ____.,,\n , ,\n", ["I like ____."]),
        ('black, "First, ____." ,2\n', ["First, ____."]),
        ('black,"Say ""____""."\n', ['Say "____".']),
        ('black,"two\nlines, ____"\nblack,Why so?\n', ["two lines, ____", "Why so?"]),
        ('black,"never closed ____\nblack,Why so?\n', ['"never closed ____', "Why so?"]),
        ('type,text\n"black,""First, ____."",,"\nblack,Why so?,,\n', ["First, ____.", "Why so?"]),
        ("question,text\nblack,What is a text?\n", ["What is a text?"]),
    ],
)  # fmt: skip
def test_tables_are_read_in_all_their_dialects(text: str, expected: list[Any]) -> None:
    found = shown(text)
    assert [card.text for card in found.black] == [
        one[0] if isinstance(one, tuple) else one for one in expected
    ]


def test_a_told_delimiter_is_obeyed_even_if_it_is_wrong() -> None:
    fault = stopped("sep=;\n" + table(), "deck.csv")
    assert fault.code == "bad_table"


def test_numbers_of_cards_come_from_the_table() -> None:
    text = "type,text,pick,draw\nblack,Write a haiku.,3,0\nblack,Why so?,2,\nwhite,a hat,9,x\n"
    assert [(card.pick, card.draw) for card in shown(text).black] == [(3, 0), (2, 1)]


@pytest.mark.parametrize(
    ("header", "line", "text"),
    [
        ("text", "First, a hat", "First, a hat"),
        ("Text", '"First, a ""hat"""', 'First, a "hat"'),
        ("text,pick", "a hat,1", "a hat"),
        ("text", "'-1", "-1"),
        ("text", "'-it's", "'-it's"),
        ("text", "'a hat", "'a hat"),
    ],
)
def test_a_table_without_types_guesses_the_colours(header: str, line: str, text: str) -> None:
    found = shown(f"{header}\n{line}\nWhat is it？\n")
    assert (answers(found), [card.text for card in found.black]) == ([text], ["What is it？"])
    assert found.is_turnable


def test_a_table_that_is_not_understood_can_be_explained() -> None:
    fault = stopped("Couleur;Texte\nnoir;I like ____.\n\nblanc;a hat, a cat\n", "deck.CSV")
    assert fault.code == "bad_table"
    assert fault.rows == (
        ("Couleur", "Texte"),
        ("noir", "I like ____."),
        ("blanc", "a hat, a cat"),
    )
    text = "x;y\nI like ____.;7\na hat;8\n"
    assert stopped(text, "deck.tsv").code == "bad_table"
    found = shown(text, "deck.tsv", columns=Columns(text=0, has_header=True))
    assert (prompts(found), answers(found)) == ([("I like ____.", 1)], ["a hat"])
    typed = shown("b;a hat\na;a hat\n", "deck.csv", columns=Columns(text=1, type=0))
    assert (answers(typed), faults(typed)) == (["a hat"], [("line 1", "bad_type")])


# --- JSON


SHAPES: list[Any] = [
    {"blackCards": [p for p, _pick in PROMPTS], "whiteCards": ANSWERS},
    {"black_cards": [{"text": p} for p, _pick in PROMPTS], "white_cards": ANSWERS},
    {"prompts": [p for p, _pick in PROMPTS], "answers": [{"text": a} for a in ANSWERS]},
    {
        "calls": [
            [["I like ", {}, "."]],
            [["First ", {"slot": 1}, ","], ["then ", {}, "."]],
            [["What now?"]],
        ],
        "responses": [["a ", "hat"], {"text": ["tea, ", "no milk"]}, "Käfer"],
    },
    {
        "blacks": [{"text": ["I like ", "."]}, ["First ", ", then ", "."], ["What now?", ""]],
        "whites": ANSWERS,
    },
    [
        *({"text": p, "type": "Question"} for p, _pick in PROMPTS),
        *({"text": a, "cardType": "A"} for a in ANSWERS),
    ],
    {"cards": [
        *({"text": p, "cardType": "Q", "numAnswers": pick} for p, pick in PROMPTS),
        *({"text": a, "cardType": "A"} for a in ANSWERS),
    ]},
    {
        "white": ["x", *ANSWERS],
        "black": ["y ____", *({"text": p, "pick": pick} for p, pick in PROMPTS)],
        "packs": [{"name": "One", "white": [1, 2, 3], "black": [1, 2, 3]}],
    },
    {
        "blackCards": [{"text": p, "pick": pick} for p, pick in PROMPTS],
        "whiteCards": ANSWERS,
        "Base": {"name": "One", "black": [0, 1, 2], "white": [0, 1, 2]},
        "order": ["Base", "gone"],
    },
    [{"name": "One", "white": ANSWERS, "black": [{"text": p} for p, _pick in PROMPTS]}],
    {"deck": {"blacks": [p for p, _pick in PROMPTS], "whites": ANSWERS}},
    {"status": "ok", "pack": {"blacks": [p for p, _pick in PROMPTS], "whites": ANSWERS}},
]  # fmt: skip


@pytest.mark.parametrize("raw", SHAPES)
def test_json_is_recognised_by_its_shape(raw: Any) -> None:
    found = shown(json.dumps(raw))
    assert (found.kind, prompts(found), answers(found)) == ("json", PROMPTS, ANSWERS)
    assert faults(found) == []


@pytest.mark.parametrize(
    ("parts", "text", "pick"),
    [
        (["First came ", {}, "."], "First came ____.", 1),
        (["What is ", {"text": "really"}, " ", {}, "?"], "What is really ____?", 1),
        ([{}, {}, " and all?"], "________ and all?", 2),
        (["First came ", "."], "First came ____.", 1),
        (["Write a haiku.", "", "", ""], "Write a haiku.", 3),
        (["Write a “haiku.”", "", ""], "Write a “haiku.”", 2),
        (["First ", " then ", ""], "First ____ then ____", 2),
        (["", " is it."], "____ is it.", 1),
        ([["Write"], ["a haiku."]], "Write a haiku.", 1),
    ],
)
def test_prompts_in_parts_are_joined(parts: list[Any], text: str, pick: int) -> None:
    found = shown(json.dumps({"calls": [parts], "responses": []}))
    assert prompts(found) == [(text, pick)]


def test_a_given_pick_is_more_than_that_of_empty_parts() -> None:
    found = shown(json.dumps({"black": [{"text": ["Write a haiku.", "", ""], "pick": 1}]}))
    assert prompts(found) == [("Write a haiku.", 1)]


@pytest.mark.parametrize("item", [7, True, [7], [[[[[[["a"]]]]]]], {"text": 7}, [{"text": []}]])
def test_what_is_no_text_is_left_out(item: Any) -> None:
    found = shown(json.dumps({"white": ["a hat", item]}))
    assert faults(found) == [("white[1]", "bad_type")]


def test_json5_is_read() -> None:
    found = shown("// mine\n{name: 'Small', white: ['a hat', \"a cat\",], /* x */ black: [],}")
    assert (found.name, answers(found)) == ("Small", ["a hat", "a cat"])


@pytest.mark.parametrize(
    ("text", "line", "column", "there"),
    [
        ('{"white": ["a hat"\n "a cat"]}', 2, 2, '"a cat"]}'),
        ('{"white": ["a hat",\r\n  }', 2, 3, "}"),
        ('{"white": ["é🦆"] x', 1, 18, "x"),
        ('{"white": [] }\n]', 2, 1, "]"),
        ('{"white": [', 1, 12, ""),
        ("{white: 'a", 1, 9, "'a"),
    ],
)
def test_a_fault_of_json_says_where_the_file_breaks(
    text: str, line: int, column: int, there: str
) -> None:
    fault = stopped(text)
    assert (fault.code, fault.place) == ("bad_json", f"line {line}")
    assert (fault.line, fault.column, fault.found) == (line, column, there)
    assert str(line) in fault_text(fault)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' * 5000, '{"v": ' + "1" * 5000 + "}"])
def test_json_that_no_parser_takes_is_refused(text: str) -> None:
    assert stopped(text).code == "bad_json"


@pytest.mark.parametrize(
    "raw", [{}, {"cards": 3, "title": "x"}, ["a hat"], [3, []], {"deck": {"deck": {"white": []}}}]
)
def test_json_of_another_shape_says_what_was_found(raw: Any) -> None:
    fault = stopped(json.dumps(raw) if raw != [3, []] else "[[3], []]")
    assert fault.code == "unknown_format"
    assert all(key in fault.found for key in (raw if isinstance(raw, dict) else ()))
    assert "black" in fault_text(fault)


def test_a_file_of_several_packs_asks_which() -> None:
    raw = [
        {"name": "One", "black": ["I like ____."], "white": ["a hat"]},
        {"title": "Two", "language": "de", "white": ["a cat", "a hat"]},
        {"packName": "Three", "white": ["a dog", 7]},
    ]
    found = shown(json.dumps(raw))
    assert (found.packs, found.black, found.white) == (3, (), ())
    assert found.choices == (
        PackChoice(name="One", black=1, white=1),
        PackChoice(name="Two", black=0, white=2),
        PackChoice(name="Three", black=0, white=2),
    )
    joined = shown(json.dumps(raw), packs=[1, 2, 9])
    assert (joined.name, joined.language, joined.packs) == ("Two", "de", 3)
    assert answers(joined) == ["a cat", "a hat", "a dog"]
    assert faults(joined) == [("[2].white[1]", "bad_type")]


def test_packs_that_name_cards_by_index_are_joined() -> None:
    packs = [{"name": "One", "white": [0, 1]}, {"name": "Two", "white": [2, 3]}]
    raw = {"white": ["a hat", "a cat", "a dog", "tea"], "packs": packs}
    assert answers(shown(json.dumps(raw), packs=[1, 0])) == ["a dog", "tea", "a hat", "a cat"]
    assert answers(shown(json.dumps(raw), packs=[0])) == ["a hat", "a cat"]


def test_indexes_that_lead_nowhere_are_left_out() -> None:
    raw = {"white": ["a hat", "a cat"], "packs": [{"name": "One", "white": [0, 2, -1, 0, 1]}]}
    found = shown(json.dumps(raw))
    assert answers(found) == ["a hat", "a cat"]
    assert faults(found) == [
        ("packs[0].white[1]", "bad_type"),
        ("packs[0].white[2]", "bad_type"),
        ("white[0]", "duplicate_card"),
    ]


# --- This site's own format


def test_the_own_format_has_defaults() -> None:
    found = shown(pack_file(black=[{"text": "First ____, then ____."}], white=[{"text": "tea"}]))
    pack = found.pack()
    assert (pack.name, pack.language, pack.min_age) == ("Harbour", "en", 13)
    assert [(c.id, c.text, c.pick, c.draw) for c in pack.black] == [
        ("b001", "First ____, then ____.", 2, 1)
    ]
    assert [(c.id, c.text) for c in pack.white] == [("w001", "tea")]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2}, {"version": True}, {"version": None}, {"black": {}}, {"blank": ""},
        {"blank": "x"}, {"blank": "_1_"}, {"blank": 3}, {"blank": "*" * 21},
    ],
)  # fmt: skip
def test_another_version_or_blank_is_unknown(change: dict[str, Any]) -> None:
    assert stopped(pack_file(**change)).code == "unknown_format"


@pytest.mark.parametrize(
    ("blank", "text", "expected"),
    [
        ("@", "I like @@.", "I like ________."),
        ("***", "I like *** and _.", "I like ____ and ____."),
        ("<>", "I like <>.", "I like ____."),
        ("____", "I like ________.", "I like ________."),
        ("____", "I like ______.", "I like ____."),
        (None, "I like ________.", "I like ____."),
    ],
)
def test_a_files_own_blank_counts_each_time(blank: str | None, text: str, expected: str) -> None:
    found = shown(pack_file(blank=blank, black=[{"text": text}]))
    assert [card.text for card in found.black] == [expected]


def test_ids_count_in_the_own_format_only() -> None:
    white = [{"id": "x", "text": "a hat"}, {"id": "x", "text": "a cat"}, {"id": 3, "text": "tea"}]
    assert faults(shown(pack_file(white=white))) == [
        ("white[1]", "duplicate_id"),
        ("white[2]", "bad_type"),
    ]
    other = shown(json.dumps({"white": white}))
    assert [card.id for card in other.white] == ["w001", "w002", "w003"]


# --- The heading


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"name": "ab"}, ("name", "bad_name")),
        ({"name": 3}, ("name", "bad_name")),
        ({"name": None}, ("name", "bad_name")),
        ({"name": "\u200b\u3164  "}, ("name", "bad_name")),
        ({"name": "a\u202ebc"}, ("name", "bad_characters")),
        ({"name": "a murky pack"}, ("name", "blocked_word")),
        ({"language": "english!"}, ("language", "bad_language")),
        ({"language": 3}, ("language", "bad_language")),
        ({"min_age": 19}, ("min_age", "bad_age")),
        ({"min_age": True}, ("min_age", "bad_age")),
        ({"min_age": 12.5}, ("min_age", "bad_age")),
        ({"description": "x" * 501}, ("description", "bad_length")),
        ({"author": "x" * 101}, ("author", "bad_length")),
        ({"licence": 3}, ("licence", "bad_type")),
    ],
)
def test_a_wrong_field_is_told_and_left_out(
    change: dict[str, Any], expected: tuple[str, str]
) -> None:
    found = shown(pack_file(**change), blocked=["murky"])
    assert faults(found) == [expected]
    field = getattr(found, expected[0])
    assert field in ("", None)


def test_the_heading_is_read() -> None:
    given = {"language": "pt-BR", "min_age": 0, "description": "Of the sea.", "author": "Ada"}
    found = shown(json.dumps({"title": "Harbour", "white": ["tea"], **given}))
    assert (found.name, found.language, found.min_age) == ("Harbour", "pt-BR", 0)
    assert (found.description, found.author, found.licence) == ("Of the sea.", "Ada", "")
    assert shown("white,tea").faults == ()  # the form asks for the name


def test_a_long_name_is_cut() -> None:
    found = shown(json.dumps({"name": "x" * 70, "white": ["tea"]}))
    assert found.name == "x" * 60
    assert [(one.place, one.code) for one in found.notices] == [("name", "name_cut")]


# --- Cards


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"white": [{"text": "x" * 161}]}, "bad_length"),
        ({"white": [{"text": "x" * 160 + "."}]}, ""),
        ({"black": [{"text": "Why?"}]}, "bad_length"),
        ({"black": [{"text": "x" * 251}]}, "bad_length"),
        ({"white": [{}]}, "no_text"),
        ({"white": [{"text": "  "}]}, "no_text"),
        ({"white": [{"text": "."}]}, "no_text"),
        ({"white": [{"text": "<img src='a.png'>"}]}, "no_text"),
        ({"white": [{"text": "[img]a.png[/img]"}]}, "no_text"),
        ({"white": [{"text": "a\u202eb"}]}, "bad_characters"),
        ({"white": [{"text": "a\ud800b"}]}, "bad_characters"),
        ({"white": [{"text": "so ____"}]}, "blank_in_white"),
        ({"white": [{"text": "so [blank]"}]}, "blank_in_white"),
        ({"black": [{"text": "____ ____ ____ ____"}]}, "bad_pick"),
        ({"black": [{"text": "So ____ it is", "draw": 3}]}, ""),
        ({"black": [{"text": "So ____ it is", "draw": 4}]}, "bad_draw"),
        ({"black": [{"text": "So ____ it is", "draw": "x"}]}, "bad_draw"),
        ({"white": [{"text": "a Goose"}, {"text": "A  goose!"}]}, "duplicate_card"),
        ({"white": [{"text": "a murky pond"}]}, "blocked_word"),
        ({"white": [{"text": "a", "id": "\ud800"}]}, "bad_characters"),
    ],
)
def test_a_card_that_cannot_be_taken_is_left_out(change: dict[str, Any], expected: str) -> None:
    found = shown(pack_file(**change), blocked=["murky"])
    assert list(found.fault_counts) == ([expected] if expected else [])
    assert all(fault_text(fault) for fault in found.faults)
    whole = 2 if "white" not in change else len(change["white"])
    assert len(found.white) == whole - (bool(expected) and "white" in change)


@pytest.mark.parametrize(
    ("card", "pick", "draw", "told"),
    [
        ({"text": "First ____, then ____.", "pick": 1, "draw": 0}, 2, 1, True),
        ({"text": "First ____, then ____.", "pick": "2", "draw": 0}, 2, 0, False),
        ({"text": "Write a haiku.", "pick": 3}, 3, 2, False),
        ({"text": "Write a haiku.", "pick": 3.0, "draw": 0}, 3, 0, False),
        ({"text": "Write a haiku.", "pick": 4, "draw": 9}, 1, 0, True),
        ({"text": "Write a haiku.", "pick": "x"}, 1, 0, True),
    ],
)
def test_blanks_correct_the_pick(card: Any, pick: int, draw: int, told: bool) -> None:
    found = shown(pack_file(black=[card]))
    assert [(one.pick, one.draw) for one in found.black] == [(pick, draw)]
    assert ("pick" in found.notice_counts) == told


def test_capitals_are_set_in_lower_case_in_english_only() -> None:
    cards = {"white": ["A hat", "The cat", "My dog", "Anna", "7 up"]}
    lower = ["a hat", "the cat", "my dog", "Anna", "7 up"]
    assert answers(shown(json.dumps(cards))) == lower
    assert answers(shown(json.dumps(cards), keep_capitals=True)) == cards["white"]
    assert answers(shown(json.dumps(cards), language="de")) == cards["white"]
    assert answers(shown(json.dumps({**cards, "language": "de"}))) == cards["white"]
    assert answers(shown(json.dumps({**cards, "language": "en-GB"}), language="de")) == lower


def test_capitals_are_counted_for_each_pack() -> None:
    raw = [
        {"name": "One", "white": ["A hat", "The cat"]},
        {"name": "Two", "white": ["A dog", "tea"]},
    ]
    assert answers(shown(json.dumps(raw), packs=[0, 1])) == ["a hat", "the cat", "A dog", "tea"]


def test_changes_are_told_with_their_cards() -> None:
    found = shown("type,text\nwhite,a  hat.\nwhite,salt &amp; pepper\nwhite,the\u200b end\n")
    told = {(one.place, one.code, one.before, one.after) for one in found.notices}
    assert told == {
        ("line 2", "spaces", "a  hat.", "a hat."),
        ("line 2", "full_stop", "a hat.", "a hat"),
        ("line 3", "html", "salt &amp; pepper", "salt & pepper"),
        ("line 4", "unseen", "the\u200b end", "the end"),
    }
    assert found.notice_counts == {"spaces": 1, "full_stop": 1, "html": 1, "unseen": 1}
    assert all(notice_text(one.code) for one in found.notices)


def test_the_first_thousand_notices_and_faults_are_listed() -> None:
    white = [*(f"card {n}." for n in range(1200)), *[7] * 1100]
    found = shown(json.dumps({"white": white}))
    assert (len(found.notices), found.notice_counts["full_stop"]) == (1000, 1200)
    assert (len(found.faults), found.fault_counts["bad_type"]) == (1000, 1100)


def test_of_too_many_cards_the_first_that_fit_are_offered() -> None:
    raw = {"black": [f"What of {n}?" for n in range(501)], "white": [f"w{n}" for n in range(2100)]}
    found = shown(json.dumps(raw))
    assert (len(found.black), len(found.white)) == (500, 2000)
    assert faults(found) == [("", "too_many_cards")]
    assert shown("\n".join(f"card {n}" for n in range(60_000))).fault_counts == {
        "too_many_cards": 1
    }


# --- Plain text


def test_plain_text_is_a_card_a_line() -> None:
    text = "I like _.\r\n\r\nWhat is it?\nما هذا؟\nCall me: ...... \na hat (x_x)\nso this\n"
    found = shown(text, "deck.txt")
    assert [card.place for card in found.black] == ["line 1", "line 3", "line 4", "line 5"]
    assert answers(found) == ["a hat (x_x)", "so this"]
    assert found.is_turnable


def test_cards_can_be_turned_round() -> None:
    text = "I like it here\na hat so big\nWhat?\n"
    found = shown(text, turned=["line 1"])
    assert [card.text for card in found.black] == ["I like it here", "What?"]
    found = shown(text, turn_all=True, turned=["line 2"])
    assert [card.text for card in found.black] == ["I like it here"]
    assert answers(found) == ["a hat so big", "What?"]


# --- Time


def big_file() -> bytes:
    """Return a file of 205 packs and 28,000 cards, as people download it."""
    white = [f"A heron in charge of number {n} and, later, the kettle." for n in range(22_000)]
    black = [{"text": f"First came _, then {n} times _.", "pick": 2} for n in range(6000)]
    packs = [
        {"name": f"Pack {n}", "white": [*range(n, 22_000, 205)], "black": [*range(n, 6000, 205)]}
        for n in range(205)
    ]
    return json.dumps({"white": white, "black": black, "packs": packs}).encode()


@pytest.mark.deep
def test_a_file_of_205_packs_is_read_in_time() -> None:
    data = big_file()
    began = time.process_time()
    found = shown(data)
    listed = time.process_time()
    joined = shown(data, packs=range(205), blocked=["murky", "grim"])
    done = time.process_time()
    assert (found.packs, len(found.choices)) == (205, 205)
    assert (len(joined.black), len(joined.white)) == (500, 2000)
    # One and three seconds, and half as much again for a busy machine.
    assert listed - began < 1.5
    assert done - listed < 4.5


@pytest.mark.parametrize(
    "part", ["/**/", "--\n", "//\n", ",", '"', 'white,"a""\n', "q;", "\n", "[{", "[["]
)
@pytest.mark.parametrize("filename", ["", "deck.csv"])
def test_odd_files_take_time_in_proportion_to_their_length(part: str, filename: str) -> None:
    data = part.encode() * (400_000 // len(part)) + b"x"
    began = time.process_time()
    read(data, filename)
    assert time.process_time() - began < 5


# --- The command


@pytest.mark.django_db
def test_the_command_prints_the_preview(tmp_path: Path) -> None:
    file = tmp_path / "deck.csv"
    file.write_bytes(table(";").encode("cp1252"))
    found = printed(str(file), "--language", "de")
    assert (found["encoding"], found["packs"], found["faults"]) == ("windows-1252", 1, [])
    assert [(card["text"], card["pick"]) for card in found["black"]] == PROMPTS
    assert found["white"] == ANSWERS
    file.write_bytes(b"t\0e\0x\0t\0")
    assert printed(str(file))["fault"] == "bad_encoding"
    packs = [{"name": name, "white": [name]} for name in ("one", "two")]
    file.write_text(json.dumps(packs), encoding="utf-8")
    assert [one["name"] for one in printed(str(file))["choices"]] == ["one", "two"]
    assert printed(str(file), "--packs", "1")["white"] == ["two"]
    with pytest.raises(CommandError, match="cannot be read"):
        printed(str(tmp_path / "gone.csv"))


def printed(*arguments: str) -> Any:
    text = StringIO()
    call_command("pack", *arguments, stdout=text)
    return json.loads(text.getvalue())
