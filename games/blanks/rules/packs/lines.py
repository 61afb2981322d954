"""Reading a pack from two lists with a card a line, as an editor has them (rules 20).

A black card may say what does not follow from its blanks: `What helps? | pick 2, draw 1`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from games.blanks.rules.packs.check import Checker, RawCard
from games.blanks.rules.packs.json_file import MOST_BYTES
from games.blanks.rules.packs.model import MARKER, PackBlack, PackWhite, Parsed, refused
from games.blanks.rules.packs.text import key
from games.engine.base import Value

BLACK, WHITE = "black", "white"
_BREAK = re.compile("\r\n|\r|\n")
_NUMBER = re.compile("(pick|draw) +([0-9]{1,4})")


class Draft(Value):
    """A pack while it is written. `black`, `white`: a card a line, empty lines left out."""

    name: str = ""
    language: str = "en"
    age: int | str = 13
    description: str = ""
    author: str = ""
    licence: str = ""
    black: str = ""
    white: str = ""


class Line(Value):
    """A line with a card on it. `number`: from 1."""

    colour: str
    number: int
    text: str

    @property
    def place(self) -> str:
        """The name of the line in faults and notices."""
        return f"{self.colour} line {self.number}"


def lines_of(draft: Draft) -> Iterator[Line]:
    """The lines that are not empty, the black ones first."""
    for colour, text in ((BLACK, draft.black), (WHITE, draft.white)):
        for number, line in enumerate(_BREAK.split(text), 1):
            if line.strip():
                yield Line(colour=colour, number=number, text=line)


def parse_lines(
    draft: Draft,
    *,
    blocked: Collection[str] = (),
    ids: Mapping[tuple[str, str], str] | None = None,
) -> Parsed:
    """The pack that was written, or every fault there is.

    `ids`: of cards that were there before, by colour and `text.key`; who keeps its words keeps it.
    """
    if too_big(draft):
        return refused("", "too_big")
    checker = Checker(blocked)
    name, language, age = checker.heading(draft.name, draft.language, draft.age)
    heading = {
        "name": name,
        "language": language,
        "min_age": age,
        "description": checker.optional("description", draft.description),
        "author": checker.optional("author", draft.author),
        "licence": checker.optional("licence", draft.licence),
    }
    left = dict(ids or {})
    cards = [raw_card(line) for line in lines_of(draft)]
    return checker.finish(heading, [_with_id(card, left) for card in cards])


def too_big(draft: Draft) -> bool:
    """Whether there is more of it than of a file."""
    return len(draft.black.encode()) + len(draft.white.encode()) > MOST_BYTES


def raw_card(line: Line) -> RawCard:
    """The card of a line, as it is checked."""
    if line.colour == WHITE:
        return RawCard(place=line.place, colour=WHITE, text=line.text)
    text, numbers = _split(line.text)
    pick, draw = numbers.get("pick"), numbers.get("draw")
    return RawCard(place=line.place, colour=BLACK, text=text, pick=pick, draw=draw)


def _with_id(card: RawCard, left: dict[tuple[str, str], str]) -> RawCard:
    known = left.pop((card.colour, key(card.text)), None)
    return replace(card, id=known)


def _split(text: str) -> tuple[str, dict[str, int]]:
    """The text of a black card, and the numbers after its last bar."""
    head, bar, tail = text.rpartition("|")
    found = [_NUMBER.fullmatch(part.strip().lower()) for part in tail.split(",")] if bar else []
    numbers = {one[1]: int(one[2]) for one in found if one}
    if not numbers or len(numbers) != len(found):
        return text, {}
    return head.rstrip(), numbers


def line_of(card: PackBlack | PackWhite) -> str:
    """The line that reads as this card."""
    if isinstance(card, PackWhite):
        return card.text
    plain = max(card.text.count(MARKER), 1), max(card.text.count(MARKER), 1) - 1
    if (card.pick, card.draw) == plain and not _split(card.text)[1]:
        return card.text
    return f"{card.text} | pick {card.pick}, draw {card.draw}"
