"""What stands where a pack has a fault, so that its author finds the place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

from games.blanks.rules.packs import Draft, Fault
from games.blanks.rules.packs.formats import lines_of
from games.blanks.rules.packs.model import has_bad_characters

Kind = Literal["json", "csv"]
LONGEST = 120
_LINE = re.compile("line ([0-9]+)")
_CARD = re.compile(r"(black|white)\[([0-9]+)\]")
_BREAKS = {"json": re.compile("\n"), "csv": re.compile("\r\n|\r|\n")}


def quotes_of_draft(draft: Draft) -> dict[str, str]:
    return {line.place: _short(line.text) for line in lines_of(draft)}


def quotes_of_file(data: bytes, kind: Kind, faults: Sequence[Fault]) -> dict[str, str]:
    """By the place of each fault; places of which nothing can be shown are left out."""
    text = data.decode("utf-8-sig", "replace")
    lines = _BREAKS[kind].split(text)
    by_kind: list[tuple[re.Pattern[str], Callable[..., str]]] = [
        (_LINE, lambda number: lines[int(number) - 1]),
        (_CARD, _cards_of(text)),
    ]
    quotes = {}
    for fault in faults:
        for pattern, read in by_kind:
            found = pattern.fullmatch(fault.place)
            if found:
                quotes[fault.place] = _short(read(*found.groups()))
    return quotes


def _cards_of(text: str) -> Callable[[str, str], str]:
    """Reads the cards of a JSON file when it is asked for the first one."""
    read: list[Any] = []

    def card(colour: str, number: str) -> str:
        if not read:
            read.append(json.loads(text))
        found = read[0][colour][int(number)]
        words = found.get("text") if isinstance(found, dict) else None
        return words if isinstance(words, str) else json.dumps(found, ensure_ascii=False)

    return card


def _short(text: str) -> str:
    text = visible(text.strip())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def visible(text: str) -> str:
    """The text with the characters that no card may have as their numbers: they cannot be seen."""
    return "".join(f"[U+{ord(one):04X}]" if _is_hidden(one) else one for one in text)


def _is_hidden(character: str) -> bool:
    return has_bad_characters(character) and not character.isspace()
