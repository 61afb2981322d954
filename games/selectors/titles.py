"""The title of a match, from the registry."""

from __future__ import annotations

from typing import cast

from games.engine.base import TableTitle
from games.models import Match
from games.registry import game_of

CROWD = 100


def title_of(match: Match) -> TableTitle:
    return cast(TableTitle, game_of(match.game).title)


def has_engine(match: Match) -> bool:
    """Whether an engine plays it, step by step; a game of auctions has rules of another kind."""
    return hasattr(game_of(match.game).title, "engines")


def is_crowd(match: Match) -> bool:
    """Whether this game seats so many that nothing may be asked of all its seats at once."""
    return title_of(match).seats[1] > CROWD
