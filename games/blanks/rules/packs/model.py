"""Packs of cards as types, how their texts are cleaned, and how they are merged."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from games.blanks.rules.content import BlackCard, Content, WhiteCard
from games.engine import codec
from games.engine.base import Value

FORMAT = "blanks-pack"
VERSION = 1
MARKER = "____"
MOST_FAULTS = 100


class PackBlack(Value):
    """A black card of a pack. Every card of a pack has an id, given or made."""

    id: str
    text: str
    pick: int
    draw: int


class PackWhite(Value):
    """A white card as a pack holds it."""

    id: str
    text: str


class Pack(Value):
    """A pack as it is kept: cleaned up and checked. `slug` is the house's name for it."""

    name: str
    slug: str = ""
    language: str = "en"
    description: str = ""
    author: str = ""
    licence: str = ""
    min_age: int = 13
    black: tuple[PackBlack, ...] = ()
    white: tuple[PackWhite, ...] = ()


class Fault(Value):
    """Why an upload is refused. `place`: "line 7", "black[12]" (from 0), a field, or ""."""

    place: str
    code: str
    message: str


class Notice(Value):
    """What the clean-up changed. `code`: "unicode", "spaces", "underscores", "full_stop"."""

    place: str
    code: str
    message: str


class Parsed(Value):
    """An upload read: the pack, or None and the faults; and the notices in either case."""

    pack: Pack | None
    faults: tuple[Fault, ...] = ()
    notices: tuple[Notice, ...] = ()


MESSAGES = {
    "too_big": "The file is larger than 512 KiB. Split the pack in two.",
    "not_utf8": "The file is not UTF-8 text. Save it as UTF-8 and try again.",
    "bad_json": "The file is not valid JSON.",
    "bad_csv": "The file is not CSV with the first line type,text,pick,draw.",
    "bad_format": "This is not a pack of the format blanks-pack, version 1, with the blank ____.",
    "bad_name": "A pack needs a name of 3 to 60 characters.",
    "bad_language": "The language is not a code such as en or pt-BR.",
    "bad_age": "The age must be a whole number from 0 to 18.",
    "empty_pack": "The pack holds no cards.",
    "too_many_cards": "A pack holds at most 500 black and 2000 white cards.",
    "bad_type": "This is not of the kind that belongs here (card: black or white; text: text).",
    "no_text": "The card has no text.",
    "bad_length": "The text is too short or too long.",
    "bad_characters": "There are control, private-use or direction characters in the text.",
    "bad_blank": "One or two underscores are no blank: write four.",
    "blank_in_white": "A white card cannot have a blank.",
    "bad_pick": "A black card asks for 1 to 3 cards: at most 3 blanks. A white card asks for none.",
    "pick_mismatch": "pick is not the number of blanks in the text.",
    "bad_draw": "draw must be a whole number from 0 to 3, and empty for a white card.",
    "duplicate_card": "There is a card of this colour with the same words already.",
    "duplicate_id": "There is a card with this id already.",
    "blocked_word": "There is a word in it that this house does not allow.",
}


def fault(place: str, code: str) -> Fault:
    """A fault with the sentence of its code (rules 20)."""
    return Fault(place=place, code=code, message=MESSAGES[code])


def refused(place: str, code: str) -> Parsed:
    """An upload that cannot be read at all: one fault, and the check ends."""
    return Parsed(pack=None, faults=(fault(place, code),))


def document(pack: Pack) -> dict[str, Any]:
    """The pack as its JSON file says it, for downloading; reading it gives the same pack."""
    cards = codec.plain(pack)
    del cards["slug"]
    return {"format": FORMAT, "version": VERSION, **cards, "blank": MARKER}


# --- Texts of cards: the clean-up, what makes two the same, what may not be in them (rules 20).


# The characters with the property White_Space; others count as control characters.
_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_LONG = re.compile("_{3,}")
_SHORT = re.compile("(?<!_)_{1,2}(?!_)")
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BAD = frozenset(("Cc", "Co", "Cs"))

NOTICES = {
    "unicode": "Characters were brought to their composed form (NFC).",
    "spaces": "White space became single spaces, none at the ends.",
    "underscores": "A run of underscores became a blank of four.",
    "full_stop": "The full stop at the end of a white card was dropped.",
}


def clean(text: str, *, white: bool = False) -> tuple[str, tuple[str, ...]]:
    """The text cleaned up, and the codes of what was changed. Cleaning twice changes no more."""
    steps = [("unicode", unicodedata.normalize("NFC", text))]
    steps.append(("spaces", _SPACE.sub(" ", steps[-1][1]).strip(" ")))
    steps.append(("underscores", _LONG.sub(MARKER, steps[-1][1])))
    if white:
        steps.append(("full_stop", _without_stop(steps[-1][1])))
    changed, before = [], text
    for code, after in steps:
        if after != before:
            changed.append(code)
        before = after
    return before, tuple(changed)


def _without_stop(text: str) -> str:
    """Without one full stop at the end. Several in a row are dots that mean something."""
    head = text[:-1].rstrip(" ")
    return head if text.endswith(".") and not head.endswith(".") else text


def key(text: str) -> str:
    """Two cards of one colour are the same if their keys agree."""
    plain = unicodedata.normalize("NFKC", text)
    kept = "".join(c if _counts(c) else " " for c in plain.casefold())
    return " ".join(kept.split()) or plain


def _counts(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Nd"


def has_bad_characters(text: str) -> bool:
    """Whether it has control characters or such as turn the direction of writing (rules 20)."""
    return any(c in _DIRECTIONS or unicodedata.category(c) in _BAD for c in text)


def has_bad_blank(text: str) -> bool:
    """Whether it has a row of underscores too short for a blank (rules 19)."""
    return _SHORT.search(text) is not None


def keys(words: Collection[str]) -> frozenset[str]:
    """Words and phrases as `has_blocked` looks for them; empty ones are left out."""
    return frozenset(key(word) for word in words if word.strip())


def has_blocked(text: str, blocked: Collection[str]) -> bool:
    """Whether one of these keys of words or phrases stands in the text as whole words."""
    words = f" {key(text)} "
    return any(f" {word} " in words for word in blocked)


# --- Putting the chosen packs together (rules 5): each card once, in a canonical order. ---


Card = TypeVar("Card", PackBlack, PackWhite)


def merge(packs: Sequence[Pack]) -> Content:
    """The cards of the packs in their order; one whose words are there already is left out.

    Ids are new and unique over the match; `pack` and `card` say where a card came from.
    """
    return Content(
        black=tuple(
            BlackCard(id=f"b{n:04d}", **_of(pack, card), pick=card.pick, draw=card.draw)
            for n, (pack, card) in enumerate(_once((p, c) for p in packs for c in p.black), 1)
        ),
        white=tuple(
            WhiteCard(id=f"w{n:04d}", **_of(pack, card))
            for n, (pack, card) in enumerate(_once((p, c) for p in packs for c in p.white), 1)
        ),
    )


def _once(cards: Iterable[tuple[Pack, Card]]) -> Iterator[tuple[Pack, Card]]:
    """Of cards with the same words only the first."""
    seen: set[str] = set()
    for pack, card in cards:
        words = key(card.text)
        if words not in seen:
            seen.add(words)
            yield pack, card


def _of(pack: Pack, card: PackBlack | PackWhite) -> dict[str, str]:
    return {"text": card.text, "pack": pack.slug, "card": card.id}
