"""The facts of a finished game that simulations add up (rules 20)."""

from __future__ import annotations

from games.engines.interop import deployment, scoring
from games.engines.interop.licensing import KINDS
from games.engines.interop.state import State


def facts(state: State, actions: int) -> dict[str, int]:
    """Sums over all seats; `interop_permille`: the share of all income that partners brought."""
    money = sorted((player.money for player in state.players), reverse=True)
    earned = sum(player.account.earned for player in state.players)
    shared = sum(player.account.shared for player in state.players)
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
        **_licences(state),
    }


def _licences(state: State) -> dict[str, int]:
    """By licence at the end: protocols deployed, those of winners (permille, as wins may be
    shared), adoptions.
    """
    outcome = scoring.outcome(state)
    assert outcome is not None
    winners = [one.seat for one in outcome.standings if one.winner]
    found = {}
    for kind in KINDS:
        these = [one for one in state.licences if one.licence == kind]
        won = sum(one.deployer in winners for one in these)
        having = sum(one.protocol in p.protocols for one in these for p in state.players)
        found[f"{kind}_deployed"] = len(these)
        found[f"{kind}_won_permille"] = 1000 * won // max(1, len(winners))
        found[f"{kind}_adopted"] = having - len(these)
    return found
