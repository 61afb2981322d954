"""Packs in JSON, recognised by the shape of what was parsed (rules 20.1)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pyjson5
from msgspec.structs import replace

from games.blanks.packs.reading.check import BLACK, WHITE, RawCard
from games.blanks.packs.reading.cleaning import BLANK
from games.blanks.packs.reading.tables import TYPES
from games.blanks.rules.sentence import MARKER

FORMAT, VERSION = "blanks-pack", 1
KEYS = {
    BLACK: ("black", "blackCards", "black_cards", "blacks", "calls", "prompts"),
    WHITE: ("white", "whiteCards", "white_cards", "whites", "responses", "answers"),
}
NAMES = ("name", "packName", "title")
HEADING = ("language", "description", "author", "licence", "min_age")
_WRAPPERS = ("deck", "pack")
_LONGEST_BLANK = 20
_DEEPEST = 4  # lists within the lists of a prompt in parts
_SENTENCE = re.compile(r"""[.?!…。？！؟]["'”’»)\]]*\s*$""")
# A blank that the marker can stand for, as no other is beside it.
_LONE_BLANK = re.compile(r"(?<![\]_＿\\])\[blank\](?![\[_＿\\])")
_NEAR = re.compile("near ([0-9]+)")
_OPEN = re.compile("'(?:string|comment|NumericLiteral)' starting")


@dataclass(frozen=True)
class Document:
    """A pack as it stands in a file."""

    heading: Mapping[str, Any]  # `name` and what of `HEADING` is given
    cards: Iterable[RawCard] = ()
    sizes: tuple[int, int] = (0, 0)  # numbers of black and white cards, of one pack of several
    is_own: bool = False  # in this site's own format


class BadJson(Exception):
    """Text that is not JSON, with the position where it breaks."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def parse(text: str) -> Any:
    """Return the value of JSON or JSON5. Raise `BadJson`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return pyjson5.decode(text)
    except pyjson5.Json5DecoderException as error:
        found = _NEAR.search(str(error))
        raise BadJson(_place(text, error, int(found[1]) if found else 0)) from None


def _place(text: str, error: pyjson5.Json5DecoderException, near: int) -> int:
    """Return the index of the character that breaks the text."""
    if isinstance(error, pyjson5.Json5EOF) and not _OPEN.search(str(error)):
        return len(text)
    # The library counts from 1, but before white space for what follows the end.
    near -= not isinstance(error, pyjson5.Json5ExtraData)
    while near < len(text) - 1 and text[near].isspace():
        near += 1
    return min(near, len(text))


def packs_of(raw: Any) -> list[Document] | None:
    """Return the packs in a parsed file, or None if it has no known shape."""
    found = _known(raw)
    if found is None and isinstance(raw, dict):
        wrapped = (raw[name] for name in _WRAPPERS if isinstance(raw.get(name), dict))
        found = next((packs for one in wrapped if (packs := _known(one)) is not None), None)
    return found


def _known(raw: Any) -> list[Document] | None:
    if isinstance(raw, dict):
        return _of_object(raw)
    return _of_list(raw, {}, "") if isinstance(raw, list) else None


def _of_object(raw: Mapping[str, Any]) -> list[Document] | None:
    is_own = raw.get("format") == FORMAT
    if is_own and not _is_version(raw):
        return None
    reader = _Reader(raw, is_own=is_own)
    if is_own or reader.has_cards:
        return reader.packs()
    packs = raw.get("packs")
    if isinstance(packs, list) and (found := _of_list(packs, raw, "packs")) is not None:
        return found
    typed = [name for name, value in raw.items() if _is_typed(value)]
    return [_typed(raw[typed[0]], raw, typed[0])] if len(typed) == 1 else None


def _is_version(raw: Mapping[str, Any]) -> bool:
    """Return True if this site's own format is of a known version, with a usable blank."""
    blank = raw.get("blank", MARKER)
    return (
        type(raw.get("version")) is int
        and raw["version"] == VERSION
        and _is_blank(blank)
        and all(isinstance(raw.get(colour, []), list) for colour in (BLACK, WHITE))
    )


def _is_blank(blank: Any) -> bool:
    return (
        isinstance(blank, str)
        and 1 <= len(blank) <= _LONGEST_BLANK
        and not any(map(str.isalnum, blank))
    )


