"""Cards of plain text, one a line (rules 20.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.blanks.packs.reading.check import BLACK, WHITE, RawCard
from games.blanks.packs.reading.cleaning import clean_prompt
from games.blanks.rules.sentence import blanks

BREAK = re.compile("\r\n|\r|\n")
_ASKS = ("?", "？", "؟")


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not empty, with their numbers from 1."""
    for number, line in enumerate(BREAK.split(text), 1):
        if line.strip():
            yield number, line


def card_of(line: int, text: str) -> RawCard:
    """Return the card on a line: black with a blank or as a question, else white."""
    prompt, _changes = clean_prompt(text)
    is_black = blanks(prompt) > 0 or prompt.endswith(_ASKS)
    return RawCard(place=f"line {line}", colour=BLACK if is_black else WHITE, text=text)
