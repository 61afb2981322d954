"""The facts of a finished game that simulations add up, and the figures they come to (rules 20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import median

from games.engine.base import Simulated
from games.interop.rules import deployment, scoring
from games.interop.rules.licensing import KINDS
from games.interop.rules.state import State


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


def lines(played: Sequence[Simulated]) -> list[str]:
    """The figures of rules 20.2 and 20.3 (a), over all these games together."""
    seats, total = len(played[0].bots), Counter[str]()
    for one in played:
        total.update(one.facts)
        total["shared"] += one.facts["interop_permille"] * one.facts["earned"]
    each = len(played) * seats
    counted = ("fees", "grants", "decisions", "applications", "bandwidth", "bandwidth_used")
    lead = median(one.facts["lead_permille"] for one in played) / 10
    return [
        f"interop share of income {total['shared'] / max(1, total['earned']) / 1000:.2f}, "
        f"median lead of the winner {lead:.0f} %, "
        f"decisions per game {total['decisions'] / len(played):.0f}",
        "per player: "
        + ", ".join(f"{fact.replace('_', ' ')} {total[fact] / each:.2f}" for fact in counted),
        *(_line_of_licence(kind, total, seats, len(played)) for kind in KINDS),
        _fairness(played, seats),
    ]


def _line_of_licence(kind: str, total: Counter[str], seats: int, games: int) -> str:
    """The index of the deployer for each protocol, by its licence at the end."""
    deployed, won = total[f"{kind}_deployed"], total[f"{kind}_won_permille"] / 1000
    adopted = total[f"{kind}_adopted"] / games
    index = f"{seats * won / deployed:.2f}" if deployed else "-"
    return f"{kind}: index {index} of {deployed} deployed, {adopted:.1f} adoptions per game"


def _fairness(played: Sequence[Simulated], seats: int) -> str:
    """The shares of seats, and how far from equal they are beside what chance does."""
    won = Counter[int]()
    for game in played:
        winners = [one.seat for one in game.outcome.standings if one.winner]
        won.update({seat: 1000 // len(winners) for seat in winners})
    shares = [won[seat] / len(played) / 1000 for seat in range(seats)]
    noise = sqrt((seats - 1) / len(played)) / seats
    far = max(abs(share - 1 / seats) for share in shares) / noise
    told = " ".join(f"{100 * share:.1f}" for share in shares)
    return f"wins by seat {told} %, the farthest {far:.1f} standard errors from equal"
