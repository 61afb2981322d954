"""Who is likely to win a position: what a rollout that is cut short is worth.

Each seat's promise is a sum over what is open of it. The chance to win is its share of the
exponentials. The weights were fitted to 700 matches of four house's bots of which one action in
five was any that could be tried, so that they say what a thing brings, and not who uses to have it.
"""

from __future__ import annotations

from games.engine.promises import promised, shares
from games.interop.bots.outlook import offers
from games.interop.rules.box import CARDS, users_of
from games.interop.rules.cards import Era
from games.interop.rules.view import InteropView, PlayerView

# What a unit adds at the end of a match, and how much more with all rounds to come. `python -m
# tests.bench.prospects` fits them.
WEIGHTS = (
    (0.854, -0.478),  # money / 10
    (6.428, -0.794),  # income in each round left, as it is / 100
    (0.122, 2.750),  # bandwidth free / 10
    (-1.249, 1.272),  # applications / 3
    (0.333, 0.801),  # users / 10
    (0.491, -3.820),  # bandwidth / 20
    (0.204, -1.351),  # protocols that applications run on / 4
    (0.007, 0.992),  # partners / 4
    (0.978, 0.574),  # bandwidth of a user of each application / 5
    (0.404, 0.201),  # of the one that takes most / 3
    (0.707, 2.848),  # bandwidth that users of this era will take / 10
    (0.258, 1.406),  # and what they wish for beyond what is free / 10
    (0.370, 9.006),  # users that partners are ahead / 10
    (0.320, 0.145),  # the turn is still to come in this round
    (0.272, 0.400),  # the turn is under way
)


def chance_to_win(view: InteropView, seat: int) -> float:
    """Of this seat, by what is open to all."""
    return shares(promised(WEIGHTS, *stake(view)))[seat]


def stake(view: InteropView) -> tuple[float, float, dict[int, list[float]]]:
    """How much a unit says yet, the share of the match to come, and the features of each seat."""
    left = view.rounds - view.round
    return 1.0, left / view.rounds, {one.seat: _features(view, one) for one in view.players}


def _features(view: InteropView, player: PlayerView) -> list[float]:
    left, seats = view.rounds - view.round, len(view.players)
    turn = view.first if view.turn is None else view.turn
    bandwidths = [CARDS[one.app].bandwidth for one in player.apps]
    partners = [(one, partner) for one in player.apps for partner in one.revenue.partners]
    taken, wished = _demand(view.era, player)
    return [
        player.money / 10,
        player.prospect * (left + 1) / 100,
        player.free / 10,
        len(player.apps) / 3,
        player.users / 10,
        player.capacity / 20,
        sum(len(one.runs_on) for one in player.apps) / 4,
        len(partners) / 4,
        sum(bandwidths) / 5,
        max(bandwidths, default=0) / 3,
        taken / 10,
        max(0, wished - player.free) / 10,
        sum(max(0, partner.reach - one.users) for one, partner in partners) / 10,
        float((player.seat - view.first) % seats > (turn - view.first) % seats),
        float(player.seat == turn),
    ]


def _demand(era: Era, player: PlayerView) -> tuple[float, int]:
    """The bandwidth that users of this era take on the average, where they take most, and that they
    wish for at most.
    """
    rows = [(offers(one.app, era), CARDS[one.app].bandwidth) for one in player.apps]
    wished = max((max(offered) * bandwidth for offered, bandwidth in rows), default=0)
    count = len(users_of(era))
    taken = [
        max((min(row[place], player.free // unit) * unit for row, unit in rows), default=0)
        for place in range(count)
    ]
    return sum(taken) / count, wished
