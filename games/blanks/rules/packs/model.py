"""A pack, and what the check of an upload says."""

from __future__ import annotations

from typing import Any

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
