"""Reading a pack from CSV (rules 20). Name, language and age come from the form."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterator

from games.blanks.rules.packs.check import Checker, RawCard
from games.blanks.rules.packs.json_file import MOST_BYTES
from games.blanks.rules.packs.model import Parsed, refused

HEADER = ["type", "text", "pick", "draw"]
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_WHOLE = re.compile("[0-9]{1,4}")


class _Unreadable(Exception):
    """`line`: where."""

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
    """The pack in these bytes, or every fault there is. `blocked`: words not allowed."""
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
    cards = [_card(checker, line, row) for line, row in rows]
    heading = {"name": title, "language": language, "min_age": age}
    return checker.finish(heading, [card for card in cards if card is not None])


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows after the first, each with the line it begins in. Raises `_Unreadable`."""
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


def _card(checker: Checker, line: int, row: list[str]) -> RawCard | None:
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
    """Empty: not given. What is no whole number stays as it is, and is refused later."""
    if not text:
        return None
    return int(text) if _WHOLE.fullmatch(text) else text
