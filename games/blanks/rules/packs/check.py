"""The check of a pack's cards and heading, which collects all faults (rules 20)."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from games.blanks.rules.packs.model import (
    MARKER,
    MOST_FAULTS,
    NOTICES,
    Fault,
    Notice,
    Pack,
    PackBlack,
    PackWhite,
    Parsed,
    clean,
    fault,
    has_bad_blank,
    has_bad_characters,
    has_blocked,
    is_unseen,
    key,
    keys,
)
from games.engine.base import Value

MOST_BLACK, MOST_WHITE = 500, 2000
NAME = (3, 60)
LONGEST = {"description": 500, "author": 100, "licence": 100}
BLACK_TEXT, WHITE_TEXT = (5, 200), (1, 100)
PICK, DRAW = (1, 3), (0, 3)
OLDEST = 18
_LANGUAGE = re.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


class RawCard(Value):
    """A card as it was read. None stands for a value that was not given."""

    place: str
    colour: str  # "black" or "white"
    text: Any = None
    pick: Any = None
    draw: Any = None
    id: Any = None


class Checker:
    """A check of one pack. It collects faults and notices while it builds the parts."""

    def __init__(self, blocked: Collection[str]) -> None:
        self._blocked = keys(blocked)
        self.faults: list[Fault] = []
        self.notices: list[Notice] = []
        self._ids: set[str] = set()
        self._keys: set[tuple[str, str]] = set()

    def fault(self, place: str, code: str) -> None:
        """Add a fault at this place in the file."""
        self.faults.append(fault(place, code))

    def words(self, place: str, raw: Any, *, white: bool = False) -> str | None:
        """Return a text of the pack cleaned up, or None if it is not a text."""
        if not isinstance(raw, str):
            self.fault(place, "bad_type")
            return None
        text, changed = clean(raw, white=white)
        self.notices += [Notice(place=place, code=c, message=NOTICES[c]) for c in changed]
        if has_bad_characters(text):
            self.fault(place, "bad_characters")
        if has_blocked(text, self._blocked):
            self.fault(place, "blocked_word")
        return text

    def card(self, raw: RawCard) -> PackBlack | PackWhite | None:
        """Return the card, or None if it has no usable text."""
        text = self._text(raw)
        pick, draw = self._numbers(raw, text or "")
        name = self._id(raw)
        if text is None:
            return None
        if raw.colour == "black":
            return PackBlack(id=name, text=text, pick=pick, draw=draw)
        return PackWhite(id=name, text=text)

    def _text(self, raw: RawCard) -> str | None:
        if raw.text is None:
            self.fault(raw.place, "no_text")
            return None
        white = raw.colour == "white"
        text = self.words(raw.place, raw.text, white=white)
        if text is None:
            return None
        if is_unseen(text):
            self.fault(raw.place, "no_text")
            return None
        least, most = WHITE_TEXT if white else BLACK_TEXT
        if not least <= len(text) <= most:
            self.fault(raw.place, "bad_length")
        if has_bad_blank(text):
            self.fault(raw.place, "bad_blank")
        if white and MARKER in text:
            self.fault(raw.place, "blank_in_white")
        self._unlike(raw, text)
        return text

    def _unlike(self, raw: RawCard, text: str) -> None:
        known = (raw.colour, key(text))
        if known in self._keys:
            self.fault(raw.place, "duplicate_card")
        self._keys.add(known)

    def _numbers(self, raw: RawCard, text: str) -> tuple[int, int]:
        if raw.colour == "white":
            return 0, 0
        blanks = text.count(MARKER)
        pick = max(blanks, 1) if raw.pick is None else raw.pick
        if not _whole(pick, PICK):
            self.fault(raw.place, "bad_pick")
            pick = 1
        elif blanks and pick != blanks:
            self.fault(raw.place, "pick_mismatch")
        draw = pick - 1 if raw.draw is None else raw.draw
        if not _whole(draw, DRAW):
            self.fault(raw.place, "bad_draw")
            draw = 0
        return pick, draw

    def _id(self, raw: RawCard) -> str:
        """Return the given id, or "" for a card that gets one later."""
        if raw.id is None or raw.id == "":
            return ""
        if not isinstance(raw.id, str):
            self.fault(raw.place, "bad_type")
            return ""
        if has_bad_characters(raw.id):
            self.fault(raw.place, "bad_characters")
        if raw.id in self._ids:
            self.fault(raw.place, "duplicate_id")
        self._ids.add(raw.id)
        return raw.id

    def heading(self, name: Any, language: Any, min_age: Any) -> tuple[str, str, int]:
        """Return the checked name, language and minimum age.

        None for the last two means the default.
        """
        text = self.words("name", name) if isinstance(name, str) else ""
        if text is None or is_unseen(text) or not NAME[0] <= len(text) <= NAME[1]:
            self.fault("name", "bad_name")
        language = "en" if language is None else language
        if not isinstance(language, str) or not _LANGUAGE.fullmatch(language):
            self.fault("language", "bad_language")
        age = 13 if min_age is None else min_age
        if not _whole(age, (0, OLDEST)):
            self.fault("min_age", "bad_age")
        return text or "", language, age

    def optional(self, field: str, raw: Any) -> str:
        """Return the checked description, author or licence; "" if it is not given."""
        text = "" if raw is None else self.words(field, raw) or ""
        if len(text) > LONGEST[field]:
            self.fault(field, "bad_length")
        return text

    def finish(self, heading: dict[str, Any], cards: list[RawCard]) -> Parsed:
        """Check the cards, and build the pack if there are no faults at all."""
        whites = sum(card.colour == "white" for card in cards)
        if not cards:
            self.fault("", "empty_pack")
        if whites > MOST_WHITE or len(cards) - whites > MOST_BLACK:
            self.fault("", "too_many_cards")
        made = [self.card(card) for card in cards]
        notices = tuple(self.notices)
        if self.faults:
            return Parsed(pack=None, faults=tuple(self.faults[:MOST_FAULTS]), notices=notices)
        black = self._named([card for card in made if isinstance(card, PackBlack)], "b")
        white = self._named([card for card in made if isinstance(card, PackWhite)], "w")
        pack = Pack(**heading, black=tuple(black), white=tuple(white))
        return Parsed(pack=pack, notices=notices)

    def _named(self, cards: list[Any], letter: str) -> list[Any]:
        """Give the cards without an id the next free numbers."""
        named, number = [], 0
        for card in cards:
            name = card.id
            while not name:
                number += 1
                name = f"{letter}{number:03d}" if f"{letter}{number:03d}" not in self._ids else ""
            named.append(replace(card, id=name))
        return named


def _whole(value: Any, bounds: tuple[int, int]) -> bool:
    """Return True for a whole number within the bounds. Booleans do not count."""
    return type(value) is int and bounds[0] <= value <= bounds[1]
