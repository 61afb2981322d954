"""The master: tries what could be done, in worlds it cannot tell from the true one.

A try is played on by the house's bot until the turn is over, and then judged by who is likely to
win.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import codec
from games.engine.rollout import Search, World, best_answer, promised, shares
from games.interop.bots.bundles import Market
from games.interop.bots.house_bot import house
from games.interop.bots.licences import licence
from games.interop.bots.outlook import Outlook, offers
from games.interop.bots.sight import END_TURN, Raw, buying, drawable, keepable
from games.interop.rules import scoring
from games.interop.rules.actions import Action
from games.interop.rules.box import CARDS, users_of
from games.interop.rules.cards import Card, Era
from games.interop.rules.state import Phase, State
from games.interop.rules.view import InteropView, PlayerView

# --- What the master tries: what gains most by the house's reckoning, and to draw instead.
#
# Founders, licences and users are left to the house's bot: the judge of a turn sees too little of
# what they are good for. It took high fees for money that nobody pays, and kept users away.


GROWTH = 8  # as the house's bot expects
PLANS = 6  # bundles whose first step is tried


def tries(view: InteropView) -> Iterator[Raw]:
    """Answers to the open decision; some may come twice."""
    match view.kind:
        case "invest":
            yield END_TURN
            yield from _purchases(view)
            yield from ({"action": "draw", "deck": row.deck} for row in drawable(view))
        case "keep":
            yield {"action": "keep"}
            outlook = Outlook(view, GROWTH)
            yield from (
                buying("keep", card, _terms(view, card, outlook)) for card in keepable(view)
            )


def _purchases(view: InteropView) -> Iterator[Raw]:
    outlook = Outlook(view, GROWTH)
    nets = [(outlook.net(one.cards, one.price), one.cards[0]) for one in Market(view).bundles()]
    nets.sort(key=lambda one: -one[0])
    deployed = {one.card for one in view.protocols}
    for _, card in nets[:PLANS]:
        if card.id in deployed:
            yield {"action": "adopt", "protocol": card.id}
        else:
            yield buying("buy", card, _terms(view, card, outlook))


def _terms(view: InteropView, card: Card, outlook: Outlook) -> Raw:
    """A licence as the house's bot would choose it, where one is asked for."""
    return licence(view, card, outlook) if card.kind == "protocol" else {}


# --- Who is likely to win a position: what a rollout that is cut short is worth.
#
# Each seat's promise is a sum over what is open of it. The chance to win is its share of the
# exponentials. The weights were fitted to 700 matches of four house's bots of which one action in
# five was any that could be tried, so that they say what a thing brings, and not who uses to have
# it.


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


DOUBT = 1.0  # standard errors by which something has to be better than what the house would do,
MARGIN = 0.01  # and so much of a chance to win: what judges knows less of the game than it does
MOST_STEPS = 40  # of a rollout


def master(search: Search) -> Raw | None:
    """What is best for a seat that owes an answer."""
    view: InteropView = search.view
    usual = house(view, search.chance) if view.mine else None
    if usual is None or view.seat is None:
        return None
    rollout = Rollout(search.engine, view.seat)
    return best_answer(search, usual, tries(view), rollout.worth, doubt=DOUBT, margin=MARGIN)


class Rollout:
    """Plays on by the house's bot, to the end of the turn, for one seat's sake."""

    def __init__(self, engine: Any, seat: int) -> None:
        self._engine, self._seat = engine, seat

    def worth(self, action: Any, world: World) -> float:
        """The chance to win after this action, in this world."""
        chance, engine = world.chance(), self._engine
        state: State = engine.apply(world.state, self._seat, action, chance).state
        for _ in range(MOST_STEPS):
            if state.phase is Phase.OVER or state.turn != self._seat:
                break
            raw = house(engine.view(state, state.turn), chance)
            answer = codec.decode_action(raw or {}, Action)
            state = engine.apply(state, state.turn, answer, chance).state
        return self._judged(state)

    def _judged(self, state: State) -> float:
        if state.phase is not Phase.OVER:
            return chance_to_win(self._engine.view(state, None), self._seat)
        result = scoring.outcome(state)
        won = [one.seat for one in result.standings if one.winner] if result else []
        return (self._seat in won) / max(1, len(won))
