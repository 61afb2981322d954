"""The declarations, bids and duels of the house bot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.engine.base import Value
from games.merchants.bots.formula import MOST_COMMITTED, MOST_GOODS, WORTH_SEIZING, cheapest, paying
from games.merchants.bots.rivals import Rivals
from games.merchants.bots.values import Values
from games.merchants.rules import cards, rolls
from games.merchants.rules.view import MerchantsView, OfferView, PurchaseView

Raw = dict[str, Any]
Cards = tuple[str, ...]

CARE = 0.9  # the loss per value committed: later purchases win some of it back
SHORTLIST = 10  # the number of Declarations evaluated with possible Seizures
PLENTY = 99
ANY_CHARACTER = 4  # the value of an Emblem to a player whose cards are unknown


def best_purchase(view: MerchantsView, values: Values) -> tuple[float, Raw]:
    """Return the profit of the best Declaration, and the Declaration.

    Both are empty if none gains anything. The profit accounts for answers of the others.
    """
    best = max(purchases(view, values), key=lambda one: one[0], default=(0.0, {}))
    return best if best[0] > 0 else (0.0, {})


def purchases(view: MerchantsView, values: Values) -> list[tuple[float, Raw]]:
    """Return the profits of the most promising Declarations, and the Declarations."""
    ways = [way for offer in view.markets.offers for way in _ways(offer, values)]
    rivals = Rivals(view, values.style)
    return [
        (
            _expected(view, values, rivals, way),
            {"action": "buy", "cards": way.cards, "commit": way.commit},
        )
        for way in sorted(ways, key=lambda way: -way.calm)[:SHORTLIST]
    ]


class Way(Value):
    """A possible Declaration."""

    suit: str
    cards: Cards
    commit: Cards
    target: int
    calm: float  # the profit if nobody seized


def _ways(offer: OfferView, values: Values) -> Iterable[Way]:
    """Yield the best cards for each price and each committed sum."""
    goods = cheapest(offer.cards, MOST_GOODS, lambda card: -values.of(card), offer.prices)
    declared = {base: chosen for base, (_, chosen) in goods.items() if chosen}
    winning = _winning(offer, values)
    for paid, (cost, commit) in paying(offer.commit, MOST_COMMITTED, values.of).items():
        for base, chosen in (*declared.items(), *winning):
            target = base - offer.bonus - paid
            if target <= offer.limit:
                calm = rolls.chance(target) * values.gain(chosen) - CARE * cost
                yield Way(suit=offer.suit, cards=chosen, commit=commit, target=target, calm=calm)


def _winning(offer: OfferView, values: Values) -> list[tuple[int, Cards]]:
    """Return the Declaration that completes a Monopoly, if this Stock allows one."""
    lacking = cards.in_order(values.missing(offer.suit))
    prices = dict(zip(offer.cards, offer.prices, strict=True))
    if offer.origin != "stock" or not lacking or not set(lacking) <= set(prices):
        return []
    return [(sum(map(prices.__getitem__, lacking)), lacking)]


def _expected(view: MerchantsView, values: Values, rivals: Rivals, way: Way) -> float:
    """Return the profit of a Declaration, given one-card Seizures and the best reply."""
    gain, cost = values.gain(way.cards), CARE * sum(map(values.of, way.commit))
    denied = values.style.denied * _printed(way.cards)
    seats = [
        player.seat
        for player in view.players
        if player.hand and player.seat != view.seat and not player.no_seizing
    ]
    calm, seized = 1.0, 0.0
    reserve = _reserve(view, values, way)
    suit = cards.primary(way.suit)
    for chance, value in rivals.bids(seats, suit, way.target, _printed(way.cards)):
        answered = max(
            rolls.chance(way.target + max(0, value - paid)) * (gain + denied) - CARE * lost
            for paid, lost in reserve
        )
        calm -= chance
        seized += chance * (answered - denied)
    return seized + calm * rolls.chance(way.target) * gain - cost


def _printed(chosen: Cards) -> float:
    """Return the value of these cards to any player."""
    # The Kings and Guilds of others are not known.
    return float(sum(cards.value(card) or ANY_CHARACTER for card in chosen))


def _reserve(view: MerchantsView, values: Values, way: Way) -> list[tuple[int, float]]:
    """Return value and loss of each single card, and of none, to answer a Seizer."""
    suits = (cards.primary(way.suit), cards.secondary(way.suit))
    least, most = (view.event and view.event.commit) or (2, 10)
    usable = (
        card
        for card in values.hand
        if card[0] in suits and card not in way.commit and least <= cards.value(card) <= most
    )
    return [(0, 0.0), *((cards.value(card), values.of(card)) for card in usable)]


def seize(view: MerchantsView, values: Values) -> Raw:
    """Return the bid that gains most, or a pass if none gains enough."""
    profit, answer = max(bids(view, values), key=lambda one: one[0], default=(0.0, {}))
    return answer if profit > WORTH_SEIZING else {"action": "pass"}


def bids(view: MerchantsView, values: Values) -> list[tuple[float, Raw]]:
    """Return the cheapest bid of each sum, with its profit."""
    purchase = _purchase(view)
    gain = values.gain(purchase.cards) + _denied(purchase, values)
    rivals = Rivals(view, values.style)
    return [
        (
            _lost_to_reply(values, purchase, rivals, purchase.value + paid) * gain - CARE * cost,
            {"action": "bid", "cards": bid},
        )
        for paid, (cost, bid) in paying(_usable(view), PLENTY, values.of).items()
        if bid
    ]


def _lost_to_reply(values: Values, purchase: PurchaseView, rivals: Rivals, target: int) -> float:
    """Return the chance that the buyer fails, who may reply with one card."""
    worth = values.style.rivals_gain * _printed(purchase.cards)

    def profit(value: int) -> float:
        better = rolls.chance(target - value) - rolls.chance(target)
        return better * worth - CARE * value

    calm, lost = 1.0, 0.0
    for suit in (purchase.primary_suit, purchase.secondary_suit):
        replies = rivals.replies(purchase.buyer, suit, profit)
        lost += calm * sum(c * (1 - rolls.chance(target - value)) for c, value in replies)
        calm *= 1 - sum(c for c, _ in replies)
    return lost + calm * (1 - rolls.chance(target))


def duel(view: MerchantsView, values: Values) -> Raw:
    """Return the addition, or the pass, with the highest profit."""
    _, answer = max(additions(view, values), key=lambda one: one[0])
    return answer


def additions(view: MerchantsView, values: Values) -> list[tuple[float, Raw]]:
    """Return a pass and the cheapest additions of each effect, with their profits."""
    purchase = _purchase(view)
    gain = values.gain(purchase.cards) + _denied(purchase, values)
    seizing = purchase.seizer == view.seat
    adds = _seizer_adds if seizing else _buyer_adds
    calm = rolls.chance(purchase.value)
    return [
        ((1 - calm if seizing else calm) * gain, {"action": "pass"}),
        *(
            (profit, {"action": "commit", "cards": chosen})
            for profit, chosen in adds(view, purchase, values, gain)
        ),
    ]


def _seizer_adds(
    view: MerchantsView, purchase: PurchaseView, values: Values, gain: float
) -> Iterator[tuple[float, Cards]]:
    against, contest = cards.total(purchase.secondary), cards.total(purchase.counter)
    plain = purchase.value - max(0, contest - against)
    for paid, (cost, chosen) in paying(_usable(view), MOST_COMMITTED, values.of).items():
        target = plain + max(0, contest + paid - against)
        if chosen:
            yield (1 - rolls.chance(target)) * gain - CARE * cost, chosen


def _buyer_adds(
    view: MerchantsView, purchase: PurchaseView, values: Values, gain: float
) -> Iterator[tuple[float, Cards]]:
    usable = _usable(view)
    first = [card for card in usable if card[0] == purchase.primary_suit]
    second = [card for card in usable if card[0] == purchase.secondary_suit]
    against, contest = cards.total(purchase.secondary), cards.total(purchase.counter)
    plain = purchase.value - max(0, contest - against)
    cancelling = paying(second, MOST_COMMITTED, values.of)
    for paid, (cost, lower) in paying(first, MOST_COMMITTED, values.of).items():
        for more, (also, cancel) in cancelling.items():
            target = plain - paid + max(0, contest - against - more)
            if lower or cancel:
                profit = rolls.chance(target) * gain - CARE * (cost + also)
                yield profit, (*lower, *cancel)


def _denied(purchase: PurchaseView, values: Values) -> float:
    """Return the value of keeping these goods from the other side."""
    return values.style.denied * _printed(purchase.cards)


def _purchase(view: MerchantsView) -> PurchaseView:
    assert view.purchase is not None
    return view.purchase


def _usable(view: MerchantsView) -> Cards:
    assert view.own is not None
    return view.own.usable
