"""The preview of a deck file: how it was read, its cards, and what was changed or left out.

`games.blanks.packs.reading.reader.read` makes it.
"""

from __future__ import annotations

from typing import Any

from games.blanks.packs.reading.values import Pack, PackBlack, PackWhite
from games.engine.base import Value

MOST_LISTED = 1000  # notices, and faults of cards


class Fault(Value):
    """Something that cannot be taken: the file, a field of the pack, or a card."""

    place: str  # "line 7", "black[12]" (from 0), a field, or ""
    code: str
    found: str = ""  # what is there: the card's text, or what stands where the file breaks
    line: int = 0  # of a file that breaks, with its column; both from 1
    column: int = 0
    rows: tuple[tuple[str, ...], ...] = ()  # the first lines of a table that is not understood


class Notice(Value):
    """A change made by the clean-up."""

    place: str
    code: str
    before: str
    after: str


class Card(Value):
    """A card that can be taken."""

    place: str
    text: str
    pick: int = 0  # both for black cards only
    draw: int = 0
    id: str = ""


class PackChoice(Value):
    """A pack in a file of several, with its numbers of cards."""

    name: str
    black: int
    white: int


class Columns(Value):
    """The columns of a table as a person names them, from 0."""

    text: int
    type: int | None = None  # None: a card with a blank or a question mark is black
    has_header: bool = False  # True: the first line is no card


class Preview(Value):
    """Everything that reading a file gave. Nothing is stored yet."""

    kind: str  # "json", "table" or "plain"; "lines" from the editor
    encoding: str = "utf-8"  # or "utf-16" or "windows-1252"
    delimiter: str = ""  # of a table: ",", ";" or "\t"
    # The first card with a letter beyond ASCII, if the encoding is a guess.
    sample: str = ""
    # "" for what the file does not say, or says wrongly (then there is a fault)
    name: str = ""
    language: str = ""
    description: str = ""
    author: str = ""
    licence: str = ""
    min_age: int | None = None
    black: tuple[Card, ...] = ()
    white: tuple[Card, ...] = ()
    notices: tuple[Notice, ...] = ()  # the first ones
    notice_counts: dict[str, int] = {}  # of all, by code
    faults: tuple[Fault, ...] = ()  # the first ones, those of the pack before those of cards
    fault_counts: dict[str, int] = {}  # of all, by code
    packs: int = 1
    choices: tuple[PackChoice, ...] = ()  # if there are several packs
    # True if colours were found from the texts, so that cards can be turned round by place.
    is_turnable: bool = False

    def pack(self, **heading: Any) -> Pack:
        """Return the pack of these cards. `heading`: fields to use in place of its own."""
        given = {"language": self.language or None, "min_age": self.min_age}
        return Pack(
            **{
                "name": self.name,
                "description": self.description,
                "author": self.author,
                "licence": self.licence,
                **{field: value for field, value in given.items() if value is not None},
                **heading,
            },
            black=tuple(
                PackBlack(id=card.id, text=card.text, pick=card.pick, draw=card.draw)
                for card in self.black
            ),
            white=tuple(PackWhite(id=card.id, text=card.text) for card in self.white),
        )
