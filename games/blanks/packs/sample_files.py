"""Sample packs, one in each format, to download and edit."""

from __future__ import annotations

import json
from typing import Any

PACK: dict[str, Any] = {
    "format": "blanks-pack",
    "version": 1,
    "name": "My pack",
    "language": "en",
    "description": "What the pack is about, in a sentence or two.",
    "author": "Your name",
    "licence": "Who may use the cards, and how",
    "min_age": 13,
    "blank": "____",
    "black": [
        {"id": "b1", "text": "Nobody at the station expected ____.", "pick": 1, "draw": 0},
        {"id": "b2", "text": "First came ____, then ____.", "pick": 2, "draw": 1},
        {"id": "b3", "text": "What keeps the lighthouse keeper awake?"},
    ],
    "white": [
        {"id": "w1", "text": "a heron in charge"},
        {"id": "w2", "text": "waiting for the kettle"},
        {"id": "w3", "text": "the 'do not press' button"},
    ],
}

CSV = """type,text,pick,draw
black,Nobody at the station expected ____.,,
black,"First came ____, then ____.",2,1
black,What keeps the lighthouse keeper awake?,1,0
white,a heron in charge,,
white,waiting for the kettle,,
white,the 'do not press' button,,
"""


def json_example() -> str:
    return json.dumps(PACK, indent=2, ensure_ascii=False) + "\n"


def csv_example() -> str:
    return CSV
