"""The formats of a pack: JSON, CSV and lines of text.

A line may end with numbers that do not follow from the blanks of its black card, for example
`What helps? | pick 2, draw 1`.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from games.blanks.rules.packs.check import Checker, RawCard
from games.blanks.rules.packs.model import (
    FORMAT,
    MARKER,
    VERSION,
    PackBlack,
    PackWhite,
    Parsed,
    key,
    refused,
)
from games.engine.base import Value

# --- JSON (rules 20)


MOST_BYTES = 512 * 1024


def parse_json(data: bytes, *, blocked: Collection[str] = ()) -> Parsed:
    """Read a pack from JSON, or return all its faults. `blocked`: forbidden words."""
    if len(data) > MOST_BYTES:
        return refused("", "too_big")
    try:
        text = data.decode("utf-8-sig")
        raw = json.loads(text, parse_constant=_no_number)
    except UnicodeDecodeError:
        return refused("", "not_utf8")
    except json.JSONDecodeError as error:
        return refused(f"line {_line_of(text, error)}", "bad_json")
    except (ValueError, RecursionError):
        return refused("", "bad_json")
    if not _is_pack(raw):
        return refused("", "bad_format")
    return _checked(raw, Checker(blocked))


def _line_of(text: str, error: json.JSONDecodeError) -> int:
    """Return the line where a person would look for the error."""
    # A missing or surplus comma is before the position of the error, maybe lines above.
    before = text[: error.pos].rstrip()
    is_comma = error.msg.startswith("Expecting ',' delimiter") or before.endswith(",")
    return before.count("\n") + 1 if is_comma else error.lineno


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _is_pack(raw: Any) -> bool:
    return (
        isinstance(raw, dict)
        and raw.get("format") == FORMAT
        and type(raw.get("version")) is int
        and raw["version"] == VERSION
        and raw.get("blank", MARKER) == MARKER
        and all(isinstance(raw.get(colour, []), list) for colour in ("black", "white"))
    )


def _checked(raw: dict[str, Any], checker: Checker) -> Parsed:
    name, language, age = checker.heading(raw.get("name"), raw.get("language"), raw.get("min_age"))
    heading = {
        "name": name,
        "language": language,
        "min_age": age,
        **{field: checker.optional(field, raw.get(field)) for field in _OPTIONAL},
    }
    cards = [
        _json_card(checker, colour, place, card)
        for colour in ("black", "white")
        for place, card in enumerate(raw.get(colour, []))
    ]
    return checker.finish(heading, [card for card in cards if card is not None])


_OPTIONAL = ("description", "author", "licence")


def _json_card(checker: Checker, colour: str, number: int, raw: Any) -> RawCard | None:
    place = f"{colour}[{number}]"
    if not isinstance(raw, dict):
        checker.fault(place, "bad_type")
        return None
    known = {field: raw.get(field) for field in ("text", "pick", "draw", "id")}
    return RawCard(place=place, colour=colour, **known)


# --- Lines of text


BLACK, WHITE = "black", "white"
_BREAK = re.compile("\r\n|\r|\n")
_NUMBER = re.compile("(pick|draw) +([0-9]{1,4})")


class Draft(Value):
    """A pack that is being written."""

    name: str = ""
    language: str = "en"
    age: int | str = 13
    description: str = ""
    author: str = ""
    licence: str = ""
    # One card per line. Empty lines are ignored.
    black: str = ""
    white: str = ""


class Line(Value):
    """A line with a card on it."""

    colour: str
    number: int  # from 1
    text: str

    @property
    def place(self) -> str:
        """The line's name in faults and notices."""
        return f"{self.colour} line {self.number}"


def lines_of(draft: Draft) -> Iterator[Line]:
    """Yield the lines that are not empty, black cards first."""
    for colour, text in ((BLACK, draft.black), (WHITE, draft.white)):
        for number, line in enumerate(_BREAK.split(text), 1):
            if line.strip():
                yield Line(colour=colour, number=number, text=line)


