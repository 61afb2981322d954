"""Packs of cards: reading uploads, checking them, putting them together (rules 20)."""

from games.engines.blanks.packs.csv_file import parse_csv
from games.engines.blanks.packs.json_file import parse_json
from games.engines.blanks.packs.lines import Draft, parse_lines
from games.engines.blanks.packs.merge import merge
from games.engines.blanks.packs.model import Fault, Notice, Pack, PackBlack, PackWhite, Parsed

__all__ = [
    "Draft",
    "Fault",
    "Notice",
    "Pack",
    "PackBlack",
    "PackWhite",
    "Parsed",
    "merge",
    "parse_csv",
    "parse_json",
    "parse_lines",
]
