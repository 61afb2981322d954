"""The preview of a deck file: how it was read, its cards, and what was changed or left out.

`games.blanks.packs.reading.reader.read` makes it.
"""

from __future__ import annotations

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

    kind: str  # "json", "table" or "plain"
    encoding: str  # "utf-8", "utf-16" or "windows-1252"
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
