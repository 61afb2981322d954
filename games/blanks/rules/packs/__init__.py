"""Packs of cards: reading uploads, checking and merging them (rules 20)."""

from games.blanks.rules.packs.formats import Draft, parse_csv, parse_json, parse_lines
from games.blanks.rules.packs.model import Fault, Notice, Pack, PackBlack, PackWhite, Parsed, merge

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