def _of_list(raw: Sequence[Any], outer: Mapping[str, Any], at: str) -> list[Document] | None:
    """Return the packs in a list of packs or of typed cards."""
    if not raw:
        return [Document(_heading(outer))]
    if _is_typed(raw):
        return [_typed(raw, outer, at)]
    readers = [
        _Reader(one, outer=outer, at=f"{at}[{number}].")
        for number, one in enumerate(raw)
        if isinstance(one, dict)
    ]
    found = [pack for reader in readers if reader.has_cards for pack in reader.packs()]
    return found or None


def _is_typed(raw: Any) -> bool:
    """Return True for a list of cards that say their type."""
    return isinstance(raw, list) and any(
        isinstance(one, dict) and "text" in one and ("type" in one or "cardType" in one)
        for one in raw
    )


def _typed(raw: Sequence[Any], outer: Mapping[str, Any], at: str) -> Document:
    cards = (_typed_card(f"{at}[{number}]", one) for number, one in enumerate(raw))
    return Document(_heading(outer), cards)


def _typed_card(place: str, raw: Any) -> RawCard:
    word = raw.get("type", raw.get("cardType")) if isinstance(raw, dict) else None
    colour = TYPES.get(word.strip().lower(), "") if isinstance(word, str) else ""
    card = _card(place, colour, raw)
    return card if colour else replace(card, fault="bad_type")


