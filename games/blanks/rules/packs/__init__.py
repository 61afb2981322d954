"""Packs of cards: reading uploads, checking them, putting them together (rules 20)."""

from games.blanks.rules.packs.csv_file import parse_csv
from games.blanks.rules.packs.json_file import parse_json
from games.blanks.rules.packs.lines import Draft, parse_lines
from games.blanks.rules.packs.merge import merge
from games.blanks.rules.packs.model import Fault, Notice, Pack, PackBlack, PackWhite, Parsed

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
