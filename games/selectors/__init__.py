"""Reading matches: what lists and pages show. Nothing here writes."""

from games.selectors.listed import Listed, Tables, Wanted
from games.selectors.lists import (
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
    "history_of",
    "invited_tables",
    "my_matches",
    "tables_for",
    "waiting_for",
]