def parse_lines(
    draft: Draft,
    *,
    blocked: Collection[str] = (),
    ids: Mapping[tuple[str, str], str] | None = None,
) -> Parsed:
    """Read a pack from a draft, or return all its faults.

    `blocked`: forbidden words. `ids`: the ids of the pack's present cards by colour and
    `model.key`; a card that keeps its words keeps its id.
    """
    if too_big(draft):
        return refused("", "too_big")
    checker = Checker(blocked)
    name, language, age = checker.heading(draft.name, draft.language, draft.age)
    heading = {
        "name": name,
        "language": language,
        "min_age": age,
        "description": checker.optional("description", draft.description),
        "author": checker.optional("author", draft.author),
        "licence": checker.optional("licence", draft.licence),
    }
    left = dict(ids or {})
    cards = [raw_card(line) for line in lines_of(draft)]
    return checker.finish(heading, [_with_id(card, left) for card in cards])


def too_big(draft: Draft) -> bool:
    """Return True if the draft is larger than a file may be."""
    return len(draft.black.encode()) + len(draft.white.encode()) > MOST_BYTES


def raw_card(line: Line) -> RawCard:
    """Return the card on a line, still to be checked."""
    if line.colour == WHITE:
        return RawCard(place=line.place, colour=WHITE, text=line.text)
    text, numbers = _split(line.text)
    pick, draw = numbers.get("pick"), numbers.get("draw")
    return RawCard(place=line.place, colour=BLACK, text=text, pick=pick, draw=draw)


def _with_id(card: RawCard, left: dict[tuple[str, str], str]) -> RawCard:
    known = left.pop((card.colour, key(card.text)), None)
    return replace(card, id=known)


def _split(text: str) -> tuple[str, dict[str, int]]:
    """Split a black card's line into its text and the numbers after the last bar."""
    head, bar, tail = text.rpartition("|")
    found = [_NUMBER.fullmatch(part.strip().lower()) for part in tail.split(",")] if bar else []
    numbers = {one[1]: int(one[2]) for one in found if one}
    if not numbers or len(numbers) != len(found):
        return text, {}
    return head.rstrip(), numbers


def line_of(card: PackBlack | PackWhite) -> str:
    """Return the line of text that stands for this card; the inverse of `raw_card`."""
    if isinstance(card, PackWhite):
        return card.text
    plain = max(card.text.count(MARKER), 1), max(card.text.count(MARKER), 1) - 1
    if (card.pick, card.draw) == plain and not _split(card.text)[1]:
        return card.text
    return f"{card.text} | pick {card.pick}, draw {card.draw}"


# --- CSV (rules 20). Name, language and age come from the form.


HEADER = ["type", "text", "pick", "draw"]
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_WHOLE = re.compile("[0-9]{1,4}")


class _Unreadable(Exception):
    """A row that is not valid CSV of this format."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def parse_csv(
    data: bytes,
    name: str,
    language: str = "en",
    age: int = 13,
    *,
    blocked: Collection[str] = (),
) -> Parsed:
    """Read a pack from CSV, or return all its faults. `blocked`: forbidden words."""
    if len(data) > MOST_BYTES:
        return refused("", "too_big")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return refused("", "not_utf8")
    try:
        rows = list(_rows(text))
    except _Unreadable as error:
        return refused(f"line {error.line}", "bad_csv")
    checker = Checker(blocked)
    title, language, age = checker.heading(name, language, age)
    cards = [_csv_card(checker, line, row) for line, row in rows]
    heading = {"name": title, "language": language, "min_age": age}
    return checker.finish(heading, [card for card in cards if card is not None])


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows after the header with the line each begins in.

    Raise `_Unreadable` for invalid CSV.
    """
    reader = csv.reader(_LINE.findall(text), strict=True)
    begins = 1
    try:
        if next(reader, None) != HEADER:
            raise _Unreadable(1)
        begins = reader.line_num + 1
        for row in reader:
            if row and len(row) != len(HEADER):
                raise _Unreadable(begins)
            if row:
                yield begins, row
            begins = reader.line_num + 1
    except csv.Error:
        raise _Unreadable(begins)


def _csv_card(checker: Checker, line: int, row: list[str]) -> RawCard | None:
    place = f"line {line}"
    colour, text, pick, draw = row
    if colour not in ("black", "white"):
        checker.fault(place, "bad_type")
        return None
    if colour == "white":
        if pick:
            checker.fault(place, "bad_pick")
        if draw:
            checker.fault(place, "bad_draw")
    return RawCard(place=place, colour=colour, text=text, pick=_number(pick), draw=_number(draw))


def _number(text: str) -> int | str | None:
    """Return the number, None for an empty field, or the text if it is not a number."""
    if not text:
        return None
    # Any other text is refused by the checker.
    return int(text) if _WHOLE.fullmatch(text) else text
