"""The facts of a finished game that simulations add up (rules 20)."""

from __future__ import annotations

from games.engines.interop import deployment
from games.engines.interop.state import State


def facts(state: State, actions: int) -> dict[str, int]:
    """Sums over all seats; `interop_permille`: the share of all income that partners brought."""
    money = sorted((player.money for player in state.players), reverse=True)
    shared = sum(player.account.shared for player in state.players)
    earned = sum(player.account.earned for player in state.players)
    return {
        "money": sum(money),
        "lead_permille": 1000 * (money[0] - money[1]) // max(1, money[0]),
        "earned": earned,
        "interop_permille": 0 if not earned else 1000 * shared // earned,
        "fees": sum(player.account.fees_got for player in state.players),
        "grants": sum(player.account.grants for player in state.players),
        "decisions": actions,
        "applications": sum(len(player.apps) for player in state.players),
        "bandwidth": sum(deployment.capacity(player) for player in state.players),
        "bandwidth_used": sum(deployment.used(player) for player in state.players),
    }
