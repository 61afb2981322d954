"""Cards that a person writes, one a line.

A line may end with numbers that do not follow from the blanks of its black card, for example
`What helps? | pick 2, draw 1`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from msgspec.structs import replace

from games.blanks.packs.reading.check import BLACK, WHITE, Checker, RawCard, Same, is_english
from games.blanks.packs.reading.export import written
from games.blanks.packs.reading.plain import lines_of as numbered
from games.blanks.packs.reading.preview import Fault, Preview
from games.blanks.packs.reading.values import PackBlack, PackWhite
from games.blanks.rules.sentence import blanks
from games.engine.base import Value

_NUMBER = re.compile("(pick|draw) +([0-9]{1,4})")
# Far more than fit in a pack, so that a check takes no long time.
MOST_LINES = 10_000


class Draft(Value):
    """A pack that is being written."""

    name: str = ""
    language: str = "en"
    age: int | str = 13
    description: str = ""
    author: str = ""
    licence: str = ""
    # One card per line. Empty lines are ignored.
    black: str = ""
    white: str = ""
    keep_capitals: bool = False


class Line(Value):
    """A line with a card on it."""

    colour: str
    number: int  # from 1
    text: str

    @property
    def place(self) -> str:
        """The line's name in faults and notices."""
        return f"{self.colour} line {self.number}"


def lines_of(draft: Draft) -> Iterator[Line]:
    """Yield the lines that are not empty, black cards first."""
    for colour, text in ((BLACK, draft.black), (WHITE, draft.white)):
        for number, line in islice(numbered(text), MOST_LINES):
            yield Line(colour=colour, number=number, text=line)


def parse_lines(
    draft: Draft,
    *,
    blocked: Collection[str] = (),
    ids: Mapping[Same, str] | None = None,
) -> Preview:
    """Return the preview of a draft.

    `blocked`: forbidden words. `ids`: the ids of the pack's present cards by identity; a card that
    keeps its words keeps its id.
    """
    checker = Checker(blocked, ids)
    cards = [raw_card(line) for line in lines_of(draft)]
    checker.pack(cards, lower=is_english(draft.language) and not draft.keep_capitals)
    heading = {
        "name": draft.name,
        "language": draft.language,
        "min_age": draft.age,
        "description": draft.description,
        "author": draft.author,
        "licence": draft.licence,
    }
    found = checker.preview(Preview(kind="lines"), heading, needs_name=True)
    empty = () if cards else (Fault(place="", code="empty_pack"),)
    return replace(found, faults=(*found.faults, *empty))


def raw_card(line: Line) -> RawCard:
    """Return the card on a line, still to be checked."""
    if line.colour == WHITE:
        return RawCard(place=line.place, colour=WHITE, text=line.text)
    text, numbers = _split(line.text)
    pick, draw = numbers.get("pick"), numbers.get("draw")
    return RawCard(place=line.place, colour=BLACK, text=text, pick=pick, draw=draw)


def _split(text: str) -> tuple[str, dict[str, int]]:
    """Split a black card's line into its text and the numbers after the last bar."""
    head, bar, tail = text.rpartition("|")
    found = [_NUMBER.fullmatch(part.strip().lower()) for part in tail.split(",")] if bar else []
    numbers = {one[1]: int(one[2]) for one in found if one}
    if not numbers or len(numbers) != len(found):
        return text, {}
    return head.rstrip(), numbers


def line_of(card: PackBlack | PackWhite) -> str:
    """Return the line of text that stands for this card; the inverse of `raw_card`."""
    text = written(card)
    if isinstance(card, PackWhite):
        return text
    pick = max(blanks(card.text), 1)
    if (card.pick, card.draw) == (pick, pick - 1) and not _split(text)[1]:
        return text
    return f"{text} | pick {card.pick}, draw {card.draw}"
