"""The random bot (rules 19.1)."""

from __future__ import annotations

from itertools import combinations
from math import factorial

from games.engine.base import Randomness
from games.interop.bots.sight import (
    END_TURN,
    PASS,
    Raw,
    adoptable,
    any_founder,
    any_licence,
    buyable,
    buying,
    keepable,
    one_of,
    takers,
)
from games.interop.rules.cards import DECKS, DeckName
from games.interop.rules.view import InteropView, ProtocolView, RowView


def anyhow(view: InteropView, chance: Randomness) -> Raw | None:
    """Anything legal, by fixed odds."""
    match view.kind:
        case "founder":
            return any_founder(view, any_licence(chance), chance)
        case "invest":
            return _adopt(view, chance) or _relax(view, chance) or _use_deck(view, chance)
        case "keep":
            cards = keepable(view)
            if cards and chance.below(10) < 8:
                return buying("keep", one_of(cards, chance), any_licence(chance))
            return {"action": "keep"}
        case "allocate":
            offer = one_of(takers(view), chance)
            users = chance.below(offer.most + 1)
            return {"action": "allocate", "app": offer.app, "users": users} if users else PASS
        case _:
            return None


def _adopt(view: InteropView, chance: Randomness) -> Raw | None:
    """First of all in a turn, with probability 0.4."""
    protocols = adoptable(view)
    if view.done or not protocols or chance.below(10) >= 4:
        return None
    return {"action": "adopt", "protocol": one_of(protocols, chance).card}


def _relax(view: InteropView, chance: Randomness) -> Raw | None:
    """Each own protocol in turn, with probability 0.15, before any deck is used."""
    if view.used:
        return None
    asked = [deed.of for deed in view.done if deed.kind == "relicense"]
    mine = [one for one in view.protocols if one.deployer == view.seat]
    past = max((mine.index(one) for one in mine if one.card in asked), default=-1)
    for one in mine[past + 1 :]:
        if one.relax_code == "" and chance.below(100) < 15:
            return _relaxed(one, chance)
    return None


def _relaxed(one: ProtocolView, chance: Randomness) -> Raw:
    kind = one_of(one.relax, chance)
    fee = {"fee": 1 + chance.below(9)} if kind == "rand" else {}
    return {"action": "relicense", "protocol": one.card, "licence": kind, **fee}


def _use_deck(view: InteropView, chance: Randomness) -> Raw:
    """The decks in random order: nothing 0.2, a face-up card 0.6, a draw 0.2.

    A bot keeps nothing in mind between answers, so what is left of that plan is drawn anew from
    those that fit what was done: a plan that uses `k` decks more begins with the decks used so far
    in `k!` of its `(used + k)!` orders.
    """
    left = [row for row in view.rows if row.deck not in view.used]
    odds = {row.deck: _odds(row) for row in left}
    plan = _rest_of_plan(odds, len(view.used), chance)
    if not plan:
        return END_TURN
    row = view.rows[DECKS.index(one_of(plan, chance))]
    buys, draws = odds[row.deck]
    if chance.below(buys + draws) < buys:
        return buying("buy", one_of(buyable(row), chance), any_licence(chance))
    return {"action": "draw", "deck": row.deck}


def _odds(row: RowView) -> tuple[int, int]:
    """Fifths: a face-up card is bought, cards are drawn."""
    return 3 if buyable(row) else 0, 1 if row.draw_code == "" else 0


def _rest_of_plan(
    odds: dict[DeckName, tuple[int, int]], used: int, chance: Randomness
) -> tuple[DeckName, ...]:
    """The decks that are still going to be used."""
    plans = [plan for size in range(len(odds) + 1) for plan in combinations(odds, size)]
    weights = [_weight(odds, plan, used) for plan in plans]
    fate = chance.below(sum(weights))
    for plan, weight in zip(plans, weights, strict=True):
        fate -= weight
        if fate < 0:
            return plan
    raise AssertionError("weights are summed above")


def _weight(odds: dict[DeckName, tuple[int, int]], plan: tuple[DeckName, ...], used: int) -> int:
    weight = factorial(len(DECKS)) * factorial(len(plan)) // factorial(used + len(plan))
    for deck, fifths in odds.items():
        acts = sum(fifths)
        weight *= acts if deck in plan else 5 - acts
    return weight
