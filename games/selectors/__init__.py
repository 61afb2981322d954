"""Read queries on matches for lists and pages. Nothing here writes."""

from games.selectors.lists import (
    Listed,
    Tables,
    Wanted,
    finished_seats,
    history_of,
    invited_tables,
    my_matches,
    tables_for,
    waiting_for,
)

__all__ = [
    "Listed",
    "Tables",
    "Wanted",
    "finished_seats",
    "history_of",
    "invited_tables",
    "my_matches",
    "tables_for",
    "waiting_for",
]