def _heading(*sources: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a pack from the first source that has each."""
    found = {}
    for field in HEADING:
        values = (source[field] for source in sources if source.get(field) is not None)
        if (value := next(values, None)) is not None:
            found[field] = value
    names = (one[name] for one in sources for name in NAMES if one.get(name) is not None)
    return found | ({} if (name := next(names, None)) is None else {"name": name})


class _Reader:
    """A reader of an object with lists of black and of white cards."""

    def __init__(
        self,
        raw: Mapping[str, Any],
        *,
        outer: Mapping[str, Any] | None = None,
        at: str = "",
        is_own: bool = False,
    ) -> None:
        self._raw = raw
        self._outer = outer or {}
        self._at = at
        self._is_own = is_own
        self._lists = {colour: _list_of(raw, colour, is_own=is_own) for colour in KEYS}
        blank = raw.get("blank", self._outer.get("blank"))
        self._marked = _marker(blank) if _is_blank(blank) else str
        self.has_cards = any(found is not None for found in self._lists.values())

    def packs(self) -> list[Document]:
        """Return the packs: those that name cards by index, or a single one of all cards."""
        groups = [] if self._is_own else self._groups()
        chosen = [
            Document(
                _heading(one, self._raw, self._outer),
                self._of_group(one, at),
                _sizes(_list_of(one, colour) for colour in KEYS),
            )
            for at, one in groups
        ]
        every = Document(
            _heading(self._raw, self._outer),
            chain.from_iterable(map(self._all, KEYS)),
            _sizes(self._lists.values()),
            self._is_own,
        )
        return chosen or [every]

    def _groups(self) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the packs that choose from the lists, each with its place in the file."""
        packs, order = self._raw.get("packs"), self._raw.get("order")
        found: list[tuple[str, Any]] = []
        if isinstance(packs, list):
            found = [(f"packs[{number}]", one) for number, one in enumerate(packs)]
        elif isinstance(order, list):
            found = [(name, self._raw.get(name)) for name in order if isinstance(name, str)]
        return [
            (at, one)
            for at, one in found
            if isinstance(one, dict) and any(_list_of(one, colour) is not None for colour in KEYS)
        ]

    def _all(self, colour: str) -> Iterator[RawCard]:
        name, items = self._lists[colour] or ("", ())
        for number, item in enumerate(items):
            yield self._card(f"{self._at}{name}[{number}]", colour, item)

    def _of_group(self, group: Mapping[str, Any], at: str) -> Iterator[RawCard]:
        for colour in KEYS:
            yield from self._chosen(group, colour, at)

    def _chosen(self, group: Mapping[str, Any], colour: str, at: str) -> Iterator[RawCard]:
        """Yield the cards of a pack, which may stand for themselves or be indexes."""
        name, items = self._lists[colour] or ("", ())
        own_name, chosen = _list_of(group, colour) or ("", ())
        for number, item in enumerate(chosen):
            place = f"{at}.{own_name}[{number}]"
            if type(item) is int:
                if not 0 <= item < len(items):
                    yield RawCard(place=place, colour=colour, text=str(item), fault="bad_type")
                    continue
                place, item = f"{name}[{item}]", items[item]
            yield self._card(place, colour, item)

    def _card(self, place: str, colour: str, item: Any) -> RawCard:
        return _card(place, colour, item, marked=self._marked, has_id=self._is_own)


Named = tuple[str, list[Any]]


def _list_of(raw: Mapping[str, Any], colour: str, *, is_own: bool = False) -> Named | None:
    """Return the list of cards of a colour with its name, or None if there is none."""
    names = KEYS[colour][:1] if is_own else KEYS[colour]
    found = [(name, raw[name]) for name in names if isinstance(raw.get(name), list)]
    return next((one for one in found if one[1]), found[0]) if found else None


def _sizes(lists: Iterable[Named | None]) -> tuple[int, int]:
    black, white = (len(found[1]) if found else 0 for found in lists)
    return black, white


def _marker(blank: str) -> Callable[[str], str]:
    """Return a function that marks each place where a file's own blank stands."""
    # Underscores that are left over after the last blank of a longer run belong to it.
    rest = "_*" if not blank.strip("_") else ""
    pattern = re.compile(f"{re.escape(blank)}{rest and f'(?:(?!{blank}){rest})?'}")
    return lambda text: pattern.sub(BLANK, text)


# --- Cards


def _card(
    place: str,
    colour: str,
    item: Any,
    *,
    marked: Callable[[str], str] = str,
    has_id: bool = False,
) -> RawCard:
    fields = item if isinstance(item, dict) else {"text": item}
    raw = fields.get("text")
    if isinstance(raw, dict):
        raw = [raw]
    text, pick = (raw, None)
    if isinstance(raw, list):
        try:
            text, pick = _joined(raw, colour)
        except ValueError:
            return RawCard(place=place, colour=colour, fault="bad_type")
    if isinstance(text, str) and colour == BLACK:
        text = _LONE_BLANK.sub(MARKER, marked(text))
    given = fields.get("pick", fields.get("numAnswers"))
    return RawCard(
        place=place,
        colour=colour,
        text=text,
        pick=pick if given is None else given,
        draw=fields.get("draw"),
        id=fields.get("id") if has_id else None,
    )


def _joined(parts: Sequence[Any], colour: str) -> tuple[str, int | None]:
    """Return the text of a card in parts, and the number of answers it asks for, or None.

    Raise `ValueError` if a part is of another kind.
    """
    lines = list(_lines(parts))
    if colour == WHITE or any(part is None for line in lines for part in line):
        texts = ["".join(BLANK if part is None else part for part in line) for line in lines]
        return " ".join(texts), None
    joined = list(map(_with_gaps, lines))
    return " ".join(text for text, _asked in joined), sum(asked for _text, asked in joined) or None


def _with_gaps(parts: Sequence[str | None]) -> tuple[str, int]:
    """Return a line with its gaps between its parts, and the number of answers it asks for."""
    words = [part or "" for part in parts]
    full = len(words)
    while full and not words[full - 1].strip():
        full -= 1
    if full and _SENTENCE.search(words[full - 1]):
        return BLANK.join(words[:full]), len(words) - full
    return BLANK.join(words), 0


def _lines(parts: Sequence[Any], depth: int = 0) -> Iterator[list[str | None]]:
    """Yield the lines of a card in parts; None is a gap. Raise `ValueError`."""
    line: list[str | None] = []
    for part in parts:
        if isinstance(part, list) and depth < _DEEPEST:
            if line:
                yield line
                line = []
            yield from _lines(part, depth + 1)
        elif isinstance(part, dict):
            line.append(_text_in(part) if "text" in part else None)
        elif isinstance(part, str):
            line.append(part)
        else:
            raise ValueError("a part is no text")
    if line:
        yield line


def _text_in(part: Mapping[str, Any]) -> str:
    if not isinstance(part["text"], str):
        raise ValueError("a part has no text")
    return str(part["text"])
