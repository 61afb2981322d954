"""Reading of a deck file from its bytes to its preview (rules 20)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from msgspec.structs import replace

from games.blanks.packs.reading import documents, plain, tables
from games.blanks.packs.reading.check import BLACK, WHITE, Checker, RawCard, is_english
from games.blanks.packs.reading.cleaning import quote
from games.blanks.packs.reading.documents import BadJson, Document
from games.blanks.packs.reading.encoding import WINDOWS, decode
from games.blanks.packs.reading.preview import MOST_LISTED, Columns, Fault, PackChoice, Preview

MOST_BYTES = 4 * 1024 * 1024
JSON, TABLE, PLAIN = "json", "table", "plain"
_MOST_CHECKED = 50_000  # cards of a file
_PROGRAMS = (b"PK\x03\x04", b"PK\x05\x06", b"%PDF", b"\xd0\xcf\x11\xe0", b"SQLite format 3\0")
_HTML = re.compile(r"\s*(?:<!doctype\b|<\?xml\b|<(?:html|head|body|table)\b)", re.IGNORECASE)
_SQL = re.compile(
    r"(?:--[^\r\n]*|/\*.*?\*/;?|\s)*+(?:"
    r"(?:create|drop|alter) +(?:table|database|schema|type|sequence|extension)\b|insert +into\b"
    r"|lock +tables\b|pragma +\w+|begin(?: +transaction)? *;|start +transaction\b"
    r"|set +(?:names|sql_mode|statement_timeout|foreign_key_checks|@)|use +`)",
    re.IGNORECASE | re.DOTALL,
)
_COMMENTS = r"(?:[\s\ufeff\u200b\u2060]|//[^\r\n]*|/\*.*?\*/)*+"
_IS_JSON = re.compile(rf"{_COMMENTS}(\{{|\[{_COMMENTS}[\[\]{{\"'])", re.DOTALL)
_INVISIBLE = re.compile("[\ufeff\u200b\u2060]")
_EMPTY = ' \t\r\n,;"\ufeff\u200b'
_LONGEST_REST = 20
_MOST_KEYS = 10


def read(  # noqa: PLR0913  (a choice each)
    data: bytes,
    filename: str = "",
    *,
    language: str = "en",
    packs: Collection[int] = (),
    columns: Columns | None = None,
    turned: Collection[str] = (),
    turn_all: bool = False,
    keep_capitals: bool = False,
    blocked: Collection[str] = (),
) -> Preview | Fault:
    """Return the preview of a file, or the fault that ends the check at once.

    `language`: of cards whose file names none. `packs`: positions of the packs to join, from 0; if
    a file has several and none is chosen, the preview has only their list. `columns`: of a table
    that was `bad_table`. `turn_all`: guessed colours are all wrong; `turned`: the places of cards
    for which it is the other way round. `keep_capitals`: white cards are not set in lower case.
    `blocked`: forbidden words.
    """
    if len(data) > MOST_BYTES:
        return Fault(place="", code="too_big")
    if data.startswith(_PROGRAMS):
        return Fault(place="", code="unknown_format")
    try:
        text, encoding = decode(data)
    except UnicodeError:
        return Fault(place="", code="bad_encoding")
    found = _found(text, filename, columns)
    if isinstance(found, Fault):
        return found
    decks, several = found.decks, len(found.decks) > 1
    start = Preview(
        kind=found.kind,
        encoding=encoding,
        delimiter=found.delimiter,
        packs=len(decks),
        choices=tuple(map(_choice, decks[:MOST_LISTED])) if several else (),
        is_turnable=found.is_guess,
    )
    if several:
        decks = [decks[at] for at in dict.fromkeys(packs) if 0 <= at < len(decks)]
        if not decks:
            return start
    checker = Checker(blocked)
    left = _MOST_CHECKED
    for deck in decks:
        rest = iter(deck.cards)
        cards = list(islice(rest, left))
        left -= len(cards)
        if found.is_guess:
            cards = [
                _turned(card) if (card.place in turned) != turn_all else card for card in cards
            ]
        said = deck.heading.get("language")
        lower = is_english(said if isinstance(said, str) else language) and not keep_capitals
        checker.pack(cards, lower=lower)
        checker.has_surplus |= next(rest, None) is not None
    if left == _MOST_CHECKED:
        return Fault(place="", code="empty_pack")
    sample = checker.sample if encoding == WINDOWS else ""
    start = replace(start, sample=sample)
    return checker.preview(start, decks[0].heading, needs_name=decks[0].is_own)


@dataclass(frozen=True)
class _Found:
    """The cards of a file as they stand in it."""

    kind: str
    decks: Sequence[Document]
    delimiter: str = ""
    is_guess: bool = False  # whether a card is black or white


def _found(text: str, filename: str, columns: Columns | None) -> _Found | Fault:
    """Return the cards of a text by its kind, or the fault that ends the check."""
    if columns is not None:
        return _table(text, tables.table_by(text, columns))
    if _HTML.match(text) or _SQL.match(text):
        return Fault(place="", code="unknown_format")
    if lead := _IS_JSON.match(text):
        return _json(text, lead.start(1))
    if not text.strip(_EMPTY):
        return Fault(place="", code="empty_pack")
    if table := tables.table_of(text):
        return _table(text, table)
    if filename.lower().endswith((".csv", ".tsv")):
        return Fault(place="", code="bad_table", rows=tables.first_rows(text))
    cards = (plain.card_of(number, line) for number, line in plain.lines_of(text))
    return _Found(PLAIN, [Document({}, cards)], is_guess=True)


def _table(text: str, table: tables.Table) -> _Found:
    deck = Document({}, tables.cards_of(text, table))
    return _Found(TABLE, [deck], table.delimiter, is_guess="type" not in table.columns)


def _json(text: str, first: int) -> _Found | Fault:
    try:
        # An invisible character in front would break the parser.
        raw = documents.parse(_INVISIBLE.sub(" ", text[:first]) + text[first:])
    except BadJson as error:
        line_start = max(text.rfind("\n", 0, error.at), text.rfind("\r", 0, error.at)) + 1
        line = len(plain.BREAK.findall(text[:line_start])) + 1
        rest = plain.BREAK.split(text[error.at :], maxsplit=1)[0]
        return Fault(
            place=f"line {line}",
            code="bad_json",
            found=quote(rest[:_LONGEST_REST]),
            line=line,
            column=error.at - line_start + 1,
        )
    decks = documents.packs_of(raw)
    if decks is None:
        keys = [quote(key) for key in raw][:_MOST_KEYS] if isinstance(raw, dict) else ["[…]"]
        return Fault(place="", code="unknown_format", found=", ".join(keys) or "{}")
    return _Found(JSON, decks)


def _turned(card: RawCard) -> RawCard:
    return replace(card, colour=WHITE if card.colour == BLACK else BLACK)


def _choice(deck: Document) -> PackChoice:
    name = deck.heading.get("name")
    black, white = deck.sizes
    return PackChoice(name=quote(name) if isinstance(name, str) else "", black=black, white=white)
