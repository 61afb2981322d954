"""The master: a bot that searches, in worlds it cannot tell from the true one.

A rollout is played by the house bot to the end of the turn. The final position is judged by each
seat's chance to win.
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
from games.interop.bots.sight import END_TURN, Raw, buying, drawable, keepable, named
from games.interop.rules import scoring
from games.interop.rules.actions import Action
from games.interop.rules.box import CARDS, users_of
from games.interop.rules.cards import Card, Era
from games.interop.rules.state import Phase, State
from games.interop.rules.view import InteropView, PlayerView

# --- Candidate actions: the purchases of highest net, and draws
#
# Founders, licences and users are left to the house bot. The evaluation of a turn sees too little
# of their benefits: it would take high fees for money that nobody pays, and withhold users.


GROWTH = 8  # as the house bot expects
PLANS = 6  # the number of bundles whose first step is tried


def tries(view: InteropView) -> Iterator[Raw]:
    """Return candidate answers to the open decision; some may come twice."""
    return (named(view, raw) for raw in _tries(view))


def _tries(view: InteropView) -> Iterator[Raw]:
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
    nets = [
        (outlook.net(bundle.cards, bundle.price), bundle.cards[0])
        for bundle in Market(view).bundles()
    ]
    nets.sort(key=lambda one: -one[0])
    deployed = {protocol.card for protocol in view.protocols}
    for _, card in nets[:PLANS]:
        if card.id in deployed:
            yield {"action": "adopt", "protocol": card.id}
        else:
            yield buying("buy", card, _terms(view, card, outlook))


def _terms(view: InteropView, card: Card, outlook: Outlook) -> Raw:
    """Return the licence the house bot would choose, or nothing for other cards."""
    return licence(view, card, outlook) if card.kind == "protocol" else {}


# --- Evaluation of a position: each seat's chance to win
#
# A seat's promise is a sum over its public features. Its chance to win is its share of the
# exponentials. The weights are fitted to matches of four house bots in which some actions were
# random, so that they measure the effect of a feature and not the skill of its usual owner.


# The weight of a unit at the end of a match, and what is added with all rounds to come. `python -m
# tests.bench.prospects` fits them.
WEIGHTS = (
    (0.854, -0.478),  # money / 10
    (6.428, -0.794),  # current income, in each round left / 100
    (0.122, 2.750),  # bandwidth free / 10
    (-1.249, 1.272),  # applications / 3
    (0.333, 0.801),  # users / 10
    (0.491, -3.820),  # bandwidth / 20
    (0.204, -1.351),  # protocols that applications run on / 4
    (0.007, 0.992),  # partners / 4
    (0.978, 0.574),  # bandwidth per user, summed over the applications / 5
    (0.404, 0.201),  # the highest bandwidth per user / 3
    (0.707, 2.848),  # bandwidth that users of this era will take / 10
    (0.258, 1.406),  # demand of this era beyond the free bandwidth / 10
    (0.370, 9.006),  # users by which partners are ahead / 10
    (0.320, 0.145),  # the turn is still to come in this round
    (0.272, 0.400),  # the turn is in progress
)


def chance_to_win(view: InteropView, seat: int) -> float:
    """Return the chance of a seat to win, judged by public facts."""
    return shares(promised(WEIGHTS, *stake(view)))[seat]


def stake(view: InteropView) -> tuple[float, float, dict[int, list[float]]]:
    """Return the scale, the share of the match to come, and each seat's features."""
    left = view.rounds - view.round
    return (
        1.0,
        left / view.rounds,
        {player.seat: _features(view, player) for player in view.players},
    )


def _features(view: InteropView, player: PlayerView) -> list[float]:
    left, seats = view.rounds - view.round, len(view.players)
    turn = view.first if view.turn is None else view.turn
    bandwidths = [CARDS[app.app].bandwidth for app in player.apps]
    partners = [(app, partner) for app in player.apps for partner in app.revenue.partners]
    taken, wished = _demand(view.era, player)
    return [
        player.money / 10,
        player.prospect * (left + 1) / 100,
        player.free / 10,
        len(player.apps) / 3,
        player.users / 10,
        player.capacity / 20,
        sum(len(app.runs_on) for app in player.apps) / 4,
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
    """Return the mean bandwidth the users of an era take, and their highest demand.

    Each user card goes to the application where it takes most.
    """
    rows = [(offers(app.app, era), CARDS[app.app].bandwidth) for app in player.apps]
    wished = max((max(offered) * bandwidth for offered, bandwidth in rows), default=0)
    count = len(users_of(era))
    taken = [
        max((min(row[place], player.free // unit) * unit for row, unit in rows), default=0)
        for place in range(count)
    ]
    return sum(taken) / count, wished


DOUBT = 1.0  # standard errors by which a candidate has to beat the house bot's answer,
MARGIN = 0.01  # and the chance to win by which it has to, as the evaluation is rough
MOST_STEPS = 40  # the limit of a rollout


def master(search: Search) -> Raw | None:
    """Return the best answer for a seat that owes one, or None."""
    view: InteropView = search.view
    usual = house(view, search.chance) if view.mine else None
    if usual is None or view.seat is None:
        return None
    rollout = Rollout(search.engine, view.seat)
    return best_answer(search, usual, tries(view), rollout.worth, doubt=DOUBT, margin=MARGIN)


class Rollout:
    """Rollouts by the house bot to the end of the turn, for one seat."""

    def __init__(self, engine: Any, seat: int) -> None:
        self._engine, self._seat = engine, seat

    def worth(self, action: Any, world: World) -> float:
        """Return the chance to win after this action, in this world."""
        chance, engine = world.chance(), self._engine
        state: State = engine.apply(world.state, self._seat, action, chance).state
        for _ in range(MOST_STEPS):
            if state.phase is Phase.OVER or state.turn != self._seat:
                break
            raw = house(engine.view(state, state.turn), chance)
            answer = codec.decode_action(raw or {}, Action)
            state = engine.apply(state, state.turn, answer, chance).state
        return self._evaluate(state)

    def _evaluate(self, state: State) -> float:
        if state.phase is not Phase.OVER:
            return chance_to_win(self._engine.view(state, None), self._seat)
        result = scoring.outcome(state)
        won = [standing.seat for standing in result.standings if standing.winner] if result else []
        return (self._seat in won) / max(1, len(won))
