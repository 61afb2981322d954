"""Damaged deck files never break the reader, and never give a pack with a fault (Blanks 20)."""

from __future__ import annotations

import json
import random

import pytest

from games.blanks.packs.reading.check import DRAW, LENGTH, MOST, PICK
from games.blanks.packs.reading.cleaning import has_bad_characters, has_blank, identity, is_unseen
from games.blanks.packs.reading.export import as_json
from games.blanks.packs.reading.preview import Columns, Fault, Preview
from games.blanks.packs.reading.reader import read
from games.blanks.packs.reading.texts import fault_text, notice_text
from games.blanks.rules.sentence import blanks
from tests.games.blanks.packs.conftest import pack_file
from tests.games.blanks.packs.test_reading import SHAPES, table

SOURCES = [
    *(json.dumps(shape).encode() for shape in SHAPES),
    *(table(delimiter).encode(code) for delimiter, code in ((",", "utf-8"), (";", "cp1252"))),
    table("\t").encode("utf-16"),
    b"sep=;\n" + table(";").encode(),
    b"text\nFirst, a hat\nWhat is it?\n",
    b"// mine\n{name: 'Small', black: ['I like _.',], white: [\"a hat\", 'a cat',],}",
    b"I like _.\nWhat is it?\na hat\n",
    pack_file(
        black=[{"id": "b", "text": "&lt;i>So ____</i> [blank] it is.", "pick": 2, "draw": 0}]
    ),
]
PIECES = [
    b"", b"{", b"}", b"[", b"]", b'"', b"'", b",", b";", b"\t", b"\n", b"\r", b"\0", b"\\", b"null",
    b"true", b"-1", b"1e999", b"{}", b"[]", b"[[", b"____", b"[blank]", b"&#0;", b"&lt;", b"<a",
    b"</p>", b"/*", b"*/", b"//", b"\\ud800", b"\xff", b"\xc3", b"\xe2\x80\xae", b"\xef\xbb\xbf",
    b"\xe2\x80\x8d", b"text", b"type", b"black", b"white", b"packs", b"order", b"sep=,\n", b"NaN",
]  # fmt: skip
NAMES = ["", "deck.json", "deck.csv", "deck.txt"]


def mutated(chance: random.Random) -> bytes:
    """Return a file with some bytes changed, cut out, moved or put in."""
    data = bytearray(chance.choice(SOURCES))
    for _number in range(chance.randint(1, 6)):
        start = chance.randint(0, len(data))
        end = min(len(data), start + chance.choice((0, 1, 1, 2, 9, 60)))
        way = chance.randrange(4)
        if way == 0:
            data[start:end] = chance.choice(PIECES) * chance.choice((1, 1, 1, 2, 40))
        elif way == 1:
            data[start:end] = chance.randbytes(chance.randint(0, 3))
        elif way == 2:
            data[start:start] = data[chance.randint(0, len(data)) :][: chance.randint(0, 40)]
        else:
            data[start:end] = b""
    return bytes(data)


def check(found: Preview) -> None:
    """Check that everything in a preview could be taken."""
    assert (len(found.black), len(found.white)) <= (MOST["black"], MOST["white"])
    for card in found.black:
        number = blanks(card.text)
        assert PICK[0] <= card.pick <= PICK[1] and number in (0, card.pick)
        assert DRAW[0] <= card.draw <= DRAW[1]
    assert not any(has_blank(card.text) for card in found.white)
    for colour, cards in (("black", found.black), ("white", found.white)):
        least, most = LENGTH[colour]
        assert all(least <= len(card.text) <= most for card in cards)
        assert not any(has_bad_characters(card.text) or is_unseen(card.text) for card in cards)
        assert len({identity(colour, card.text) for card in cards}) == len(cards)
        assert len({card.id for card in cards}) == len(cards)
    # All that is shown or stored is text that can be encoded.
    told = [one for notice in found.notices for one in (notice.before, notice.after)]
    texts = [*told, *(fault.found for fault in found.faults), *(one.name for one in found.choices)]
    "".join([*texts, found.name, found.description, found.author, found.licence]).encode()
    assert all(fault_text(fault) for fault in found.faults)
    assert all(notice_text(code) for code in found.notice_counts)


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_a_damaged_file_is_read_or_refused(count: int) -> None:
    chance = random.Random(54)
    read_well = 0
    for _number in range(count):
        data = mutated(chance)
        columns = chance.choice([None, None, None, Columns(text=1, type=0), Columns(text=0)])
        packs = chance.sample(range(3), chance.randint(0, 2))
        found = read(data, chance.choice(NAMES), packs=packs, columns=columns)
        if isinstance(found, Fault):
            assert fault_text(found).strip()
            continue
        check(found)
        if found.black or found.white:
            read_well += 1
            name = found.name or "Harbour"
            again = read(as_json(found.pack(name=name)).encode(), keep_capitals=True)
            assert isinstance(again, Preview)
            assert again.faults == ()
    assert read_well > count / 10
