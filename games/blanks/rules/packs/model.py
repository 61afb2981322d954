"""The types of packs, the clean-up of their texts, and merging."""

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
    """A black card of a pack."""

    id: str
    text: str
    pick: int
    draw: int


class PackWhite(Value):
    """A white card of a pack."""

    id: str
    text: str


class Pack(Value):
    """A pack as it is stored: cleaned up and checked."""

    name: str
    slug: str = ""  # assigned by the site
    language: str = "en"
    description: str = ""
    author: str = ""
    licence: str = ""
    min_age: int = 13
    black: tuple[PackBlack, ...] = ()
    white: tuple[PackWhite, ...] = ()


class Fault(Value):
    """A reason why an upload is refused."""

    place: str  # "line 7", "black[12]" (from 0), a field, or ""
    code: str
    message: str


class Notice(Value):
    """A change made by the clean-up."""

    place: str
    code: str  # "unicode", "spaces", "underscores", "full_stop"
    message: str


class Parsed(Value):
    """The result of reading an upload: a pack or faults, and notices in either case."""

    pack: Pack | None
    faults: tuple[Fault, ...] = ()
    notices: tuple[Notice, ...] = ()


MESSAGES = {
    "too_big": "The file is larger than 512 KiB. Split the pack in two.",
    "not_utf8": "The file is not UTF-8 text. Save it as UTF-8 and try again.",
    "bad_json": "The file is not valid JSON.",
    "bad_csv": "The file is not CSV with the first line type,text,pick,draw.",
    "bad_format": (
        "This is not a file in the format blanks-pack, version 1, with ____ as the blank."
    ),
    "bad_name": "A pack needs a name of 3 to 60 characters.",
    "bad_language": "The language is not a code such as en or pt-BR.",
    "bad_age": "The age must be a whole number from 0 to 18.",
    "empty_pack": "The pack has no cards.",
    "too_many_cards": "A pack has at most 500 black and 2000 white cards.",
    "bad_type": (
        "This value has the wrong type. A card is black or white, and its text is a string."
    ),
    "no_text": "The card has no text.",
    "bad_length": "The text is too short or too long.",
    "bad_characters": "The text contains control, private-use or direction characters.",
    "bad_blank": "One or two underscores are not a blank. Write four.",
    "blank_in_white": "A white card cannot have a blank.",
    "bad_pick": "A black card has 1 to 3 blanks. A white card has none.",
    "pick_mismatch": "pick is not the number of blanks in the text.",
    "bad_draw": "draw must be a whole number from 0 to 3, and empty for a white card.",
    "duplicate_card": "A card of this colour already has the same text.",
    "duplicate_id": "A card already has this id.",
    "blocked_word": "It contains a word that this site doesn't allow.",
}


def fault(place: str, code: str) -> Fault:
    """Return a fault with the sentence of its code (rules 20)."""
    return Fault(place=place, code=code, message=MESSAGES[code])


def refused(place: str, code: str) -> Parsed:
    """Return the result for an upload that cannot be read at all: a single fault."""
    return Parsed(pack=None, faults=(fault(place, code),))


def document(pack: Pack) -> dict[str, Any]:
    """Return the pack's JSON document for download. Parsing it gives the same pack."""
    cards = codec.plain(pack)
    del cards["slug"]
    return {"format": FORMAT, "version": VERSION, **cards, "blank": MARKER}


# --- Texts of cards: clean-up, duplicates, forbidden contents (rules 20)


# The characters with the property White_Space. All other invisible ones are control characters.
_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_LONG = re.compile("_{3,}")
_SHORT = re.compile("(?<!_)_{1,2}(?!_)")
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BAD = frozenset(("Cc", "Co", "Cs"))
# Unicode's Default_Ignorable_Code_Point, and signs that are drawn as nothing
_UNSEEN = re.compile(
    "[\\s\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\ufffc"
    "\U00013441\U00013442\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]*"
)

NOTICES = {
    "unicode": "Characters were normalized (NFC).",
    "spaces": "White space was trimmed and reduced to single spaces.",
    "underscores": "A run of underscores was changed to a blank of four.",
    "full_stop": "The full stop at the end of a white card was removed.",
}


def clean(text: str, *, white: bool = False) -> tuple[str, tuple[str, ...]]:
    """Return the text cleaned up, and the codes of the changes.

    Cleaning a cleaned text changes nothing.
    """
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
    """Return the text without a full stop at its end."""
    # Several full stops in a row are an ellipsis, and stay.
    head = text[:-1].rstrip(" ")
    return head if text.endswith(".") and not head.endswith(".") else text


def key(text: str) -> str:
    """Return the key of a card's words: equal keys of one colour mean the same card."""
    plain = unicodedata.normalize("NFKC", text)
    kept = "".join(c if _counts(c) else " " for c in plain.casefold())
    return " ".join(kept.split()) or plain


def _counts(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Nd"


def has_bad_characters(text: str) -> bool:
    """Return True if the text has forbidden characters (rules 20).

    These are control, private-use, surrogate and direction characters.
    """
    return any(c in _DIRECTIONS or unicodedata.category(c) in _BAD for c in text)


def is_unseen(text: str) -> bool:
    """Return True if nothing of the text can be seen (rules 20)."""
    return _UNSEEN.fullmatch(text) is not None


def has_bad_blank(text: str) -> bool:
    """Return True if a run of underscores is too short for a blank (rules 19)."""
    return _SHORT.search(text) is not None


def keys(words: Collection[str]) -> frozenset[str]:
    """Return the keys of words and phrases for `has_blocked`, without empty ones."""
    return frozenset(key(word) for word in words if word.strip())


def has_blocked(text: str, blocked: Collection[str]) -> bool:
    """Return True if the text has one of these keys as whole words."""
    words = f" {key(text)} "
    return any(f" {word} " in words for word in blocked)


# --- Merging packs (rules 5)


Card = TypeVar("Card", PackBlack, PackWhite)


def merge(packs: Sequence[Pack]) -> Content:
    """Return the cards of the packs in order, each card once.

    Of cards with the same words the first stays. Ids are new and unique over the match; `pack` and
    `card` name the card's origin.
    """
    return Content(
        black=tuple(
            BlackCard(id=f"b{n:04d}", **_origin(pack, card), pick=card.pick, draw=card.draw)
            for n, (pack, card) in enumerate(_unique((p, c) for p in packs for c in p.black), 1)
        ),
        white=tuple(
            WhiteCard(id=f"w{n:04d}", **_origin(pack, card))
            for n, (pack, card) in enumerate(_unique((p, c) for p in packs for c in p.white), 1)
        ),
    )


def _unique(cards: Iterable[tuple[Pack, Card]]) -> Iterator[tuple[Pack, Card]]:
    """Yield the first card of each key."""
    seen: set[str] = set()
    for pack, card in cards:
        words = key(card.text)
        if words not in seen:
            seen.add(words)
            yield pack, card


def _origin(pack: Pack, card: PackBlack | PackWhite) -> dict[str, str]:
    return {"text": card.text, "pack": pack.slug, "card": card.id}
