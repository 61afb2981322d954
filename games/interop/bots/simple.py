"""The random bot (rules 19.1) and the greedy bot (rules 19.2)."""

from __future__ import annotations

from fractions import Fraction
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
    me,
    naming,
    one_of,
    takers,
)
from games.interop.rules.box import CARDS
from games.interop.rules.cards import DECKS, Card, DeckName
from games.interop.rules.view import GainView, InteropView, OfferView, ProtocolView, RowView


@naming
def anyhow(view: InteropView, chance: Randomness) -> Raw | None:
    """Return a random legal answer, by the odds of rules 19.1."""
    match view.kind:
        case "founder":
            return any_founder(view, any_licence(chance), chance)
        case "invest":
            return _adopt_any(view, chance) or _relax(view, chance) or _use_deck(view, chance)
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


def _adopt_any(view: InteropView, chance: Randomness) -> Raw | None:
    """Adopt a protocol with probability 0.4, as the first action of a turn."""
    protocols = adoptable(view)
    if view.done or not protocols or chance.below(10) >= 4:
        return None
    return {"action": "adopt", "protocol": one_of(protocols, chance).card}


def _relax(view: InteropView, chance: Randomness) -> Raw | None:
    """Relax each of the bot's protocols with probability 0.15, before any deck."""
    if view.used:
        return None
    asked = [deed.of for deed in view.done if deed.kind == "relicense"]
    mine = [protocol for protocol in view.protocols if protocol.deployer == view.seat]
    past = max((mine.index(protocol) for protocol in mine if protocol.card in asked), default=-1)
    for protocol in mine[past + 1 :]:
        if protocol.relax_code == "" and chance.below(100) < 15:
            return _relaxed(protocol, chance)
    return None


def _relaxed(protocol: ProtocolView, chance: Randomness) -> Raw:
    kind = one_of(protocol.relax, chance)
    fee = {"fee": 1 + chance.below(9)} if kind == "rand" else {}
    return {"action": "relicense", "protocol": protocol.card, "licence": kind, **fee}


def _use_deck(view: InteropView, chance: Randomness) -> Raw:
    """Use the decks in random order: nothing 0.2, a face-up card 0.6, a draw 0.2."""
    # A bot has no memory between answers, so the rest of such a plan is drawn again from those that
    # fit the decks used so far: a plan that uses `k` more decks begins with these in `k!` of its
    # `(used + k)!` orders.
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
    """Return the odds, in fifths, of buying a face-up card and of drawing."""
    return 3 if buyable(row) else 0, 1 if row.draw_code == "" else 0


def _rest_of_plan(
    odds: dict[DeckName, tuple[int, int]], used: int, chance: Randomness
) -> tuple[DeckName, ...]:
    """Return the decks that will still be used."""
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


# --- Greedy bot (rules 19.2)


_ORDER: tuple[DeckName, ...] = ("CORE", "SERVICE", "APP", "LINK")
_SPARE = 4  # the money left after an adoption
_FEE = 3


@naming
def greedy(view: InteropView, chance: Randomness) -> Raw | None:
    """Buy what is cheap and new, and place users where they earn most at once."""
    licence = any_licence(chance, _FEE, _FEE)
    match view.kind:
        case "founder":
            return any_founder(view, licence, chance)
        case "invest":
            return _adopt_best(view) or _buy(view, licence) or END_TURN
        case "keep":
            return {"action": "keep"}
        case "allocate":
            return _allocate(view)
        case _:
            return None


def _adopt_best(view: InteropView) -> Raw | None:
    """Adopt one protocol with a new feature, as the first action of a turn."""
    if view.done or view.round >= view.rounds - 1:
        return None
    mine = me(view)
    able = [
        (protocol.terms.price, protocol)
        for protocol in adoptable(view)
        if protocol.terms is not None
    ]
    for price, protocol in sorted(able, key=lambda pair: pair[0]):
        new = not set(CARDS[protocol.card].provides) <= set(mine.features)
        if new and mine.money - price >= _SPARE:
            return {"action": "adopt", "protocol": protocol.card}
    return None


def _buy(view: InteropView, licence: Raw) -> Raw | None:
    if view.round == view.rounds:
        return None
    past = _ORDER.index(view.used[-1]) if view.used else -1
    for deck in _ORDER[past + 1 :]:
        wanted = [card for card in buyable(view.rows[DECKS.index(deck)]) if _wants(view, card)]
        if wanted:
            return buying("buy", max(wanted, key=_score), licence)
    return None


def _wants(view: InteropView, card: Card) -> bool:
    mine = me(view)
    match card.kind:
        case "protocol":
            return not set(card.provides) <= set(mine.features)
        case "application":
            known = {feature for app in mine.apps for feature in CARDS[app.app].provides}
            return len(mine.apps) < 3 or not set(card.provides) <= known
        case "link":
            return mine.free <= 10


def _score(card: Card) -> Fraction:
    if card.kind == "link":
        return Fraction(5 * card.adds, card.cost) + Fraction(card.adds, 10)
    return Fraction(-card.cost)


def _allocate(view: InteropView) -> Raw:
    """Place all users that fit on the application whose income grows most."""
    best = max(takers(view), key=lambda offer: _last(offer).more)
    return {"action": "allocate", "app": best.app, "users": best.most}


def _last(offer: OfferView) -> GainView:
    return offer.gains[-1]
