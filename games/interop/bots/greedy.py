"""The greedy bot (rules 19.2)."""

from __future__ import annotations

from fractions import Fraction

from games.engine.base import Randomness
from games.interop.bots.sight import (
    END_TURN,
    Raw,
    adoptable,
    any_founder,
    any_licence,
    buyable,
    buying,
    me,
    takers,
)
from games.interop.rules.box import CARDS
from games.interop.rules.cards import DECKS, Card, DeckName
from games.interop.rules.view import GainView, InteropView, OfferView

_ORDER: tuple[DeckName, ...] = ("CORE", "SERVICE", "APP", "LINK")
_SPARE = 4  # money that an adoption leaves
_FEE = 3


def greedy(view: InteropView, chance: Randomness) -> Raw | None:
    """What is cheap and new; users where they bring most at once."""
    licence = any_licence(chance, _FEE, _FEE)
    match view.kind:
        case "founder":
            return any_founder(view, licence, chance)
        case "invest":
            return _adopt(view) or _buy(view, licence) or END_TURN
        case "keep":
            return {"action": "keep"}
        case "allocate":
            return _allocate(view)
        case _:
            return None


def _adopt(view: InteropView) -> Raw | None:
    """One protocol with a new feature, first of all in a turn."""
    if view.done or view.round >= view.rounds - 1:
        return None
    mine = me(view)
    able = [(one.terms.price, one) for one in adoptable(view) if one.terms is not None]
    for price, one in sorted(able, key=lambda pair: pair[0]):
        new = not set(CARDS[one.card].provides) <= set(mine.features)
        if new and mine.money - price >= _SPARE:
            return {"action": "adopt", "protocol": one.card}
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
    """All that fit, where income grows most: Bandwidth x (users and what partners count more)."""
    best = max(takers(view), key=lambda offer: _last(offer).more)
    return {"action": "allocate", "app": best.app, "users": best.most}


def _last(offer: OfferView) -> GainView:
    return offer.gains[-1]
