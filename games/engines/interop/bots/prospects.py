"""Who is likely to win a position: what a rollout that is cut short is worth.

Each seat's promise is a sum over what is open of it: a tenth of its money at the end, as expected,
in shares of what all have on the average. The chance to win is its share of the exponentials. The
weights were fitted to 300 matches of four house's bots of which one action in ten was drawn at
random.
"""

from __future__ import annotations

from math import exp, sqrt

from games.engines.interop.bots.outlook import Outlook
from games.engines.interop.view import InteropView, PlayerView

GROWTH = 8  # as the house's bot expects

# What a unit adds at the end of a match, and how much more with all rounds to come.
WEIGHTS = (
    (0.398, 0.019),  # money / 10
    (1.784, 0.177),  # what the house's bot expects to earn / 100
    (1.966, 0.870),  # as much income in each round left / 100
    (-0.324, 0.563),  # bandwidth free / 10
    (-0.006, 0.392),  # protocol features / 5
    (0.819, 1.522),  # applications / 3
    (0.018, -0.315),  # users / 10
    (0.955, 0.359),  # bandwidth / 20
    (-0.027, 0.279),  # fees of those who could adopt / 10
    (0.187, 0.990),  # the turn is still to come in this round
    (0.221, 1.195),  # the turn is under way
)


def chance_to_win(view: InteropView, seat: int) -> float:
    """Of this seat, by what is open to all."""
    found = promises(view)
    most = max(found)
    return exp(found[seat] - most) / sum(exp(one - most) for one in found)


def promises(view: InteropView) -> list[float]:
    """Of each seat, in units of what may still change."""
    left = view.rounds - view.round
    share = left / view.rounds
    scale = (1.8 - 0.5 * share) / sqrt(0.1 + left)
    weights = [scale * (end + more * share) for end, more in WEIGHTS]
    return [sum(map(float.__mul__, _features(view, one), weights)) for one in view.players]


def _features(view: InteropView, player: PlayerView) -> list[float]:
    left, seats = view.rounds - view.round, len(view.players)
    turn = view.first if view.turn is None else view.turn
    fees = sum(
        one.fee * (seats - 1 - len(one.adopters))
        for one in view.protocols
        if one.deployer == player.seat and one.licence != "closed"
    )
    return [
        player.money / 10,
        Outlook(view, GROWTH, seat=player.seat).now / 100,
        player.prospect * (left + 1) / 100,
        player.free / 10,
        len(player.features) / 5,
        len(player.apps) / 3,
        player.users / 10,
        player.capacity / 20,
        fees / 10,
        float((player.seat - view.first) % seats > (turn - view.first) % seats),
        float(player.seat == turn),
    ]
