"""Files of a pack. Reading one gives the same cards (rules 20)."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

from games.blanks.packs.reading.cleaning import BLANK, clean_prompt, escape
from games.blanks.packs.reading.documents import FORMAT, VERSION
from games.blanks.packs.reading.tables import FORMULA, HEADER
from games.blanks.packs.reading.values import Pack, PackBlack, PackWhite
from games.blanks.rules.sentence import MARKER
from games.engine import codec

_SHORT = "_"  # the blank of most other programs
_APOSTROPHE = "&#39;"


def written(card: PackBlack | PackWhite, blank: str = MARKER) -> str:
    """Return the text that is read as this card.

    `blank` is what marks a blank, unless it would be read as something else there.
    """
    text = escape(card.text)
    if isinstance(card, PackWhite):
        return text
    for one in (blank, MARKER):
        marked = text.replace(MARKER, one)
        if clean_prompt(marked, card.pick)[0] == card.text:
            return marked
    return text.replace(MARKER, BLANK)


def as_json(pack: Pack) -> str:
    """Return the pack in this site's own format."""
    plain: dict[str, Any] = codec.plain(pack)
    del plain["slug"]
    for card in (*plain["black"], *plain["white"]):
        card["text"] = escape(card["text"])
    for field in ("name", "description", "author", "licence"):
        plain[field] = escape(plain[field])
    document = {"format": FORMAT, "version": VERSION, **plain, "blank": MARKER}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def as_csv(pack: Pack) -> str:
    """Return the pack's cards as CSV that no spreadsheet takes for formulas."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADER)
    writer.writerows(["black", _cell(card), card.pick, card.draw] for card in pack.black)
    writer.writerows(["white", _cell(card), "", ""] for card in pack.white)
    return text.getvalue()


def _cell(card: PackBlack | PackWhite) -> str:
    """Return the text of a card with an apostrophe before what would be a formula."""
    text = written(card)
    # Reading takes the apostrophe off only if it is the only one.
    if text.startswith(FORMULA):
        return "'" + text.replace("'", _APOSTROPHE)
    if text.startswith("'") and text[1:].startswith(FORMULA):
        return _APOSTROPHE + text[1:]
    return text


def as_object(pack: Pack) -> str:
    """Return the pack as the one object that most other programs read."""
    document = {
        "white": [written(card) for card in pack.white],
        "black": [_prompt(card) for card in pack.black],
        "packs": [
            {
                "name": escape(pack.name),
                "white": [*range(len(pack.white))],
                "black": [*range(len(pack.black))],
            }
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _prompt(card: PackBlack) -> dict[str, Any]:
    draw = {"draw": card.draw} if card.draw != card.pick - 1 else {}
    return {"text": written(card, _SHORT), "pick": card.pick, **draw}
