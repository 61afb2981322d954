"""The check of a pack's cards and heading, which leaves out what cannot be taken (rules 20)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.blanks.packs.reading import cleaning
from games.blanks.packs.reading.cleaning import Change
from games.blanks.packs.reading.preview import MOST_LISTED, Card, Fault, Notice, Preview
from games.blanks.rules.sentence import blanks
from games.engine.base import Value

BLACK, WHITE = "black", "white"
MOST = {BLACK: 500, WHITE: 2000}
NAME = (3, 60)
LONGEST = {"description": 500, "author": 100, "licence": 100}
LENGTH = {BLACK: (5, 250), WHITE: (1, 160)}
PICK, DRAW = (1, 3), (0, 3)
OLDEST = 18
Same = tuple[str, int, str]  # an identity
_LANGUAGE = re.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_WHOLE = re.compile("[0-9]{1,4}")


class RawCard(Value):
    """A card as it was read. None stands for a value that was not given."""

    place: str
    colour: str
    text: Any = None
    pick: Any = None
    draw: Any = None
    id: Any = None
    fault: str = ""  # the code, if it could not be read as a card


class _Refused(Exception):
    """A card that cannot be taken, with the code of the reason."""


class Checker:
    """A check of one or more packs. It collects cards, faults and notices."""

    def __init__(
        self, blocked: Collection[str] = (), known_ids: Mapping[Same, str] | None = None
    ) -> None:
        self._blocked = cleaning.keys(blocked)
        self._known_ids = known_ids or {}  # of cards without an id of their own
        self._ids: set[tuple[str, str]] = set()
        self._taken: set[Same] = set()
        self._cards: dict[str, list[Card]] = {BLACK: [], WHITE: []}
        self.has_surplus = False  # True if there are more cards than fit
        self._of_pack: list[Fault] = []
        self._of_cards: list[Fault] = []
        self._notices: list[Notice] = []
        self._notice_counts: Counter[str] = Counter()
        self._fault_counts: Counter[str] = Counter()
        self.sample = ""  # the first text with a letter beyond ASCII

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(self._of_pack + self._of_cards)

    def preview(self, start: Preview, heading: Mapping[str, Any], *, needs_name: bool) -> Preview:
        """Return the preview with the fields of the heading and everything that was collected."""
        fields = self.heading(heading, needs_name=needs_name)
        return replace(
            start,
            **fields,
            black=self._named(BLACK),
            white=self._named(WHITE),
            notices=tuple(self._notices),
            notice_counts=dict(self._notice_counts),
            faults=self.faults,
            fault_counts=dict(self._fault_counts),
        )

    def fault(self, place: str, code: str, found: str = "") -> None:
        """Add a fault of a field, or of the whole pack."""
        self._fault_counts[code] += 1
        self._of_pack.append(Fault(place=place, code=code, found=cleaning.quote(found)))

    def _notice(self, place: str, code: str, before: str, after: str) -> None:
        self._notice_counts[code] += 1
        if len(self._notices) < MOST_LISTED:
            before, after = cleaning.quote(before), cleaning.quote(after)
            self._notices.append(Notice(place=place, code=code, before=before, after=after))

    # --- Cards

    def pack(self, cards: Sequence[RawCard], *, lower: bool) -> None:
        """Check the cards of a pack. `lower`: set its white cards in lower case if due."""
        own: dict[Same, Card] = {}
        for raw in cards:
            try:
                self._add(raw, own)
            except _Refused as refused:
                self._refuse(raw, str(refused))
        if lower and cleaning.is_capitalized([c.text for s, c in own.items() if s[0] == WHITE]):
            mine = {id(card) for card in own.values()}
            whites = self._cards[WHITE]
            self._cards[WHITE] = [self._lowered(c) if id(c) in mine else c for c in whites]

    def _add(self, raw: RawCard, own: dict[Same, Card]) -> None:
        """Take a card. Raise `_Refused` if it cannot be taken. `own`: the cards of its pack."""
        card, changes = self._card(raw)
        same = cleaning.identity(raw.colour, card.text)
        card = card if card.id else replace(card, id=self._known_ids.get(same, ""))
        is_taken = same in self._taken
        if not is_taken:
            self._check_use(raw, card)
            self._taken.add(same)
        own.setdefault(same, card)
        if is_taken:
            raise _Refused("duplicate_card")
        cards = self._cards[raw.colour]
        if len(cards) == MOST[raw.colour]:
            self.has_surplus = True
            return
        cards.append(card)
        self._ids.add((raw.colour, card.id))
        for change in changes:
            self._notice(raw.place, change.code, change.before, change.after)

    def _check_use(self, raw: RawCard, card: Card) -> None:
        if card.id and (raw.colour, card.id) in self._ids:
            raise _Refused("duplicate_id")
        if cleaning.has_blocked(card.text, self._blocked):
            raise _Refused("blocked_word")

    def _refuse(self, raw: RawCard, code: str) -> None:
        self._fault_counts[code] += 1
        if len(self._of_cards) < MOST_LISTED:
            found = cleaning.quote(raw.text) if isinstance(raw.text, str) else ""
            self._of_cards.append(Fault(place=raw.place, code=code, found=found))

    def _card(self, raw: RawCard) -> tuple[Card, list[Change]]:
        """Return the card, with the changes. Raise `_Refused` if it cannot be taken."""
        if raw.fault:
            raise _Refused(raw.fault)
        if raw.text is None:
            raise _Refused("no_text")
        if not isinstance(raw.text, str):
            raise _Refused("bad_type")
        is_black = raw.colour == BLACK
        text, changes = (
            cleaning.clean_prompt(raw.text, _number(raw.pick))
            if is_black
            else cleaning.clean_answer(raw.text)
        )
        if not (self.sample or text.isascii()) and any(c.isalpha() and c > "\x7f" for c in text):
            self.sample = text
        self._check_text(raw.colour, text)
        card = Card(place=raw.place, text=text, id=_id(raw.id))
        return _with_numbers(raw, card, changes) if is_black else (card, [*changes])

    def _check_text(self, colour: str, text: str) -> None:
        if cleaning.is_unseen(text):
            raise _Refused("no_text")
        least, most = LENGTH[colour]
        if not least <= len(text) <= most:
            raise _Refused("bad_length")
        if cleaning.has_bad_characters(text):
            raise _Refused("bad_characters")
        if colour == WHITE and cleaning.has_blank(text):
            raise _Refused("blank_in_white")

    def _lowered(self, card: Card) -> Card:
        text = cleaning.lowered(card.text)
        if text == card.text:
            return card
        self._notice(card.place, "capital", card.text, text)
        return replace(card, text=text)

    def _named(self, colour: str) -> tuple[Card, ...]:
        """Return the cards of a colour. Those without an id get the next free numbers."""
        named, number = [], 0
        for card in self._cards[colour]:
            name = card.id
            while not name:
                number += 1
                name = f"{colour[0]}{number:03d}"
                name = "" if (colour, name) in self._ids else name
            named.append(replace(card, id=name))
        return tuple(named)

    # --- The heading

    def heading(self, raw: Mapping[str, Any], *, needs_name: bool) -> dict[str, Any]:
        """Return the checked fields of a pack that are given and right."""
        if self.has_surplus:
            self.fault("", "too_many_cards")
        found: dict[str, Any] = {"name": self._name(raw.get("name"), needed=needs_name)}
        language = raw.get("language")
        if language is not None:
            if isinstance(language, str) and _LANGUAGE.fullmatch(language.strip()):
                found["language"] = language.strip()
            else:
                self.fault("language", "bad_language", _shown(language))
        age = raw.get("min_age")
        if age is not None:
            if _is_within(_number(age), (0, OLDEST)):
                found["min_age"] = _number(age)
            else:
                self.fault("min_age", "bad_age", _shown(age))
        for field, most in LONGEST.items():
            found[field] = self._words(field, raw.get(field), most)
        return found

    def _name(self, raw: Any, *, needed: bool) -> str:
        if raw is None and not needed:
            return ""
        if not isinstance(raw, str):
            self.fault("name", "bad_name", _shown(raw))
            return ""
        text = self._words("name", raw, 10**9)
        if len(text) > NAME[1]:
            short = text[: NAME[1]].rstrip()
            self._notice("name", "name_cut", text, short)
            text = short
        if len(text) < NAME[0] and not any(one.place == "name" for one in self._of_pack):
            self.fault("name", "bad_name", raw)
            return ""
        return text

    def _words(self, field: str, raw: Any, most: int) -> str:
        """Return a checked text of the heading, or "" if it is not given or wrong."""
        if raw is None:
            return ""
        if not isinstance(raw, str):
            self.fault(field, "bad_type", _shown(raw))
            return ""
        text, changes = cleaning.clean(raw)
        for change in changes:
            self._notice(field, change.code, change.before, change.after)
        if cleaning.is_unseen(text):
            return ""
        faults = {
            "bad_length": len(text) > most,
            "bad_characters": cleaning.has_bad_characters(text),
            "blocked_word": cleaning.has_blocked(text, self._blocked),
        }
        for code in (code for code, is_found in faults.items() if is_found):
            self.fault(field, code, text)
            return ""
        return text


def is_english(language: str) -> bool:
    return language.strip().lower().replace("_", "-").partition("-")[0] == "en"


def _with_numbers(raw: RawCard, card: Card, changes: Sequence[Change]) -> tuple[Card, list[Change]]:
    """Return a black card with its pick and draw. Raise `_Refused` if they are wrong."""
    number, asked, told = blanks(card.text), _number(raw.pick), [*changes]
    if number > PICK[1]:
        raise _Refused("bad_pick")
    pick = number or (asked if _is_within(asked, PICK) else 1)
    draw = pick - 1
    if raw.pick is not None and asked != pick:
        told.append(Change(code="pick", before=_shown(raw.pick), after=str(pick)))
    elif raw.draw is not None:
        draw = _number(raw.draw)
        if not _is_within(draw, DRAW):
            raise _Refused("bad_draw")
    return replace(card, pick=pick, draw=draw), told


def _id(raw: Any) -> str:
    """Return the given id, or "" for a card that gets one later. Raise `_Refused`."""
    if raw is None:
        return ""
    if not isinstance(raw, str):
        raise _Refused("bad_type")
    if cleaning.has_bad_characters(raw):
        raise _Refused("bad_characters")
    return raw


def _number(raw: Any) -> Any:
    """Return a number that was written as text, or the value itself."""
    if isinstance(raw, str) and _WHOLE.fullmatch(raw.strip()):
        return int(raw)
    return int(raw) if isinstance(raw, float) and raw.is_integer() else raw


def _is_within(value: Any, bounds: tuple[int, int]) -> bool:
    """Return True for a whole number within the bounds. Booleans do not count."""
    return type(value) is int and bounds[0] <= value <= bounds[1]


def _shown(raw: Any) -> str:
    return raw if isinstance(raw, str) else repr(raw)[:60]
