"""Reading matches: what lists and pages show. Nothing here writes."""

from games.selectors.lists import (
    history_of,
    invited_tables,
    my_matches,
    open_tables,
    running_tables,
    waiting_for,
)

__all__ = [
    "history_of",
    "invited_tables",
    "my_matches",
    "open_tables",
    "running_tables",
    "waiting_for",
]
