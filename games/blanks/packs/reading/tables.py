"""Cards of a table: CSV in its dialects, and tab-separated text (rules 20.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from msgspec.structs import replace

from games.blanks.packs.reading.check import BLACK, WHITE, RawCard
from games.blanks.packs.reading.cleaning import quote
from games.blanks.packs.reading.plain import BREAK, card_of, lines_of
from games.blanks.packs.reading.preview import Columns
from games.engine.base import Value

TYPES = {
    **dict.fromkeys(("black", "prompt", "question", "call", "q"), BLACK),
    **dict.fromkeys(("white", "answer", "response", "a"), WHITE),
}
HEADER = ("type", "text", "pick", "draw")
DELIMITERS = (",", ";", "\t")
FORMULA = ("=", "+", "-", "@")  # what a spreadsheet takes for the beginning of a formula
_SAME = {"kind": "type", "card": "text"}
_SEP = re.compile(r'"?sep=(\t|[^\w\s"])"?[^\S\r\n]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
_TYPED = re.compile(rf' *"?(?:{"|".join(TYPES)})"? *([^\w\s]|\t)', re.IGNORECASE)
_QUOTED = re.compile(r'\s*"((?:[^"]|"")*)"\s*')
_MOST_SHOWN = 10  # rows, and columns, of a table that is not understood


class Table(Value):
    """The way in which a text is a table."""

    delimiter: str  # "" if each line is a text as it is
    columns: dict[str, int]  # by name
    has_header: bool = False


def cards_of(text: str, table: Table) -> Iterator[RawCard]:
    """Yield the cards of a table. Rows without any value are none."""
    rows = _rows(text, table.delimiter) if table.delimiter else _whole_lines(text)
    filled = (row for row in rows if _is_filled(row[1]))
    for line, row in islice(filled, table.has_header, None):
        # A spreadsheet that expects another delimiter puts a whole line into one cell, in quotes.
        is_whole = len(row) == 1 and "type" in table.columns
        fields = next(_rows(row[0], table.delimiter))[1] if is_whole else row
        yield _card(line, fields, table.columns)


def _card(line: int, row: Sequence[str], columns: Mapping[str, int]) -> RawCard:
    value = {name: row[at].strip() for name, at in columns.items() if at < len(row)}
    text = value.get("text", "")
    if text[:1] == "'" and text[1:2] in FORMULA and "'" not in text[1:]:
        text = text[1:]
    if "type" in columns:
        colour = TYPES.get(value.get("type", "").lower(), "")
        card = RawCard(place=f"line {line}", colour=colour, text=text)
        if not colour:
            return replace(card, text=quote(" ".join(row)), fault="bad_type")
    else:
        card = card_of(line, text)
    numbers = value if card.colour == BLACK else {}
    return replace(
        card,
        text=text or None,
        pick=numbers.get("pick") or None,
        draw=numbers.get("draw") or None,
    )


# --- Recognition


def table_of(text: str) -> Table | None:
    """Return the way in which a text is a table, or None if it is none."""
    told = _SEP.match(text)
    delimiters = (told[1],) if told else DELIMITERS
    heads = {one: [row for _line, row in _head(text, one, 2)] for one in delimiters}
    headers = {one: found for one, rows in heads.items() if (found := _header(rows))}
    if headers and all(len(rows[0]) == 1 for rows in heads.values() if rows):
        return Table(delimiter="", columns={"text": 0}, has_header=True)
    if headers:
        own = max(headers, key=lambda one: len(headers[one]))
        delimiter = _delimiter_of_card(heads, own, headers[own].get("type"))
        return Table(delimiter=delimiter, columns=headers[own], has_header=True)
    typed = _delimiter_of_types(text, delimiters)
    columns = {name: at for at, name in enumerate(HEADER)}
    return Table(delimiter=typed, columns=columns) if typed else None


def table_by(text: str, columns: Columns) -> Table:
    """Return the way in which a person says that a text is a table."""
    known = {"text": columns.text} | ({} if columns.type is None else {"type": columns.type})
    return Table(delimiter=_widest(text), columns=known, has_header=columns.has_header)


def first_rows(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the first rows of a text that should be a table, to show them to a person."""
    rows = _head(text, _widest(text), _MOST_SHOWN)
    return tuple(tuple(map(quote, row[:_MOST_SHOWN])) for _line, row in rows)


def _widest(text: str) -> str:
    """Return the delimiter that gives the first row the most fields."""
    told = _SEP.match(text)
    widths = {one: sum(len(row) for _line, row in _head(text, one, 1)) for one in DELIMITERS}
    return told[1] if told else max(DELIMITERS, key=widths.__getitem__)


def _header(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the columns that the first row names, or {} if it is no header."""
    names = [name.strip().lower() for name in rows[0]] if rows else []
    found: dict[str, int] = {}
    for at, name in enumerate(_SAME.get(name, name) for name in names):
        if name in HEADER:
            found.setdefault(name, at)
    # A first row without a header may be the card "text".
    is_card = "type" not in found and names[:1] and names[0] in TYPES
    return found if "text" in found and not is_card else {}


def _delimiter_of_card(
    heads: Mapping[str, Sequence[Sequence[str]]], own: str, at: int | None
) -> str:
    """Return the delimiter that gives the first card a type, else the header's own."""
    for one in (own, *heads):
        row = heads[one][1] if len(heads[one]) > 1 else ()
        if at is not None and at < len(row) and row[at].strip().lower() in TYPES:
            return one
    return own


def _delimiter_of_types(text: str, delimiters: Sequence[str]) -> str:
    """Return the delimiter after the first type if most lines begin with a type, or ""."""
    lines = [line for _number, line in _lines(text) if line.strip(' \t,;"')]
    found = [match[1] for line in lines if (match := _TYPED.match(line)) and match[1] in delimiters]
    return found[0] if 2 * len(found) > len(lines) else ""


# --- Rows

# The `csv` of the standard library loses everything after a quote that is never closed, and knows
# no spaces between a quote and a delimiter.


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows after a line `sep=;`, with the line each begins in, from 1."""
    field, told = _field(delimiter), _SEP.match(text)
    at, line = (told.end(), 2) if told else (0, 1)
    begins, row = line, list[str]()
    while found := field.match(text, at):
        quoted, plain, end = found.groups()
        row.append(plain if quoted is None else quoted.replace('""', '"'))
        line += len(BREAK.findall(quoted or "")) + len(BREAK.findall(end))
        at = found.end()
        if end != delimiter:
            yield begins, row
            begins, row = line, []
        if not end:
            return


@cache
def _field(delimiter: str) -> re.Pattern[str]:
    one = re.escape(delimiter)
    end = rf"{one}|[\r\n]+|\Z"  # with the empty lines that follow
    quoted = rf' *"((?>(?:[^"]+|"")*))" *(?={end})'
    return re.compile(rf"(?:{quoted}|([^{one}\r\n]*))({end})")


def _head(text: str, delimiter: str, count: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the first rows with values."""
    return islice((row for row in _rows(text, delimiter) if _is_filled(row[1])), count)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    told = _SEP.match(text)
    return islice(lines_of(text), 1 if told else 0, None)


def _whole_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in _lines(text):
        quoted = _QUOTED.fullmatch(line)
        yield number, [quoted[1].replace('""', '"') if quoted else line]


def _is_filled(row: Sequence[str]) -> bool:
    return any(map(str.strip, row))
