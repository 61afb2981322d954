"""Winners, ties, places (rules 13)."""

from __future__ import annotations

from games.engine.base import Outcome, Standing
from games.interop.rules import deployment
from games.interop.rules.events import ABORTED
from games.interop.rules.state import Phase, Player, State


def outcome(state: State) -> Outcome | None:
    """The result: most money, then most users (told in `note`), then a shared place."""
    if state.phase is not Phase.OVER:
        return None
    played = state.end_reason != ABORTED
    marks = sorted((_mark(player) for player in state.players), reverse=True)
    standings = tuple(
        Standing(
            seat=player.seat,
            rank=1 + marks.index(_mark(player)),
            score=player.money,
            winner=played and _mark(player) == marks[0],
            note=str(_mark(player)[1]),
        )
        for player in sorted(state.players, key=lambda one: (*_less_first(one), one.seat))
    )
    return Outcome(reason=state.end_reason, standings=standings)


def _mark(player: Player) -> tuple[int, int]:
    return player.money, deployment.users_total(player)


def _less_first(player: Player) -> tuple[int, int]:
    money, users = _mark(player)
    return -money, -users
