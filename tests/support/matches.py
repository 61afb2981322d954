"""Matches that are started and played through services alone, without pages."""

from __future__ import annotations

import sys
from typing import Any

from games.management.commands.game_check import answer
from games.models import Match
from games.services.scheduler import run_due
from games.services.seats import join
from games.services.start import start
from games.services.tables import TableWish, create_table

TABLES = {"blanks": 1, "merchants": 1, "interop": 1}  # number of bots beside two people
STEPS = 500


def begun(people: list[Any], game: str, bots: int, **wish: Any) -> Match:
    """Start a match of this game with these people and `bots` bots."""
    least = 3 if game == "merchants" else 2
    table = TableWish(name=f"A table of {game}", least=least, most=2 + bots, bots=bots, **wish)
    match = create_table(user=people[0], game=game, wish=table)
    for user in people[1:]:
        join(user=user, public_id=match.public_id)
    start(user=people[0], public_id=match.public_id)
    match.refresh_from_db()
    return match


def play(match: Match, *, entries: int = sys.maxsize) -> None:
    """Answer for everybody until the match is over or its log has enough entries."""
    for _step in range(STEPS):
        run_due(match.pk)  # let the bots act
        match.refresh_from_db()
        for seat in match.seats.filter(index__in=match.asked).exclude(user=None):
            match.refresh_from_db()
            if seat.index in match.asked:  # still pending after the seats before it
                answer(match, seat)
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING or match.entries >= entries:
            return
    raise RuntimeError(f"{match.game} is not over")
